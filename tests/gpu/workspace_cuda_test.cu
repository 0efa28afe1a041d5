// Calls and their scratch memory on a GPU: the conformance suite, and streams, graphs, and memory that runs
// out.
#include <cuda/stream_ref>

#include "tests/gpu/cuda_backend.hpp"
// Names the backend of the suite.
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

class WorkspaceCuda : public WorkspaceConformance {
protected:
    static void expect_right_replay(const captured_graph& graph, cudaStream_t stream, const prepared_call<gpu>& call) {
        call.reset();
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_TRUE(call.is_right()) << call.name;
    }
};

TEST_P(WorkspaceCuda, ServesSeveralStreamsAtOnce) {
    constexpr int streams = 6;
    std::vector<call_list<cuda_backend>> lists;
    for (int s = 0; s < streams; ++s) lists.push_back(calls(300'000 + 1000 * s));
    counting_resource memory;
    {
        const own_stream own[streams];
        workspace scratch(memory);
        for (int time = 0; time < 10; ++time) {
            for (int s = 0; s < streams; ++s) {
                for (const auto& call : lists[s]) {
                    if (call.into) call.run({own[s].stream, &scratch});
                }
            }
        }
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        for (const auto& of_stream : lists) {
            for (const auto& call : of_stream) EXPECT_TRUE(!call.into || call.is_right()) << call.name;
        }
        EXPECT_LE(memory.allocations, streams * lists[0].most_scratch());
    }
    EXPECT_EQ(memory.alive(), 0u);
}

/// The first call on the stream is the captured one: its scratch is allocated meanwhile.
TEST_P(WorkspaceCuda, EveryCallIsCapturedAndReplayed) {
    for (const auto& call : calls(300'000)) {
        if (!call.into) continue;
        counting_resource memory;
        const own_stream own;
        workspace scratch(memory);
        const captured_graph graph(own.stream, [&] { call.run({own.stream, &scratch}); });
        EXPECT_FALSE(call.is_right()) << call.name << " ran while it was captured";
        for (int replay = 0; replay < 3; ++replay) expect_right_replay(graph, own.stream, call);
        call.run({own.stream, &scratch});  // the stream's order keeps it apart from the graph
        expect_right_replay(graph, own.stream, call);
        EXPECT_EQ(memory.allocations, call.scratch);
    }
}

/// The same without a workspace, and of many elements: later calls on a stream find what its first one has allocated.
TEST_P(WorkspaceCuda, EveryStreamHasScratchMemoryThatItKeeps) {
    for (const auto& call : calls(few_sizes ? 30'000 : 3'000'000)) {
        if (!call.into) continue;
        const own_stream own, other;
        const captured_graph graph(own.stream, [&] { call.run(gpu{own.stream}); });
        for (int replay = 0; replay < 3; ++replay) expect_right_replay(graph, own.stream, call);
        expect_right(gpu{other.stream}, call);
        std::size_t before = 0, after = 0, total = 0;
        check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
        for (int time = 0; time < 40; ++time) call.run(gpu{time % 2 == 0 ? own.stream : other.stream});
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
        EXPECT_EQ(before, after) << call.name;
    }
}

/// A pool of the stream's order.
class pooled_memory final : public memory_resource {
public:
    void* allocate(std::size_t bytes, stream_handle stream) override {
        void* memory = nullptr;
        check(cudaMallocAsync(&memory, bytes, stream), "cudaMallocAsync");
        return memory;
    }
    void deallocate(void* memory, std::size_t, stream_handle stream) noexcept override {
        cudaFreeAsync(memory, stream);
    }
};

/// As cuda::mr of CUDA 13.0 and rmm, and as newer ones spell it.
struct async_resource {
    void* allocate_async(std::size_t bytes, std::size_t alignment, ::cuda::stream_ref stream) {
        EXPECT_EQ(alignment, 256u);
        return pool.allocate(bytes, stream.get());
    }
    void deallocate_async(void* memory, std::size_t bytes, std::size_t, ::cuda::stream_ref stream) {
        pool.deallocate(memory, bytes, stream.get());
    }
    pooled_memory pool;
};
struct stream_first_resource {
    void* allocate(::cuda::stream_ref stream, std::size_t bytes, std::size_t alignment) {
        EXPECT_EQ(alignment, 256u);
        return pool.allocate(bytes, stream.get());
    }
    void deallocate(::cuda::stream_ref stream, void* memory, std::size_t bytes, std::size_t) {
        pool.deallocate(memory, bytes, stream.get());
    }
    pooled_memory pool;
};
/// As rmm::cuda_stream_view.
struct stream_view {
    cudaStream_t stream;
    operator cudaStream_t() const { return stream; }
};

TEST_P(WorkspaceCuda, TakesStreamsAndResourcesOfOthers) {
    async_resource first;
    stream_first_resource second;
    const own_stream own;
    for (const auto& call : calls(100'000)) {
        workspace of_first(first), of_second(second);
        expect_right(gpu{::cuda::stream_ref(own.stream), &of_first}, call);
        expect_right(gpu{stream_view{own.stream}, &of_second}, call);
    }
    EXPECT_EQ(gpu{::cuda::stream_ref(own.stream)}.stream, own.stream);
    EXPECT_EQ(gpu{stream_view{own.stream}}.stream, own.stream);
}

TEST_P(WorkspaceCuda, EndsBeforeItsCallsHaveRun) {
    pooled_memory pool;
    const auto all = calls(1'000'000);
    const own_stream own;
    {
        workspace scratch(pool);
        for (int time = 0; time < 20; ++time) {
            for (const auto& call : all) {
                if (call.into) call.run({own.stream, &scratch});
            }
        }
    }
    check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
    for (const auto& call : all) EXPECT_TRUE(!call.into || call.is_right()) << call.name;
}

/// More than the device has, from the device itself: the error is told once.
TEST_P(WorkspaceCuda, ADeviceWithoutMemorySaysSoOnce) {
    workspace scratch;
    const gpu at{nullptr, &scratch};
    try {
        detail::scratch_of(at, std::size_t{1} << 45);
        ADD_FAILURE() << "32 TiB";
    } catch (const cuda_error& error) {
        EXPECT_EQ(error.code(), cudaErrorMemoryAllocation);
    }
    for (const auto& call : calls(20'000)) {
        call.run(at);
        detail::wait_for(at);
        EXPECT_TRUE(call.is_right()) << call.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Cuda, WorkspaceConformance, testing::ValuesIn(listed_patterns<cuda_backend>()),
                         name_of_pattern<cuda_backend>);
INSTANTIATE_TEST_SUITE_P(Cuda, WorkspaceCuda, testing::ValuesIn(listed_patterns<cuda_backend>()),
                         name_of_pattern<cuda_backend>);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
