// 08: as many bins as there are, in parts
// Against rung 7: a second dimension of the grid is parts of the bins. The blocks of a column read the same samples,
// each for its part; they run side by side, so that one brings the samples from memory and the others find them in L2.
#include <ladders/harness/vector_walk.hpp>
#include <ladders/histogram/gpu/counts.hpp>
#include <strider/cuda/policy.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

inline constexpr unsigned block_of_parts = 1024;

template <class T, class Binning>
__global__ __launch_bounds__(block_of_parts, 1) void parts_of_the_cells(const T* input, std::uint64_t elements,
                                                                        Binning binning, count* counts, unsigned part,
                                                                        unsigned copies) {
    unsigned* const counters = dynamic_shared<unsigned>();
    unsigned* const mine = counters + threadIdx.x % copies;
    const unsigned first = blockIdx.y * part, left = binning.bins + 1 - first;
    const unsigned size = part < left ? part : left;

    clear(counters, size * copies);
    visit_in_vectors<4>(input, elements, [&](T sample) __attribute__((always_inline)) {
        const unsigned place = binning.bin_of(sample) - first;  // huge where it is before
        if (place < size) atomicAdd(&mine[place * copies], 1u);
    });
    commit(counters, size - 1, copies, counts + first);
}

static const registration parts_of_the_cells_rung{{
    .pattern = "histogram",
    .number = 8,
    .follows = 7,
    .name = "bins in parts",
    .fault = "bins exceed shared memory",
    .change = "bins in parts",
    .idea = "If bins do not fit one multiprocessor, they are cut into parts. One block for each part reads the same "
            "samples at the same time.",
    .hypothesis = "Any number of bins fits shared memory. Each part reads all samples, but memory delivers them once, "
                  "and L2 serves the other parts. With one part, each sample costs one more comparison.",
    .expectations = {{"global_sectors", direction::stays}, {"time", direction::rises}},
    .source = "include/strider/cuda/histogram.hpp",
    .block = block_of_parts,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                const unsigned cells = bins_of(with) + 1;
                const unsigned room = static_cast<unsigned>(most_shared_bytes() / sizeof(unsigned));
                const unsigned parts = (cells + room - 1) / room, part = (cells + parts - 1) / parts;
                const unsigned copies = parts == 1 ? copies_for(with, most_shared_bytes()) : 1;
                const std::size_t bytes = std::size_t{copies} * part * sizeof(unsigned);
                const std::uint64_t columns =
                    std::max<std::uint64_t>(1, filling_blocks(with, block_of_parts, 1) / parts);
                allow_shared(parts_of_the_cells<T, Binning>, bytes);
                launch(parts_of_the_cells<T, Binning>,
                       {dim3(static_cast<unsigned>(columns), parts), dim3(block_of_parts), bytes, stream_of(with)},
                       input, with.elements, binning, counts, part, copies);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
