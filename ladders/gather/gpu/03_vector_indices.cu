// 03: four neighbours a thread, indices and results in 16-byte accesses
// Indices and results are used once: they are marked streaming, and leave the caches to the elements.
#include <ladders/gather/problem.hpp>
#include <ladders/gpu_rung.hpp>
#include <strider/cuda/block/tile.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, neighbours: their indices are 16 bytes or 32.
inline constexpr unsigned in_flight = 4;

/// A piece at an aligned address, by accesses of data that is used once.
template <class Piece>
__device__ Piece read_once(const Piece* from) {
    using words = strider::detail::words_of_piece<Piece>;
    const auto* const at = reinterpret_cast<const typename words::word*>(from);
    words raw;
#pragma unroll
    for (unsigned w = 0; w < words::count; ++w) raw.of[w] = __ldcs(at + w);
    return __builtin_bit_cast(Piece, raw);
}
template <class Piece>
__device__ void write_once(Piece* to, const Piece& value) {
    using words = strider::detail::words_of_piece<Piece>;
    const words raw = __builtin_bit_cast(words, value);
    auto* const at = reinterpret_cast<typename words::word*>(to);
#pragma unroll
    for (unsigned w = 0; w < words::count; ++w) __stcs(at + w, raw.of[w]);
}

template <class T, class Index>
__global__ void vector_indices(const T* input, const Index* indices, T* output, std::uint64_t elements,
                               std::uint64_t pieces) {
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (me < pieces) {
        const auto from = read_once(reinterpret_cast<const piece<Index, in_flight>*>(indices) + me);
        piece<T, in_flight> found;
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) found.element[k] = __ldg(input + from.element[k]);
        write_once(reinterpret_cast<piece<T, in_flight>*>(output) + me, found);
    }
    const std::uint64_t rest = pieces * in_flight + me;
    if (rest < elements) output[rest] = input[indices[rest]];
}

static const registration vector_indices_rung{{
    .pattern = "gather",
    .number = 3,
    .follows = 2,
    .name = "vectors of indices, streaming",
    .idea = "Four neighbouring indices in one 16-byte load, four elements in flight, one 16-byte store; both pass the "
            "caches by.",
    .hypothesis = "A quarter of the requests for indices and results, with 16 sectors each: instructions fall.",
    .expectations = {{"instructions", direction::falls}, {"global_sectors", direction::stays}},
    .source = "Luitjens 2013, vectorized memory access",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_item_and_index(with, [&]<class T, class Index>(T, Index) {
                const T* const output = static_cast<const T*>(with.output);
                const contiguous<Index> indices{static_cast<const Index*>(with.side_input)};
                const bool aligned = readable_in_pieces<in_flight>(indices) && writable_in_pieces<in_flight>(output);
                const std::uint64_t pieces = aligned ? with.elements / in_flight : 0;
                const std::uint64_t threads = std::max(pieces, with.elements - pieces * in_flight);
                launch_on(with, blocks_for(threads, block_size), block_size, 0, vector_indices<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements, pieces);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
