// What calls must do with scratch memory on a GPU besides: streams, graphs, and memory that runs out.
#pragma once

#include "tests/gpu/cuda_places.hpp"
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

class own_stream {
public:
    own_stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~own_stream() { cudaStreamDestroy(stream); }
    own_stream(const own_stream&) = delete;
    own_stream& operator=(const own_stream&) = delete;
    cudaStream_t stream = nullptr;
};

template <class Family>
struct gpu : cuda_place {
    using family = Family;
    static cuda policy_with(workspace* scratch) { return {nullptr, scratch}; }
    template <class Work>
    static void on_a_stream_of_its_own(workspace* scratch, Work work) {
        const own_stream own;
        work(cuda{own.stream, scratch});
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
    }
};
template <class Place>
class WorkspaceCuda : public testing::Test {
protected:
    static auto calls(std::uint64_t elements) { return Place::family::template calls<Place>(elements); }
};
TYPED_TEST_SUITE_P(WorkspaceCuda);

TYPED_TEST_P(WorkspaceCuda, ServesSeveralStreamsAtOnce) {
    constexpr int streams = 6;
    std::vector<call_list<TypeParam>> calls;
    for (int s = 0; s < streams; ++s) calls.push_back(this->calls(300'000 + 1000 * s));
    counting_resource memory;
    {
        const own_stream own[streams];
        workspace scratch(memory);
        for (int time = 0; time < 10; ++time) {
            for (int s = 0; s < streams; ++s) {
                for (const auto& call : calls[s]) {
                    if (call.into) call.run({own[s].stream, &scratch});
                }
            }
        }
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        for (const auto& of_stream : calls) {
            for (const auto& call : of_stream) EXPECT_TRUE(!call.into || call.is_right()) << call.name;
        }
        EXPECT_LE(memory.allocations, streams * calls[0].most_scratch());
    }
    EXPECT_EQ(memory.alive(), 0u);
}

/// The first call on the stream is the captured one: its scratch is allocated meanwhile.
TYPED_TEST_P(WorkspaceCuda, EveryCallIsCapturedAndReplayed) {
    for (const auto& call : this->calls(300'000)) {
        if (!call.into) continue;
        counting_resource memory;
        const own_stream own;
        workspace scratch(memory);
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        check(cudaStreamBeginCapture(own.stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
        call.run({own.stream, &scratch});
        check(cudaStreamEndCapture(own.stream, &graph), "cudaStreamEndCapture");
        check(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
        EXPECT_FALSE(call.is_right()) << call.name << " ran while it was captured";
        for (int replay = 0; replay < 3; ++replay) check(cudaGraphLaunch(executable, own.stream), "cudaGraphLaunch");
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
        EXPECT_TRUE(call.is_right()) << call.name;
        call.run({own.stream, &scratch});  // the stream's order keeps it apart from the graph
        check(cudaGraphLaunch(executable, own.stream), "cudaGraphLaunch");
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
        EXPECT_TRUE(call.is_right()) << call.name;
        EXPECT_EQ(memory.allocations, call.scratch);
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
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

TYPED_TEST_P(WorkspaceCuda, EndsBeforeItsCallsHaveRun) {
    pooled_memory pool;
    const auto calls = this->calls(1'000'000);
    const own_stream own;
    {
        workspace scratch(pool);
        for (int time = 0; time < 20; ++time) {
            for (const auto& call : calls) {
                if (call.into) call.run({own.stream, &scratch});
            }
        }
    }
    check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
    for (const auto& call : calls) EXPECT_TRUE(!call.into || call.is_right()) << call.name;
}

/// More than the device has, from the device itself: the error is told once.
TYPED_TEST_P(WorkspaceCuda, ADeviceWithoutMemorySaysSoOnce) {
    workspace scratch;
    const cuda at{nullptr, &scratch};
    try {
        detail::scratch_of(at, std::size_t{1} << 45);
        ADD_FAILURE() << "32 TiB";
    } catch (const cuda_error& error) {
        EXPECT_EQ(error.code(), cudaErrorMemoryAllocation);
    }
    for (const auto& call : this->calls(20'000)) {
        call.run(at);
        detail::wait_for(at);
        EXPECT_TRUE(call.is_right()) << call.name;
    }
}

REGISTER_TYPED_TEST_SUITE_P(WorkspaceCuda, ServesSeveralStreamsAtOnce, EveryCallIsCapturedAndReplayed,
                            EndsBeforeItsCallsHaveRun, ADeviceWithoutMemorySaysSoOnce);

}  // namespace strider::test
