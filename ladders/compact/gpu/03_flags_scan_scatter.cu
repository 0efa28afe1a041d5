// 03: flags, scan, scatter
// The places of the kept elements are the exclusive scan of flags: in the order of the input, with no atomic.
#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <span>
#include <strider/scan.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void flag(const T* input, std::uint64_t elements, unsigned* flags, below<T> keep) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < elements) flags[i] = keep(input[i]) ? 1 : 0;
}

template <class T>
__global__ void scatter_kept(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count, below<T> keep,
                             const unsigned* places) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= elements) {
        if (elements == 0 && i == 0) *count = 0;
        return;
    }
    const T element = input[i];
    const bool mine = keep(element);
    const unsigned place = places[i];
    if (mine) kept[place] = element;
    if (i == elements - 1) *count = std::uint64_t{place} + (mine ? 1 : 0);
}

static const registration flags_rung{{
    .pattern = "compact",
    .number = 3,
    .follows = 2,
    .name = "flags, scan, scatter",
    .fault = "the order is left to chance",
    .change = "places by a scan of flags",
    .idea = "One launch writes a flag per element, a scan adds up the flags, and one launch stores the kept elements "
            "at the places of the scan. So the input's order is kept.",
    .hypothesis = "No element needs an atomic, and the input's order is kept. In exchange flags are written, scanned "
                  "and read: 26 bytes per element of 4 bytes, where 6 would do.",
    .expectations = {{"launches", direction::rises}, {"global_bytes_requested", direction::rises}},
    .source = "Bertini's lecture, applications of scan; Harris, Sengupta and Owens 2007, GPU Gems 3, chapter 39.3.1",
    .block = block_size,
    .most_elements = std::uint64_t{1} << 31,
    .scratch_bytes = [](const arguments& with) { return with.elements * sizeof(unsigned); },
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                unsigned* const flags = static_cast<unsigned*>(with.scratch);
                const std::uint64_t blocks = blocks_for(elements, block_size);
                launch_on(with, blocks, block_size, 0, flag<T>, input, elements, flags, keep);
                exclusive_scan(policy_of(with), std::span<const unsigned>(flags, elements),
                               std::span<unsigned>(flags, elements));
                launch_on(with, blocks, block_size, 0, scatter_kept<T>, input, elements, kept, count, keep, flags);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
