// 90: the library's own histogram, strider::histogram_into
#include <ladders/gpu_rung.hpp>
#include <ladders/histogram/gpu/counts.hpp>
#include <ladders/histogram/library_bins.hpp>
#include <span>
#include <strider/histogram.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

/// The ladder has one count of what is outside. One thread.
__global__ void add_outside(const outside* out, count* sum) { *sum = out->below + out->above + out->nan; }

static const registration library_rung{{
    .pattern = "histogram",
    .number = 90,
    .follows = 8,
    .name = "strider::histogram",
    .idea = "Rungs 7 and 8 with counts of what is below, above and no number apart; the last block writes the results, "
            "so that nothing has to be cleared before. One small kernel more adds up what is outside, as the ladder "
            "has it.",
    .hypothesis = "As rung 7, and as rung 8 beyond 58,000 bins; bytes are sorted into bins after they are counted, "
                  "whatever the bins are.",
    .expectations = {},
    .source = "include/strider/cuda/histogram.hpp",
    .kind = rung_kind::library,
    .block = histogram_kernels::threads,
    .scratch_bytes = [](const arguments&) { return sizeof(outside); },
    .run =
        [](const arguments& with) {
            with_library_bins(with, [&](const auto* samples, const auto& bins) {
                const std::span counts(static_cast<std::uint64_t*>(with.output), bins_of(with));
                outside* const out = static_cast<outside*>(with.scratch);
                histogram_into(policy_of(with), std::span(samples, with.elements), bins, counts, out);
                launch_on(with, 1, 1, 0, add_outside, out, static_cast<count*>(with.output) + bins_of(with));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
