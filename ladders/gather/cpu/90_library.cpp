// Rung 90: the library's own gather, strider::gather.
#include <span>

#include <ladders/gather/cpu/dispatch.hpp>
#include <strider/gather.hpp>

namespace strider::ladders::gather {
namespace {

void run(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        strider::gather(cpu{}, std::span(input, elements), std::span(indices, elements), std::span(output, elements));
    });
}

const registration here{{
    .pattern = "gather",
    .number = 90,
    .follows = 1,
    .name = "strider::gather",
    .idea = "Every core takes a part of the indices. Results bypass the caches, which keep the elements.",
    .hypothesis =
        "More loads are in flight than one core has. Lines of the output are not fetched before they are written.",
    .source = "include/strider/cpu/gather.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
