// The GPU as a place for the conformance suites.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <strider/cuda/policy.hpp>

namespace strider::test {

/// A copy of some elements in device memory, `offset` elements after an aligned address.
template <class T>
class cuda_buffer {
public:
    explicit cuda_buffer(std::span<const T> elements, std::size_t offset = 0) : size_(elements.size()) {
        check(cudaMalloc(&memory_, (size_ + offset) * sizeof(T) + 1), "cudaMalloc");
        first_ = static_cast<T*>(memory_) + offset;
        check(cudaMemcpy(first_, elements.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");  // streams of tests do not wait for the default one
    }
    explicit cuda_buffer(const std::vector<T>& elements, std::size_t offset = 0)
        : cuda_buffer(std::span<const T>(elements), offset) {}
    cuda_buffer(const cuda_buffer&) = delete;
    cuda_buffer& operator=(const cuda_buffer&) = delete;
    ~cuda_buffer() { cudaFree(memory_); }

    std::span<const T> range() const { return {first_, size_}; }
    T* address() const { return first_; }
    T value() const {
        T copy;
        check(cudaMemcpy(&copy, first_, sizeof copy, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return copy;
    }
    std::vector<T> values() const {
        std::vector<T> copy(size_);
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        check(cudaMemcpy(copy.data(), first_, size_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return copy;
    }

private:
    void* memory_ = nullptr;
    T* first_ = nullptr;
    std::size_t size_;
};

struct cuda_place {
    static constexpr std::uint64_t largest = (std::uint64_t{1} << 20) + 1;
    static constexpr std::uint64_t largest_scan = 2'500'003;
    static constexpr std::uint64_t largest_histogram = 100'000;
    static cuda policy() { return {}; }
    template <class T>
    using buffer = cuda_buffer<T>;
};

/// For compute-sanitizer.
struct small_cuda_place : cuda_place {
    static constexpr std::uint64_t largest = 9999;
    static constexpr std::uint64_t largest_scan = 9999;
    static constexpr std::uint64_t largest_histogram = 9999;
};

}  // namespace strider::test
