// Where the data of a library's call are while it runs: where they were given, if its policy reads that, else in the
// device's memory, with a copy there and back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ladders/library.hpp>
#include <strider/core/launch.hpp>
#include <strider/core/policy.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/policy.hpp>
#endif

namespace strider::ladders {

/// The memory of one call, or of one that is fed in pieces; all of it is given back with it.
template <class Policy>
class memory_for {
public:
    explicit memory_for(const Policy&, bool = false) {}

    /// Elements are taken in groups of about so many bytes: a second reduction then reads them from a cache.
    static constexpr std::size_t group_bytes = std::size_t{4} << 20;

    template <class T>
    const T* read(const T* from_host, std::uint64_t) {
        return from_host;
    }
    /// The host's values, to be changed.
    template <class T>
    T* update(T* on_host, std::uint64_t) {
        return on_host;
    }
    /// What the policy writes, all of it.
    template <class T>
    T* write(T* on_host, std::uint64_t) {
        return on_host;
    }
    template <class T>
    T* scratch(std::uint64_t count) {
        scratch_.push_back(std::make_unique<std::byte[]>(count * sizeof(T)));
        return reinterpret_cast<T*>(scratch_.back().get());
    }
    /// Waits for the call, and brings back what it wrote.
    void finish() {}

private:
    std::vector<std::unique_ptr<std::byte[]>> scratch_;
};

#if defined(__CUDACC__)
template <>
class memory_for<gpu> {
public:
    /// `on_device`: what is given is in the device's memory already.
    explicit memory_for(const gpu& policy, bool on_device = false) : stream_(policy.stream), on_device_(on_device) {}
    memory_for(const memory_for&) = delete;
    memory_for& operator=(const memory_for&) = delete;
    ~memory_for() {
        for (void* const address : addresses_) cudaFree(address);
    }

    static constexpr std::size_t group_bytes = std::size_t{64} << 20;

    template <class T>
    const T* read(const T* from_host, std::uint64_t count) {
        if (on_device_) return from_host;
        T* const there = scratch<T>(count);
        copy(there, from_host, count * sizeof(T), cudaMemcpyHostToDevice);
        return there;
    }
    template <class T>
    T* update(T* on_host, std::uint64_t count) {
        if (on_device_) return on_host;
        T* const there = write(on_host, count);
        copy(there, on_host, count * sizeof(T), cudaMemcpyHostToDevice);
        return there;
    }
    template <class T>
    T* write(T* on_host, std::uint64_t count) {
        if (on_device_) return on_host;
        T* const there = scratch<T>(count);
        results_.push_back({on_host, there, count * sizeof(T)});
        return there;
    }
    template <class T>
    T* scratch(std::uint64_t count) {
        void* address = nullptr;
        const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
        if (const cudaError_t status = cudaMalloc(&address, bytes); status != cudaSuccess) {
            throw refusal("gpu has no " + std::to_string(bytes) + " bytes of memory free for this (" +
                          cudaGetErrorString(status) + "); --device cpu may take it in pieces");
        }
        addresses_.push_back(address);
        return static_cast<T*>(address);
    }
    void finish() {
        if (on_device_) return;
        for (const result& one : results_) copy(one.on_host, one.there, one.bytes, cudaMemcpyDeviceToHost);
        check(cudaStreamSynchronize(stream_), "the library's call");
    }

private:
    struct result {
        void* on_host;
        const void* there;
        std::size_t bytes;
    };

    void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind way) {
        if (bytes != 0) check(cudaMemcpyAsync(to, from, bytes, way, stream_), "cudaMemcpyAsync");
    }

    cudaStream_t stream_;
    bool on_device_;
    std::vector<void*> addresses_;
    std::vector<result> results_;
};
#endif

/// What the calls of all patterns have: the policy, and whether they are given the device's memory.
template <class Policy>
class library_on : public library {
public:
    library_on(const Policy& policy, bool on_device) : policy_(policy), on_device_(on_device) {}

protected:
    memory_for<Policy> memory() const { return memory_for<Policy>(policy_, on_device_); }

    Policy policy_;
    bool on_device_;
};

inline namespace STRIDER_TARGET {

#if defined(STRIDER_DEVICE_CODE)
/// Opens `Calls<device_policy>`, for registration.
template <template <class> class Calls>
library_entry device_library(std::string_view pattern) {
#if defined(__CUDACC__)
    return {"gpu", pattern, [](const call_order& order) -> std::unique_ptr<library> {
                return std::make_unique<Calls<gpu>>(gpu{static_cast<cudaStream_t>(order.stream)}, order.on_device);
            }};
#else
    return {"simt", pattern,
            [](const call_order&) -> std::unique_ptr<library> { return std::make_unique<Calls<simt>>(simt{}, false); }};
#endif
}
#else
/// Opens `Calls<Policy>`, of serial and cpu, for registration.
template <template <class> class Calls, class Policy>
library_entry host_library(std::string_view pattern) {
    return {
        std::is_same_v<Policy, serial> ? "serial" : "cpu", pattern,
        [](const call_order&) -> std::unique_ptr<library> { return std::make_unique<Calls<Policy>>(Policy{}, false); }};
}
#endif

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
