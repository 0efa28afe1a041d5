// The GPU as a device of the lab.
#include <cuda_runtime.h>
#include <cub/version.cuh>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include <ladders/device.hpp>
#include <ladders/devices/gpu_roof.hpp>
#include <ladders/ranks.hpp>
#include <strider/core/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

namespace {

struct gpu_memory {
    void* address = nullptr;
    explicit gpu_memory(std::size_t bytes) {
        check(cudaMalloc(&address, std::max<std::size_t>(bytes, 16)), "cudaMalloc");
    }
    gpu_memory(const gpu_memory&) = delete;
    gpu_memory& operator=(const gpu_memory&) = delete;
    ~gpu_memory() { cudaFree(address); }
};

class gpu_event {
public:
    gpu_event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
    gpu_event(const gpu_event&) = delete;
    gpu_event& operator=(const gpu_event&) = delete;
    ~gpu_event() { cudaEventDestroy(event_); }
    void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
    void wait() { check(cudaEventSynchronize(event_), "cudaEventSynchronize"); }
    double microseconds_since(const gpu_event& start) const {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
        return milliseconds * 1e3;
    }

private:
    cudaEvent_t event_{};
};

int attribute(cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, 0), "cudaDeviceGetAttribute");
    return value;
}

double microseconds(std::chrono::steady_clock::duration d) {
    return std::chrono::duration<double, std::micro>(d).count();
}

class gpu final : public device {
public:
    gpu() {
        check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
        cache_bytes_ = static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize));
    }
    ~gpu() override { cudaStreamDestroy(stream_); }

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
                 {"clock", megahertz(attribute(cudaDevAttrClockRate))},
                 {"memory_clock", megahertz(attribute(cudaDevAttrMemoryClockRate))},
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

    std::vector<std::vector<double>> time(const std::vector<std::pair<const rung*, arguments>>& entries,
                                          const timing_options& how) override {
        std::vector<std::vector<double>> samples(entries.size());
        const auto sample = [&](std::size_t e) {
            const arguments with = on_this_device(entries[e].second);
            return how.cold ? timed_cold([&] { entries[e].first->run(with); })
                            : timed([&] { entries[e].first->run(with); });
        };
        for (unsigned w = 0; w < how.warm_up; ++w) {
            for (std::size_t e = 0; e < entries.size(); ++e) sample(e);
        }
        const auto start = std::chrono::steady_clock::now();
        for (unsigned s = 0; s < how.samples; ++s) {
            if (s >= 5 && microseconds(std::chrono::steady_clock::now() - start) > how.seconds * 1e6) break;
            for (std::size_t e = 0; e < entries.size(); ++e) samples[e].push_back(sample(e));
        }
        return samples;
    }

    program_times time_program(const rung& entry, arguments with, const void* input, std::size_t input_bytes,
                               void* output, std::size_t output_bytes) override {
        using clock = std::chrono::steady_clock;
        with = on_this_device(with);
        const std::size_t scratch_bytes = entry.scratch_bytes(with);
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");

        const auto t0 = clock::now();
        void* const device_input = allocate(input_bytes);
        void* const device_output = allocate(output_bytes);
        void* const scratch = scratch_bytes == 0 ? nullptr : allocate(scratch_bytes);
        const auto t1 = clock::now();
        copy_in(device_input, input, input_bytes);
        const auto t2 = clock::now();
        with.input = device_input;
        with.output = device_output;
        with.scratch = scratch;
        entry.run(with);
        check(cudaStreamSynchronize(stream_), entry.name);
        const auto t3 = clock::now();
        copy_out(output, device_output, output_bytes);
        const auto t4 = clock::now();
        release(scratch);
        release(device_output);
        release(device_input);
        const auto t5 = clock::now();
        return {microseconds(t1 - t0), microseconds(t2 - t1), microseconds(t3 - t2), microseconds(t4 - t3),
                microseconds(t5 - t4)};
    }

    /// Counters of a GPU come from CUPTI, which this module does not read yet: the executor's are the same.
    std::optional<observation> observe(const rung&, const arguments&, const observing_options&) override {
        return std::nullopt;
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
                const double sample = timed_cold([&] { kernel(on); });
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

    std::unique_ptr<library> library_of(std::string_view pattern) override {
        return open_library("gpu", pattern, stream_);
    }

private:
    unsigned multiprocessors() const { return static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount)); }

    arguments on_this_device(arguments with) const {
        with.stream = stream_;
        with.multiprocessors = multiprocessors();
        return with;
    }

    /// Microseconds between two events around `work`, which is enqueued behind what the stream still has to do.
    template <class Work>
    double timed(Work work) {
        start_.record(stream_);
        work();
        stop_.record(stream_);
        stop_.wait();
        return stop_.microseconds_since(start_);
    }

    /// The same with the caches full of other data: twice the L2 is written, and twice the L2 of other memory is read
    /// afterwards, by loads that stay, so that no dirty line is left whose write-back would fall into the timed part.
    template <class Work>
    double timed_cold(Work work) {
        const std::size_t bytes = 2 * cache_bytes_;
        if (!flushed_) flushed_ = std::make_unique<gpu_memory>(2 * bytes + 16);
        unsigned char* const written = static_cast<unsigned char*>(flushed_->address);
        check(cudaMemsetAsync(written, 1, bytes, stream_), "cudaMemsetAsync");
        fill_caches({written + bytes, bytes, written + 2 * bytes, multiprocessors(), stream_});
        return timed(work);
    }

    cudaStream_t stream_{};
    gpu_event start_, stop_;
    std::size_t cache_bytes_;
    std::unique_ptr<gpu_memory> flushed_;
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
