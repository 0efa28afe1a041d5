// Samples of kernel times on a GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <memory>

#include <ladders/harness/device.hpp>
#include <strider/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

using detail::check;

/// A value of one of the device's attributes.
int attribute_of_gpu(cudaDeviceAttr which);

/// Memory of the device, given back at the end of its scope.
struct gpu_memory {
    void* address = nullptr;
    explicit gpu_memory(std::size_t bytes);
    ~gpu_memory();
    gpu_memory(const gpu_memory&) = delete;
    gpu_memory& operator=(const gpu_memory&) = delete;
};

class gpu_event {
public:
    gpu_event();
    ~gpu_event();
    gpu_event(const gpu_event&) = delete;
    gpu_event& operator=(const gpu_event&) = delete;
    void record(cudaStream_t stream);
    void wait();
    double microseconds_since(const gpu_event& start) const;

private:
    cudaEvent_t event_{};
};

/// Times what is enqueued on one stream, and looks whether the GPU kept its clock meanwhile.
class gpu_timer {
public:
    using work = std::function<void()>;

    explicit gpu_timer(cudaStream_t stream);

    /// A single run with the caches full of other data.
    kernel_sample cold(const work& enqueue);

    /// Samples of the mean of many runs, data in the caches as the run before left them: a CUDA graph of them, so that
    /// what the host takes for a launch is no part of it. Work that a graph cannot hold, since it waits or allocates,
    /// is launched as often instead.
    sampler hot(work enqueue);

    /// Enqueues what leaves the caches full of other data.
    void fill_with_other_data();

private:
    /// `ahead` keeps the stream busy until the host has enqueued the rest.
    kernel_sample timed(const work& ahead, const work& measured);
    bool is_throttled() const;

    cudaStream_t stream_;
    unsigned multiprocessors_;
    std::size_t cache_bytes_;
    gpu_event start_, stop_;
    gpu_memory clocks_;
    std::unique_ptr<gpu_memory> other_data_;
};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
