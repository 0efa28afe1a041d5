// 90: the library's own transpose, strider::transpose
#include <ladders/transpose/gpu/tiles.hpp>
#include <strider/transpose.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "transpose",
    .number = 90,
    .follows = 6,
    .name = "strider::transpose",
    .fault = "a comparison for each item",
    .change = "full tiles unchecked",
    .idea = "It works like rung 6, but complete tiles need no comparisons. It also takes batches and padded rows. "
            "Unaligned rows work like rung 7.",
    .hypothesis = "If rows are aligned, the sectors stay.",
    .expectations = {{"global_sectors", direction::stays}},
    .source = "include/strider/cuda/transpose/vector_tiles.hpp",
    .kind = rung_kind::library,
    .supports = [](const instance& of) { return fit_a_grid(of, 32); },
    .run =
        [](const arguments& with) {
            const extents size = extents_of(with);
            with_item<uint4>(with, [&]<class Item>(Item) {
                strider::transpose(
                    policy_of(with),
                    matrix_view<const Item>(static_cast<const Item*>(with.input), size.rows, size.columns),
                    matrix_view<Item>(static_cast<Item*>(with.output), size.columns, size.rows));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
