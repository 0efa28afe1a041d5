// What calls must do with scratch memory on a GPU: the conformance suite, and streams, graphs, and memory that runs
// out.
#include "tests/gpu/cuda_places.hpp"
// Names the place of the suite.
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

class WorkspaceCuda : public WorkspaceConformance {};

TEST_P(WorkspaceCuda, ServesSeveralStreamsAtOnce) {
    constexpr int streams = 6;
    std::vector<call_list<cuda_place>> lists;
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
    const cuda at{nullptr, &scratch};
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

INSTANTIATE_TEST_SUITE_P(Cuda, WorkspaceConformance, testing::ValuesIn(listed_patterns<cuda_place>()),
                         name_of_pattern<cuda_place>);
INSTANTIATE_TEST_SUITE_P(Cuda, WorkspaceCuda, testing::ValuesIn(listed_patterns<cuda_place>()),
                         name_of_pattern<cuda_place>);

}  // namespace strider::test
