// 90: the library's own reduce, strider::reduce_into
#include <ladders/reduce/gpu/passes.hpp>
#include <span>
#include <strider/reduce.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "reduce",
    .number = 90,
    .follows = 11,
    .name = "strider::reduce",
    .fault = "float sums depend on the grid",
    .change = "same bits on every device",
    .idea = "One launch combines chunks of elements in one fixed order, the canonical order. So every device returns "
            "the same bits.",
    .hypothesis =
        "A request loads 128 elements of 4 bytes: 16 sectors. Atomic stores publish each chunk; the counter of "
        "atomics leaves stores out. The order costs no time.",
    .expectations = {{"global_sectors", direction::stays}},
    .source = "include/strider/cuda/reduce.hpp",
    .kind = rung_kind::library,
    .block = canonical_order::lanes,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                reduce_into(policy_of(with), std::span(static_cast<const T*>(with.input), with.elements),
                            static_cast<T*>(with.output), op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
