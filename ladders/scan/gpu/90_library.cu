// 90: the library's own scan, strider::inclusive_scan and strider::exclusive_scan
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scan/dispatch.hpp>
#include <span>
#include <strider/scan.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "scan",
    .number = 90,
    .follows = 13,
    .name = "strider::scan",
    .fault = "float sums depend on timing",
    .change = "a fixed order of sums",
    .idea = "One launch. A tile stays in shared memory and publishes its total first. Totals are added in a fixed "
            "order: earlier tiles of the group (32 tiles), earlier groups of the region (32 groups), earlier regions. "
            "So every device returns the same bits.",
    .hypothesis =
        "Asynchronous copies keep 180 KiB in flight per multiprocessor. No launch clears states: launches fall.",
    .expectations = {{"launches", direction::falls}},
    .source = "include/strider/cuda/scan.hpp",
    .kind = rung_kind::library,
    .block = scan_kernels::threads,
    .run =
        [](const arguments& with) {
            with_typed_scan(with,
                            [&](const auto* input, auto* output, std::uint64_t elements, auto op, auto exclusive) {
                                const std::span from(input, elements);
                                const std::span to(output, elements);
                                if constexpr (exclusive) {
                                    exclusive_scan(policy_of(with), from, to, op);
                                } else {
                                    inclusive_scan(policy_of(with), from, to, op);
                                }
                            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
