// 03: four neighbours a thread, indices and results in 16-byte accesses
// Indices and results are used once: they are marked streaming, and leave the caches to the elements.
#include <ladders/gather/problem.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, neighbours: their indices are 16 bytes or 32.
inline constexpr unsigned in_flight = 4;

template <class T>
struct neighbours {
    T element[in_flight];
};
/// The same as 16-byte accesses move them.
template <class T>
struct words_of_neighbours {
    uint4 word[sizeof(neighbours<T>) / sizeof(uint4)];
};

/// From an address that is a multiple of 16, by accesses of data that is used once.
template <class T>
__device__ neighbours<T> read_once(const T* from) {
    words_of_neighbours<T> raw;
    const uint4* word = reinterpret_cast<const uint4*>(from);
#pragma unroll
    for (uint4& to : raw.word) to = __ldcs(word++);
    return __builtin_bit_cast(neighbours<T>, raw);
}
template <class T>
__device__ void write_once(T* to, const neighbours<T>& elements) {
    const auto raw = __builtin_bit_cast(words_of_neighbours<T>, elements);
    uint4* word = reinterpret_cast<uint4*>(to);
#pragma unroll
    for (const uint4& from : raw.word) __stcs(word++, from);
}

template <class T, class Index>
__global__ void vector_indices(const T* input, const Index* indices, T* output, std::uint64_t elements,
                               std::uint64_t pieces) {
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (me < pieces) {
        const neighbours<Index> from = read_once(indices + me * in_flight);
        neighbours<T> found;
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) found.element[k] = __ldg(input + from.element[k]);
        write_once(output + me * in_flight, found);
    }
    const std::uint64_t rest = pieces * in_flight + me;
    if (rest < elements) output[rest] = input[indices[rest]];
}

static const registration vector_indices_rung{{
    .pattern = "gather",
    .number = 3,
    .follows = 2,
    .name = "vectors of indices, streaming",
    .fault = "indices come 4 bytes at a time",
    .change = "16-byte loads and stores",
    .idea = "A 16-byte load brings four indices, four elements are in flight, and one 16-byte store writes the "
            "results. Indices and results bypass the caches.",
    .hypothesis = "Indices and results take a quarter of the requests, of 16 sectors each: instructions fall.",
    .expectations = {{"instructions", direction::falls}, {"global_sectors", direction::stays}},
    .source = "Luitjens 2013, vectorized memory access",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_item_and_index(with, [&]<class T, class Index>(T, Index) {
                const auto addresses =
                    reinterpret_cast<std::uintptr_t>(with.side_input) | reinterpret_cast<std::uintptr_t>(with.output);
                const std::uint64_t pieces = addresses % 16 == 0 ? with.elements / in_flight : 0;
                const std::uint64_t threads = std::max(pieces, with.elements - pieces * in_flight);
                launch_on(with, blocks_for(threads, block_size), block_size, 0, vector_indices<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements, pieces);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
