#include <ladders/devices/gpu_timer.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>
#include <vector>

#include <ladders/devices/gpu_roof.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

namespace {

/// The clocks of a multiprocessor: 0 where no block ran on it.
struct clock_reading {
    unsigned long long nanoseconds, cycles;
};

__global__ void read_clocks(clock_reading* of_multiprocessor, unsigned multiprocessors) {
    unsigned here = 0;
    unsigned long long nanoseconds = 0;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(here));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    if (here < multiprocessors) of_multiprocessor[here] = {nanoseconds, static_cast<unsigned long long>(clock64())};
}

/// Launches recorded to be started as one; empty where CUDA refuses to record them.
class launch_graph {
public:
    launch_graph(cudaStream_t stream, const gpu_timer::work& enqueue, unsigned times) {
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
        bool is_refused = false;
        try {
            for (unsigned one = 0; one < times; ++one) enqueue();
        } catch (const std::exception&) {  // what a rung throws that waits for the device, or allocates
            is_refused = true;
        }
        cudaGraph_t graph = nullptr;
        is_refused = cudaStreamEndCapture(stream, &graph) != cudaSuccess || is_refused;
        if (!is_refused) is_refused = cudaGraphInstantiateWithFlags(&executable_, graph, 0) != cudaSuccess;
        if (graph != nullptr) cudaGraphDestroy(graph);
        if (is_refused) static_cast<void>(cudaGetLastError());
    }
    ~launch_graph() {
        if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
    }
    launch_graph(const launch_graph&) = delete;
    launch_graph& operator=(const launch_graph&) = delete;

    explicit operator bool() const { return executable_ != nullptr; }
    void launch(cudaStream_t stream) const { check(cudaGraphLaunch(executable_, stream), "cudaGraphLaunch"); }

private:
    cudaGraphExec_t executable_ = nullptr;
};

}  // namespace

int attribute_of_gpu(cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, 0), "cudaDeviceGetAttribute");
    return value;
}

gpu_memory::gpu_memory(std::size_t bytes) {
    check(cudaMalloc(&address, std::max<std::size_t>(bytes, 16)), "cudaMalloc");
}
gpu_memory::~gpu_memory() { cudaFree(address); }

gpu_event::gpu_event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
gpu_event::~gpu_event() { cudaEventDestroy(event_); }
void gpu_event::record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
void gpu_event::wait() { check(cudaEventSynchronize(event_), "cudaEventSynchronize"); }
double gpu_event::microseconds_since(const gpu_event& start) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    return milliseconds * 1e3;
}

gpu_timer::gpu_timer(cudaStream_t stream)
    : stream_(stream),
      multiprocessors_(static_cast<unsigned>(attribute_of_gpu(cudaDevAttrMultiProcessorCount))),
      cache_bytes_(static_cast<std::size_t>(attribute_of_gpu(cudaDevAttrL2CacheSize))),
      clocks_(2 * multiprocessors_ * sizeof(clock_reading)) {}

kernel_sample gpu_timer::cold(const work& enqueue) {
    return timed([this] { fill_with_other_data(); }, enqueue);
}

sampler gpu_timer::hot(work enqueue) {
    return [this, enqueue = std::move(enqueue), times = 0u, graph = std::shared_ptr<launch_graph>()]() mutable {
        constexpr double enough = 200, most = 100;  // microseconds, and launches
        if (times == 0) {
            const double one = std::max(timed(enqueue, enqueue).microseconds, 1.0);
            times = static_cast<unsigned>(std::clamp(std::ceil(enough / one), 2.0, most));
            graph = std::make_shared<launch_graph>(stream_, enqueue, times);
        }
        const work all = [&] {
            if (*graph) return graph->launch(stream_);
            for (unsigned one = 0; one < times; ++one) enqueue();
        };
        kernel_sample sample = timed(all, all);
        sample.microseconds /= times;
        return sample;
    };
}

kernel_sample gpu_timer::timed(const work& ahead, const work& measured) {
    auto* const before = static_cast<clock_reading*>(clocks_.address);
    check(cudaMemsetAsync(before, 0, 2 * multiprocessors_ * sizeof *before, stream_), "cudaMemsetAsync");
    const launch_configuration everywhere{dim3(2 * multiprocessors_), dim3(1), 0, stream_};
    launch(read_clocks, everywhere, before, multiprocessors_);
    ahead();
    start_.record(stream_);
    measured();
    stop_.record(stream_);
    launch(read_clocks, everywhere, before + multiprocessors_, multiprocessors_);
    check(cudaStreamSynchronize(stream_), "a timed run");
    return {stop_.microseconds_since(start_), is_throttled()};
}

/// Twice the L2 is written, and twice the L2 of other memory is read afterwards, by loads that stay, so that no dirty
/// line is left whose write-back would fall into the timed part.
void gpu_timer::fill_with_other_data() {
    const std::size_t bytes = 2 * cache_bytes_;
    if (!other_data_) other_data_ = std::make_unique<gpu_memory>(2 * bytes + 16);
    unsigned char* const written = static_cast<unsigned char*>(other_data_->address);
    check(cudaMemsetAsync(written, 1, bytes, stream_), "cudaMemsetAsync");
    fill_caches({written + bytes, bytes, written + 2 * bytes, multiprocessors_, stream_});
}

/// %globaltimer counts the same whatever the clock, and clock64 with it. Its steps are a microsecond on some GPUs, so
/// that too short a time says nothing.
bool gpu_timer::is_throttled() const {
    constexpr double least = 0.75, shortest = 20e3;  // of the default clock; nanoseconds
    std::vector<clock_reading> read(2 * multiprocessors_);
    check(cudaMemcpy(read.data(), clocks_.address, read.size() * sizeof read[0], cudaMemcpyDeviceToHost), "cudaMemcpy");
    double nanoseconds = 0, cycles = 0;
    for (unsigned one = 0; one < multiprocessors_; ++one) {
        const clock_reading &before = read[one], &after = read[multiprocessors_ + one];
        const bool both = before.nanoseconds != 0 && after.nanoseconds > before.nanoseconds;
        if (!both || static_cast<double>(after.nanoseconds - before.nanoseconds) < shortest) continue;
        nanoseconds += static_cast<double>(after.nanoseconds - before.nanoseconds);
        cycles += static_cast<double>(after.cycles - before.cycles);
    }
    const double kilohertz = attribute_of_gpu(cudaDevAttrClockRate);
    return nanoseconds != 0 && cycles / nanoseconds * 1e6 < least * kilohertz;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
