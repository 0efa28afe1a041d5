// Reductions of segments, rows and columns.
#include <algorithm>
#include <vector>

#include <python/calls/typed.hpp>
#include <strider/reduce.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

namespace strider::python {
namespace {

/// 1 for an offset that is outside of the values or less than the one before it, else 0.
struct out_of_order {
    const std::int64_t* offsets;
    std::int64_t values;
    STRIDER_HOST_DEVICE std::uint32_t operator()(std::uint64_t i) const {
        return offsets[i] < (i == 0 ? 0 : offsets[i - 1]) || offsets[i] > values ? 1 : 0;
    }
};

template <class Policy>
bool ascend(const Policy& policy, indices offsets, std::uint64_t values) {
    const out_of_order wrong{offsets.data(), static_cast<std::int64_t>(values)};
    if constexpr (on_host<Policy>) {
        for (std::uint64_t i = 0; i < offsets.size(); ++i) {
            if (wrong(i) != 0) return false;
        }
        return true;
    } else {
        return transform_reduce(policy, views::iota<std::uint64_t>(0, offsets.size()), wrong, bit_or{}, 0u) == 0;
    }
}

template <class Policy>
void reduce_between(void* stream, element_type type, operation op, const items& values, indices offsets,
                    void* results) {
    with_number_and_operator(type, op, [&]<class T>(T, auto combine) {
        segmented_reduce(policy_of<Policy>(stream), span_of<T>(values), offsets,
                         span_of<T>(results, offsets.size() - 1), combine);
    });
}

template <class T>
matrix_view<const T> view_of(const rows& matrix) {
    return {static_cast<const T*>(matrix.data), matrix.rows, matrix.columns};
}

}  // namespace

template <class Policy>
void add_segments(calls& to) {
    to.reduce_segments = [](void* stream, element_type type, operation op, const items& values, indices offsets,
                            void* results) {
        if (!ascend(policy_of<Policy>(stream), offsets, values.count)) {
            throw std::invalid_argument("offsets: give numbers that ascend from 0 at least to " +
                                        std::to_string(values.count) + " at most");
        }
        reduce_between<Policy>(stream, type, op, values, offsets, results);
    };
    if constexpr (on_host<Policy>) {
        to.reduce = [](void* stream, element_type type, operation op, const items& values, void* result) {
            const std::int64_t offsets[] = {0, static_cast<std::int64_t>(values.count)};
            reduce_between<Policy>(stream, type, op, values, offsets, result);
        };
        to.reduce_rows = [](void* stream, element_type type, operation op, const rows& matrix, void* results) {
            std::vector<std::int64_t> offsets(matrix.rows + 1);
            for (std::uint64_t row = 0; row <= matrix.rows; ++row) {
                offsets[row] = static_cast<std::int64_t>(row * matrix.columns);
            }
            reduce_between<Policy>(stream, type, op, {matrix.data, matrix.rows * matrix.columns}, offsets, results);
        };
    } else {
        to.reduce_rows = [](void* stream, element_type type, operation op, const rows& matrix, void* results) {
            with_number_and_operator(type, op, [&]<class T>(T, auto combine) {
                reduce_rows(policy_of<Policy>(stream), view_of<T>(matrix), span_of<T>(results, matrix.rows), combine);
            });
        };
    }
    to.reduce_columns = [](void* stream, element_type type, operation op, const rows& matrix, void* results) {
        with_number_and_operator(type, op, [&]<class T>(T, auto combine) {
            reduce_columns(policy_of<Policy>(stream), view_of<T>(matrix), span_of<T>(results, matrix.columns), combine);
        });
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_segments);
// SPDX-License-Identifier: Apache-2.0
