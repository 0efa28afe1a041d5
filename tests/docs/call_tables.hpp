// The names that the tables of docs/from-cub.md and docs/from-thrust.md call with: every row is a test in the emulator,
// which begins with the elements below. nvcc compiles the rows, beside those of CUB and Thrust, and runs none.
#pragma once

#if defined(__CUDACC__)
#include <thrust/adjacent_difference.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <cub/cub.cuh>
#else
#include <strider/emulator/memory.hpp>

#include "tests/library/emulator_backend.hpp"
#endif

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include <strider/adjacent_difference.hpp>
#include <strider/block.hpp>
#include <strider/compact.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/sort.hpp>
#include <strider/summary.hpp>
#include <strider/top_k.hpp>
#include <strider/views.hpp>
#include <strider/warp.hpp>

namespace calls {

using namespace strider;

struct is_odd {
    __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct one_if_odd {
    __host__ __device__ int operator()(int x) const { return x % 2 != 0; }
};
struct equals {
    int wanted;
    __host__ __device__ int operator()(int x) const { return x == wanted; }
};
struct itself {
    __host__ __device__ int operator()(int x) const { return x; }
};
struct plus_one {
    __host__ __device__ int operator()(int x) const { return x + 1; }
};
struct add_index {
    __host__ __device__ int operator()(int x, std::uint64_t i) const { return x + static_cast<int>(i); }
};
struct element_at {
    const int* data;
    __host__ __device__ int operator()(unsigned i) const { return data[i]; }
};
struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
/// Bit 1 of a number: bits 1 to 2 as CUB counts them.
struct bit_1 {
    __host__ __device__ bool operator()(int x) const { return (x & 2) != 0; }
};
/// The first value of a run.
struct first_of_two {
    __host__ __device__ int operator()(int a, int) const { return a; }
};
struct particle {
    int cell;
    float mass;
};

struct is_flagged {
    const unsigned char* flags;
    __host__ __device__ bool operator()(int i) const { return flags[i] != 0; }
};
struct sum_of_pair {
    __host__ __device__ int operator()(const strider::pair_of<int, int>& both) const {
        return both.first + both.second;
    }
};

/// Where the threads of a block read, and leave what they end with.
struct block_memory {
    const int* from;
    int* to;
    int* of_values;
    int* of_items;

    __device__ void keep(int value, const int (&items)[2]) const {
        of_values[threadIdx.x] = value;
        for (unsigned i = 0; i < 2; ++i) of_items[threadIdx.x * 2 + i] = items[i];
    }
};

// The names in a row of a block's calls: `value` is the thread's index, its items are the two that stand there.
#define NAMES_OF_A_THREAD(memory)                                                       \
    constexpr unsigned threads = 64;                                                    \
    [[maybe_unused]] __shared__ strider::block::scratch<int, threads> shared;           \
    [[maybe_unused]] __shared__ strider::block::exchange_scratch<int, threads, 2> room; \
    [[maybe_unused]] const int* const from = (memory).from;                             \
    [[maybe_unused]] int* const to = (memory).to;                                       \
    [[maybe_unused]] const unsigned lane = threadIdx.x % 32;                            \
    int value = static_cast<int>(threadIdx.x);                                          \
    int items[2] = {2 * value, 2 * value + 1}

#if defined(__CUDACC__)

// Further arguments of CUB's and Thrust's calls.
struct decompose {
    __host__ __device__ cuda::std::tuple<int&> operator()(particle& of) const { return {of.cell}; }
};
struct by_cell {
    __host__ __device__ bool operator()(const particle& a, const particle& b) const { return a.cell < b.cell; }
};
struct add_one {
    __host__ __device__ void operator()(int& x) const { ++x; }
};
struct store_square {
    int* to;
    __device__ void operator()(int i) const { to[i] = i * i; }
};
struct sum_of_both {
    __host__ __device__ int operator()(const thrust::tuple<int, int>& both) const {
        return thrust::get<0>(both) + thrust::get<1>(both);
    }
};

using namespace cub;
using backend = strider::gpu;
struct test {};
template <class T>
using device_array = std::vector<T>;  // never read
#define CALL(name)              \
    struct name : calls::page { \
        void run();             \
    };                          \
    void name::run()

#else

using backend = strider::emulator;
using test = testing::Test;
using strider::emulation::device_array;
#define CALL(name) TEST_F(page, name)

#endif

/// The elements that every row begins with, and room for results.
class page : public test {
    template <class T>
    static std::span<T> all(device_array<T>& array) {
        return {array.data(), array.size()};
    }

