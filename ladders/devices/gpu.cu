// The GPU as a device of the lab.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cub/version.cuh>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <ladders/devices/gpu_counters.hpp>
#include <ladders/devices/gpu_programs.hpp>
#include <ladders/devices/gpu_roof.hpp>
#include <ladders/devices/gpu_timer.hpp>
#include <ladders/harness/device.hpp>
#include <ladders/harness/ranks.hpp>
#include <strider/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

namespace {

class gpu final : public device {
public:
    gpu() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~gpu() override {
        timer_.reset();
        cudaStreamDestroy(stream_);
    }

    device_facts facts() override {
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
        int driver = 0, runtime = 0;
        check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
        check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
        const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
        const auto megahertz = [](int kilohertz) { return std::to_string(kilohertz / 1000) + " MHz"; };
        return {properties.name,
                {{"compute_capability", std::to_string(properties.major) + "." + std::to_string(properties.minor)},
                 {"multiprocessors", std::to_string(properties.multiProcessorCount)},
                 {"memory_mib", std::to_string(properties.totalGlobalMem >> 20)},
                 {"l2_mib", std::to_string(properties.l2CacheSize >> 20)},
                 {"clock", megahertz(attribute_of_gpu(cudaDevAttrClockRate))},
                 {"memory_clock", megahertz(attribute_of_gpu(cudaDevAttrMemoryClockRate))},
                 {"driver_cuda", version(driver)},
                 {"runtime_cuda", version(runtime)},
                 {"compiler", "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                                  std::to_string(__CUDACC_VER_MINOR__) + "." + std::to_string(__CUDACC_VER_BUILD__)},
                 {"flags", STRIDER_DEVICE_FLAGS},
                 {"cub", std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
                             std::to_string(CUB_SUBMINOR_VERSION)}}};
    }

    const std::vector<rung>& rungs() const override { return registry(); }

    void* allocate(std::size_t bytes) override {
        void* memory = nullptr;
        check(cudaMalloc(&memory, std::max<std::size_t>(bytes, 16)), "cudaMalloc");
        return memory;
    }
    void release(void* memory) noexcept override { cudaFree(memory); }
    // On the stream of the kernels: a plain cudaMemcpy from pageable memory returns before its last bytes have arrived,
    // and this stream does not wait for the default one.
    void copy_in(void* to, const void* from_host, std::size_t bytes) override {
        check(cudaMemcpyAsync(to, from_host, bytes, cudaMemcpyHostToDevice, stream_), "cudaMemcpy to the device");
        check(cudaStreamSynchronize(stream_), "cudaMemcpy to the device");
    }
    void copy_out(void* to_host, const void* from, std::size_t bytes) override {
        check(cudaMemcpyAsync(to_host, from, bytes, cudaMemcpyDeviceToHost, stream_), "cudaMemcpy from the device");
        check(cudaStreamSynchronize(stream_), "cudaMemcpy from the device");
    }

    void run(const rung& entry, const arguments& with) override {
        entry.run(on_this_device(with));
        check(cudaStreamSynchronize(stream_), entry.name);
    }

    sampler sampler_of(const rung& entry, const arguments& with, bool cold) override {
        const gpu_timer::work enqueue = [&entry, with = on_this_device(with)] { entry.run(with); };
        if (!cold) return timer().hot(enqueue);
        return [this, enqueue] { return timer().cold(enqueue); };
    }

    std::vector<copying> ways_of_copying() const override {
        return {copying::pageable, copying::pinned, copying::overlapped};
    }

    program_times time_program(const rung& entry, arguments with, const program_data& data, copying how) override {
        with = on_this_device(with);
        if (how == copying::overlapped) return time_overlapped_programs(entry, with, data);
        return time_single_program(entry, with, data, how == copying::pinned, stream_);
    }

    /// Rungs leave their inputs alone and write their whole output, so that they may run again for each pass. Without
    /// counters of ours, profilers that wait for cudaProfilerStart see the first call alone, and no timed launch.
    std::optional<observation> observe(const rung& entry, const arguments& with,
                                       const observing_options& options) override {
        observation seen;
        if (!options.hardware) {
            if (!options.detailed) return std::nullopt;
            check(cudaProfilerStart(), "cudaProfilerStart");
            run(entry, with);
            check(cudaProfilerStop(), "cudaProfilerStop");
            return seen;
        }
        try {
            if (!counters_) counters_ = std::make_unique<gpu_counters>();
            seen.counters = counters_->count([this] { timer().fill_with_other_data(); }, [&] { run(entry, with); });
        } catch (const counters_refused& why) {
            seen.refused = why.what();
            run(entry, with);
        }
        return seen;
    }

    std::optional<double> roof(traffic mix, std::size_t bytes) override {
        const std::size_t words = std::clamp<std::size_t>(bytes / 32, 2048, std::size_t{1} << 27);
        const gpu_memory memory(words * 32), spare(16);
        check(cudaMemsetAsync(memory.address, 0x33, words * 32, stream_), "cudaMemset");
        const gpu_traffic on{memory.address, words * 32, spare.address, multiprocessors(), stream_};
        double best = 0;
        for (const auto kernel : roof_kernels(mix)) {
            std::vector<double> samples;
            for (int s = 0; s < 12; ++s) {
                const double sample = timer().cold([&] { kernel(on); }).microseconds;
                if (s >= 2) samples.push_back(sample);
            }
            std::ranges::sort(samples);
            best = std::max(best, static_cast<double>(on.bytes) / samples[samples.size() / 2] * 1e-3);
        }
        return best;
    }

    unsigned ranks() const override {
        int count = 0;
        check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
        return static_cast<unsigned>(count);
    }
    ranks_result run_on_ranks(std::string_view pattern, const instance& of, unsigned ranks,
                              const timing_options& how) override {
        return call_on_ranks(pattern, of, ranks, how);
    }

private:
    gpu_timer& timer() {  // what times nothing goes without its memory
        if (!timer_) timer_ = std::make_unique<gpu_timer>(stream_);
        return *timer_;
    }

    unsigned multiprocessors() const { return static_cast<unsigned>(attribute_of_gpu(cudaDevAttrMultiProcessorCount)); }

    arguments on_this_device(arguments with) const {
        with.stream = stream_;
        with.multiprocessors = multiprocessors();
        return with;
    }

    cudaStream_t stream_{};
    std::unique_ptr<gpu_timer> timer_;  ///< on that stream
    std::unique_ptr<gpu_counters> counters_;
};

}  // namespace

device* open_gpu(std::string& why) {
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found != cudaSuccess || count == 0) {
        why = std::string("no GPU that CUDA can use: ") +
              (found != cudaSuccess ? cudaGetErrorString(found) : "none is present");
        return nullptr;
    }
    return new gpu;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders

extern "C" __attribute__((visibility("default"))) strider::ladders::device* strider_open_device(const char*,
                                                                                                std::string& why) {
    return strider::ladders::open_gpu(why);
}
// SPDX-License-Identifier: Apache-2.0
