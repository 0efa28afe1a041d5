// Shared by the comparisons of library_gpu.cu: elements in device memory, two calls in turns, equality of results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <thrust/equal.h>
#include <thrust/execution_policy.h>

#include <cuda/functional>

#include <strider/core/cuda_error.hpp>

namespace strider::benchmark {

using detail::check;

/// Device memory, filled with what `hash` makes of indices.
template <class T>
struct memory {
    explicit memory(std::uint64_t count) : count(count) {
        check(cudaMalloc(reinterpret_cast<void**>(&first), count * sizeof(T)), "cudaMalloc");
    }
    memory(const memory&) = delete;
    memory& operator=(const memory&) = delete;
    ~memory() { cudaFree(first); }
    std::span<T> range() const { return {first, count}; }
    std::vector<T> front(std::uint64_t few) const {
        std::vector<T> copy(few);
        check(cudaMemcpy(copy.data(), first, few * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return copy;
    }
    T* first = nullptr;
    std::uint64_t count;
};

struct hash {
    __host__ __device__ std::uint64_t operator()(std::uint64_t i) const {
        i = (i + 1) * 0x9e3779b97f4a7c15u;
        i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
        return (i ^ i >> 27) * 0x94d049bb133111ebu >> 7;
    }
};
template <class T>
struct element {
    __host__ __device__ T operator()(std::uint64_t i) const {
        const std::uint64_t bits = hash{}(i);
        if constexpr (std::is_floating_point_v<T>) return static_cast<T>(bits % 1'000'003) / T(1'000'003);
        return static_cast<T>(bits);
    }
};
struct bench {
    cudaStream_t stream = nullptr;
    cudaEvent_t begin = nullptr, end = nullptr;
    memory<unsigned char> flushed{std::uint64_t{256} << 20};
    bool all_right = true;

    bench() {
        check(cudaStreamCreate(&stream), "cudaStreamCreate");
        check(cudaEventCreate(&begin), "cudaEventCreate");
        check(cudaEventCreate(&end), "cudaEventCreate");
    }

    template <class Call>
    double time(Call call) {
        float ms = 0;
        check(cudaEventRecord(begin, stream), "cudaEventRecord");
        call();
        check(cudaEventRecord(end, stream), "cudaEventRecord");
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
        return ms * 1e3;
    }
    static double median(std::vector<double> all) {
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
        return all[all.size() / 2];
    }
    template <class Call>
    cudaGraphExec_t graph_of(Call call, int times) {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
        for (int i = 0; i < times; ++i) call();
        check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
        check(cudaGraphInstantiate(&executable, graph, 0), "cudaGraphInstantiate");
        cudaGraphDestroy(graph);
        return executable;
    }

    /// `theirs(scratch, bytes)` is CUB's call; `same()` compares what both have left.
    template <class Ours, class Theirs, class Same>
    void compare(const std::string& what, std::uint64_t elements, double bytes, Ours ours, Theirs theirs, Same same) {
        std::size_t scratch_bytes = 0;
        check(theirs(nullptr, scratch_bytes), "CUB");
        const memory<unsigned char> scratch(scratch_bytes);
        const auto their_call = [&] { check(theirs(scratch.first, scratch_bytes), "CUB"); };
        ours();
        their_call();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        if (!same()) {
            std::printf("%-34s 2^%-3d DIFFERENT RESULTS\n", what.c_str(), static_cast<int>(std::log2(elements)));
            all_right = false;
            return;
        }
        const auto cold = [&](auto call) {
            check(cudaMemsetAsync(flushed.first, 1, flushed.count, stream), "cudaMemset");
            return time(call);
        };
        std::vector<double> mine, its, my_graph, its_graph;
        for (int round = 0; round < 11; ++round) {
            mine.push_back(cold(ours));
            its.push_back(cold(their_call));
        }
        const int times = elements < std::uint64_t{1} << 24 ? 20 : 4;
        cudaGraphExec_t graphs[] = {graph_of(ours, times), graph_of(their_call, times)};
        for (int round = 0; round < 5; ++round) {
            my_graph.push_back(time([&] { check(cudaGraphLaunch(graphs[0], stream), "cudaGraphLaunch"); }));
            its_graph.push_back(time([&] { check(cudaGraphLaunch(graphs[1], stream), "cudaGraphLaunch"); }));
        }
        for (cudaGraphExec_t graph : graphs) cudaGraphExecDestroy(graph);
        std::printf("%-34s 2^%-3d %10.1f us %7.0f GB/s %8.2f %8.2f\n", what.c_str(),
                    static_cast<int>(std::log2(elements)), median(mine), bytes / median(mine) / 1e3,
                    median(its) / median(mine), median(its_graph) / median(my_graph));
        std::fflush(stdout);
    }
};

template <class T>
const char* const name_of = std::is_same_v<T, std::int8_t>     ? "i8"
                            : std::is_same_v<T, std::int32_t>  ? "i32"
                            : std::is_same_v<T, std::uint32_t> ? "u32"
                            : std::is_same_v<T, std::uint64_t> ? "u64"
                            : std::is_same_v<T, float>         ? "f32"
                                                               : "f64";

struct near {
    template <class T>
    __host__ __device__ bool operator()(T x, T y) const {
        if constexpr (std::is_integral_v<T>) return x == y;
        return std::abs(x - y) <= T(1e-4) * (std::abs(x) + T(1));
    }
};
/// The first `few` elements of both, compared where they are.
template <class T, class Same = cuda::std::equal_to<T>>
bool same_elements(const memory<T>& a, const memory<T>& b, std::uint64_t few, Same same = {}) {
    return thrust::equal(thrust::device, a.first, a.first + few, b.first, same);
}
template <class T>
bool near_elements(const memory<T>& a, const memory<T>& b, std::uint64_t few) {
    return same_elements(a, b, few, near{});
}

/// A call of ours in the place of CUB's.
template <class Call>
auto instead_of_cub(Call call) {
    return [call](void* s, std::size_t& b) {
        s == nullptr ? static_cast<void>(b = 1) : call();
        return cudaSuccess;
    };
}

}  // namespace strider::benchmark
// SPDX-License-Identifier: Apache-2.0
