// Rung 90: the library's own transpose, strider::transpose.
#include <ladders/transpose/cpu/dispatch.hpp>
#include <strider/transpose.hpp>

namespace strider::ladders::transpose {
namespace {

void run(const arguments& with) {
    with_matrix(with, []<class Item>(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
        strider::transpose(cpu{}, matrix_view<const Item>(input, rows, columns),
                           matrix_view<Item>(output, columns, rows));
    });
}

const registration here{{
    .pattern = "transpose",
    .number = 90,
    .follows = 1,
    .name = "strider::transpose",
    .idea =
        "All cores transpose tiles in registers, also of rows with gaps and of batches. Stores bypass caches too small "
        "for both matrices.",
    .hypothesis = "A line that is written is full: memory is the limit.",
    .source = "include/strider/cpu/transpose.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
