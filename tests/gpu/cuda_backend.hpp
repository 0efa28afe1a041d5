// The GPU as a backend for the conformance suites.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include <strider/cuda/policy.hpp>

namespace strider::test {

using detail::check;

/// A copy of some elements in device memory, `offset` elements after an aligned address.
template <class T>
class cuda_buffer {
public:
    explicit cuda_buffer(std::span<const T> elements, std::size_t offset = 0) : size_(elements.size()) {
        check(cudaMalloc(&memory_, (size_ + offset) * sizeof(T) + 1), "cudaMalloc");
        first_ = static_cast<T*>(memory_) + offset;
        assign(elements);
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
    void assign(std::span<const T> elements) const {
        check(cudaMemcpy(first_, elements.data(), elements.size_bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");  // streams of tests do not wait for the default one
    }

private:
    void* memory_ = nullptr;
    T* first_ = nullptr;
    std::size_t size_;
};

/// Device memory for elements that the host need not hold; at first, every byte of them is `byte`.
template <class T>
struct cuda_memory {
    explicit cuda_memory(std::uint64_t elements, int byte = 0) : count(elements) {
        check(cudaMalloc(reinterpret_cast<void**>(&first), count * sizeof(T)), "cudaMalloc");
        fill(byte, 0, count);
    }
    cuda_memory(const cuda_memory&) = delete;
    cuda_memory& operator=(const cuda_memory&) = delete;
    ~cuda_memory() { cudaFree(first); }

    std::span<T> range() const { return {first, count}; }
    std::vector<T> part(std::uint64_t from, std::size_t few) const {
        std::vector<T> copy(few);
        check(cudaMemcpy(copy.data(), first + from, few * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return copy;
    }
    T at(std::uint64_t i) const { return part(i, 1)[0]; }
    void put(std::uint64_t i, T value) const {
        check(cudaMemcpy(first + i, &value, sizeof value, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    void fill(int byte, std::uint64_t from, std::uint64_t elements) const {
        check(cudaMemset(first + from, byte, elements * sizeof(T)), "cudaMemset");
    }

    T* first = nullptr;
    std::uint64_t count;
};

class own_stream {
public:
    own_stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate"); }
    ~own_stream() { cudaStreamDestroy(stream); }
    own_stream(const own_stream&) = delete;
    own_stream& operator=(const own_stream&) = delete;
    cudaStream_t stream = nullptr;
};

/// A graph of the work that `work` starts on the stream.
class captured_graph {
public:
    template <class Work>
    captured_graph(cudaStream_t stream, const Work& work) : stream_(stream) {
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
        work();
        check(cudaStreamEndCapture(stream, &graph_), "cudaStreamEndCapture");
        check(cudaGraphInstantiate(&executable_, graph_, 0), "cudaGraphInstantiate");
    }
    captured_graph(const captured_graph&) = delete;
    captured_graph& operator=(const captured_graph&) = delete;
    ~captured_graph() {
        cudaGraphExecDestroy(executable_);
        cudaGraphDestroy(graph_);
    }
    void launch() const { check(cudaGraphLaunch(executable_, stream_), "cudaGraphLaunch"); }

private:
    cudaStream_t stream_;
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
};

/// Under compute-sanitizer all sizes would take hours; the few are those that change the shape of a launch.
inline const bool few_sizes = std::getenv("STRIDER_FEW_SIZES") != nullptr;

struct cuda_backend {
    static inline const std::uint64_t largest = few_sizes ? 9999 : (std::uint64_t{1} << 20) + 1;
    static inline const std::uint64_t largest_scan = few_sizes ? 9999 : 2'500'003;
    static inline const std::uint64_t largest_histogram = few_sizes ? 9999 : 100'000;
    static constexpr bool every_pair = false;
    static gpu policy() { return {}; }
    static gpu policy_with(workspace* scratch) { return {nullptr, scratch}; }
    template <class Work>
    static void on_a_stream_of_its_own(workspace* scratch, Work work) {
        const own_stream own;
        work(gpu{own.stream, scratch});
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
    }
    template <class T>
    using buffer = cuda_buffer<T>;
};

using device_backend = cuda_backend;

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
