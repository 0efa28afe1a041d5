// 02: co-ranks
// A thread finds by one search where its range of the merged sequence begins in both sequences, and merges the range.
#include <ladders/merge/gpu/range.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

__global__ void merge_ranges(sequences of) {
    const std::uint64_t place = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * 16;
    merge_range<16>(of.first, of.second, place, [&](unsigned r, key next) { of.merged[place + r] = next; });
}

static const registration co_ranks_rung{{
    .pattern = "merge",
    .number = 2,
    .follows = 1,
    .name = "co-ranks",
    .fault = "a search for each key",
    .change = "a search for 16 keys",
    .idea = "Each thread merges 16 neighbouring keys of the result. A binary search finds the co-rank: how many keys "
            "before "
            "these come from the first sequence. From there the thread merges like a serial loop.",
    .hypothesis = "One search serves 16 keys, so global bytes fall. Lanes read and write 64 bytes apart, so global "
                  "sectors rise.",
    .expectations = {{"global_bytes_requested", direction::falls}, {"global_sectors", direction::rises}},
    .source = "Siebert and Traeff 2012, Efficient MPI Implementation of a Parallel, Stable Merge Algorithm; Hwu, Kirk "
              "and El Hajj 2022, chapter 12",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_on(with, blocks_for(with.elements, 16 * block_size), block_size, 0, merge_ranges,
                      sequences_of(with));
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
