// Rows of arrays, which rung 90 and the executor do without.
#include <ladders/segmented_reduce/library.hpp>

namespace strider::ladders::segmented_reduce {

void reduce_rows_of(const gpu& policy, element_type type, operation op, const rows_in_memory<const void>& matrix,
                    void* results) {
    typed(type, op, [&]<class T>(T, auto combine) {
        const matrix_view<const T> view(static_cast<const T*>(matrix.data), matrix.rows, matrix.columns);
        reduce_rows(policy, view, std::span(static_cast<T*>(results), matrix.rows), combine);
    });
}

}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
