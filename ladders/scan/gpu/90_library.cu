// 90: the library's own scan, strider::inclusive_scan and strider::exclusive_scan
#include <ladders/gpu_rung.hpp>
#include <ladders/scan/dispatch.hpp>
#include <ladders/scan/library.hpp>
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
    .idea = "One launch; the tile stays in shared memory and its total is sent first; and a fixed order: a tile waits "
            "for the totals of its group, of the groups of its region, and for one value of all regions before it, so "
            "that every backend returns the same bits.",
    .hypothesis = "A multiprocessor has 180 KiB under way instead of what registers hold, and no launch clears states: "
                  "launches fall.",
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

static const library_registration for_files(device_library<calls>("scan"));

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
