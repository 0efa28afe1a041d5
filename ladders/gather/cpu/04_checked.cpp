// Rung 4: checked indices. A bad one is not followed, and the first position of one is told.
#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <ladders/checked_index.hpp>
#include <ladders/gather/cpu/dispatch.hpp>

namespace strider::ladders::gather {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;

void run(const arguments& with) {
    with_arrays(with, [&](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        *static_cast<bad_index_word*>(with.scratch) = tbb::parallel_reduce(
            tbb::blocked_range<std::uint64_t>(0, elements, grain), no_bad_index,
            [=](const auto& part, bad_index_word first_bad) {
                for (std::uint64_t i = part.begin(); i < part.end(); ++i) {
                    if (indices[i] < elements) {
                        output[i] = input[indices[i]];
                    } else {
                        first_bad = std::min(first_bad, bad_index_word{i});
                    }
                }
                return first_bad;
            },
            [](bad_index_word a, bad_index_word b) { return std::min(a, b); });
    });
}

const registration here{{
    .pattern = "gather",
    .number = 4,
    .follows = 3,
    .name = "checked, all cores",
    .idea = "Every index is compared with the number of elements; each core keeps the first bad position of its part.",
    .hypothesis =
        "The branch is always foreseen: slower than rung 3 by the comparison, and by what is not asked for ahead.",
    .expectations = {},
    .source = "what a bounds check costs, measured",
    .scratch_bytes = scratch_of_checked,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
