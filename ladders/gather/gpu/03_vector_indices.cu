// 03: four neighbours a thread, indices and results in 16-byte accesses
// Indices and results are used once: they are marked streaming, and leave the caches to the elements.
#include <ladders/gather/problem.hpp>
#include <ladders/gpu_rung.hpp>
#include <strider/cuda/block/tile.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, neighbours: their indices are 16 bytes or 32.
inline constexpr unsigned in_flight = 4;

template <class T, class Index>
__global__ void vector_indices(const T* input, const Index* indices, T* output, std::uint64_t elements,
                               std::uint64_t pieces) {
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (me < pieces) {
        const auto from = read_piece<in_flight, cache_modifier::streaming>(contiguous<Index>{indices}, me * in_flight);
        piece<T, in_flight> found;
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) found.element[k] = __ldg(input + from.element[k]);
        write_piece<cache_modifier::streaming>(output, me * in_flight, found);
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
