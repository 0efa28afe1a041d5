// 90: the library's own transpose, strider::transpose
#include <ladders/requests.hpp>
#include <ladders/transpose/gpu/tiles.hpp>
#include <strider/transpose.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

template <class Item>
void transpose_items(const arguments& with) {
    const extents size = extents_of(with);
    strider::transpose(policy_of(with),
                       matrix_view<const Item>(static_cast<const Item*>(with.input), size.rows, size.columns),
                       matrix_view<Item>(static_cast<Item*>(with.output), size.columns, size.rows));
}

/// An item that no word holds: a pixel of three samples.
template <std::size_t Bytes>
struct packed_item {
    unsigned char bytes[Bytes];
};

static const registration library_rung{{
    .pattern = "transpose",
    .number = 90,
    .follows = 6,
    .name = "strider::transpose",
    .idea = "Rung 6, without a comparison in complete tiles, for rows with gaps and for batches; rows of any alignment "
            "as rung 7 takes them.",
    .hypothesis = "The same sectors where rows are aligned.",
    .expectations = {},
    .source = "include/strider/cuda/transpose.hpp",
    .kind = rung_kind::library,
    .supports = [](const instance& of) { return fit_a_grid(of, 32); },
    .run =
        [](const arguments& with) {
            const std::size_t bytes =
                with.request ? static_cast<const items_request*>(with.request)->bytes : item_bytes(with);
            switch (bytes) {
                case 3:
                    return transpose_items<packed_item<3>>(with);
                case 6:
                    return transpose_items<packed_item<6>>(with);
                case 12:
                    return transpose_items<packed_item<12>>(with);
                default:
                    return with_item<uint4>(bytes, [&]<class Item>(Item) { transpose_items<Item>(with); });
            }
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
