// 90: the library's own histogram, strider::histogram_into
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/histogram/gpu/counts.hpp>
#include <ladders/histogram/library_bins.hpp>
#include <limits>
#include <span>
#include <strider/histogram.hpp>
#include <type_traits>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

/// The ladder has one count of what is outside. One thread.
__global__ void add_outside(const outside* out, count* sum) { *sum = out->below + out->above + out->nan; }

static const registration library_rung{{
    .pattern = "histogram",
    .number = 90,
    .follows = 8,
    .name = "strider::histogram",
    .fault = "a launch clears the counts",
    .change = "the last block writes",
    .idea = "It works like rungs 7 and 8, and also counts samples below the bins, samples above them, and NaN. The "
            "last block writes the results, so no launch clears them first. This ladder wants one count of all samples "
            "outside: if there can be such samples, a small kernel adds up the three.",
    .hypothesis =
        "Up to 58,000 bins it works like rung 7. With more bins, it counts few samples like rung 8. For many "
        "samples, a block has up to 116,000 counters of 16 bits; more bins work like rung 9, if equally wide. "
        "Bytes are counted by value, and these counts are added to their bins.",
    .expectations = {{"global_sectors", direction::stays}},
    .source = "include/strider/cuda/histogram.hpp",
    .kind = rung_kind::library,
    .block = histogram_kernels::threads,
    .scratch_bytes = [](const arguments&) { return sizeof(outside); },
    .run =
        [](const arguments& with) {
            with_library_bins(with, [&]<class T, class Bins>(const T* samples, const Bins& bins) {
                if constexpr (sizeof(T) == 1 && std::is_same_v<Bins, strider::even_bins<edge<T>>>) {
                    if (bins.high > std::numeric_limits<T>::max()) {  // no byte is outside: one bin more, of zeros
                        const edge<T> width = (bins.high - bins.low) / static_cast<edge<T>>(bins.count);
                        const Bins all{bins.count + 1, bins.low, bins.high + width};
                        const std::span counts(static_cast<std::uint64_t*>(with.output), all.count);
                        histogram_into(policy_of(with), std::span(samples, with.elements), all, counts);
                        return;
                    }
                }
                const std::span counts(static_cast<std::uint64_t*>(with.output), bins_of(with));
                outside* const out = static_cast<outside*>(with.scratch);
                histogram_into(policy_of(with), std::span(samples, with.elements), bins, counts, out);
                launch_on(with, 1, 1, 0, add_outside, out, static_cast<count*>(with.output) + bins_of(with));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