    device_array<int> values_{std::vector{3, 1, 4, 1, 5, 9, 2, 6}}, keys_{std::vector{1, 1, 2, 2, 2, 3, 3, 1}},
        offsets_{std::vector{0, 3, 3, 8}}, output_{std::vector<int>(8)}, unique_{std::vector<int>(8)},
        starts_{std::vector<int>(8)}, total_{std::vector{0}}, in_block_{std::vector<int>(128)},
        of_values_{std::vector<int>(64)}, of_items_{std::vector<int>(128)};
    device_array<unsigned> lengths_{std::vector<unsigned>(8)}, counts_{std::vector<unsigned>(1024)},
        indices_{std::vector<unsigned>{7, 6, 5, 4, 3, 2, 1, 0}};
    device_array<unsigned char> flags_{std::vector<unsigned char>{1, 0, 1, 0, 1, 0, 1, 0}},
        pixels_{std::vector<unsigned char>{10, 200, 30, 255, 140, 20, 30, 255}};
    device_array<float> samples_{std::vector<float>{0.5f, 1.5f, 1.5f, 9, -1, 2.5f, 3.5f, 0.5f}},
        edges_{std::vector<float>{0, 1, 2, 4}};
    device_array<particle> particles_{std::vector<particle>{{2, 1.0f}, {1, 0.5f}, {2, 0.25f}, {0, 2.0f}}};
    device_array<strider::located<int>> best_{std::vector<strider::located<int>>(1)};
    device_array<strider::extremes<int>> both_{std::vector<strider::extremes<int>>(1)};
    device_array<strider::outside> outside_{std::vector<strider::outside>(1)};
    device_array<std::uint64_t> count_{std::vector<std::uint64_t>(1)};

public:
    backend gpu;
    std::span<int> values = all(values_), keys = all(keys_), offsets = all(offsets_), output = all(output_),
                   unique = all(unique_), starts = all(starts_), in_block = all(in_block_), value = all(of_values_),
                   items = all(of_items_);
    std::span<unsigned> lengths = all(lengths_), counts = all(counts_), indices = all(indices_);
    std::span<unsigned char> flags = all(flags_), pixels = all(pixels_);
    std::span<float> samples = all(samples_), edges = all(edges_);
    std::span<particle> particles = all(particles_);
    strider::located<int>* best = best_.data();
    strider::extremes<int>* both = both_.data();
    strider::outside* outside = outside_.data();
    std::uint64_t* count = count_.data();
    int* total = total_.data();

    template <class Kernel>
    void run_a_block(Kernel kernel) {
        for (std::size_t i = 0; i < in_block.size(); ++i) in_block[i] = static_cast<int>(i);
        strider::launch(kernel, {dim3(1), dim3(64)},
                        block_memory{in_block.data(), in_block.data(), value.data(), items.data()});
    }

    /// That these are the first elements found, or the one value.
    template <class Found>
    void expect([[maybe_unused]] const Found& found, [[maybe_unused]] std::initializer_list<double> wanted) const {
#if !defined(__CUDACC__)
        std::size_t i = 0;
        for (const double each : wanted) {
            if constexpr (requires { found[i]; }) {
                EXPECT_EQ(static_cast<double>(found[i]), each) << "element " << i;
            } else {
                EXPECT_EQ(static_cast<double>(found), each);
            }
            ++i;
        }
#endif
    }

#if defined(__CUDACC__)  // as CUB and Thrust take them
    void* temp = nullptr;
    std::size_t bytes = 0;
    cudaStream_t stream = nullptr;
    decltype(thrust::cuda::par_nosync.on(nullptr)) on = thrust::cuda::par_nosync.on(stream);
    int n = 8;
    int *in = values.data(), *out = output.data();
    particle* sorted_particles = nullptr;
    KeyValuePair<int, int>* pairs = nullptr;
    unsigned* each_channel[3] = {};
    int levels[3] = {3, 3, 3}, lowest[3] = {}, highest[3] = {256, 256, 256};
#endif
};

}  // namespace calls

using namespace calls;
// SPDX-License-Identifier: Apache-2.0
