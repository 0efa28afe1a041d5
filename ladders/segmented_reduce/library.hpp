// The library's calls of "segmented-reduce": the rows, columns and segments of a file.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <ladders/harness/typed_call.hpp>
#include <ladders/library_memory.hpp>
#include <ladders/segmented_reduce/problem.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

namespace strider::ladders::segmented_reduce {

/// 1 for an offset that is outside of the values or less than the one before it, else 0.
struct out_of_order {
    const std::int64_t* offsets;
    std::int64_t values;
    STRIDER_HOST_DEVICE std::uint32_t operator()(std::uint64_t i) const {
        return offsets[i] < (i == 0 ? 0 : offsets[i - 1]) || offsets[i] > values ? 1 : 0;
    }
};

/// Calls `entry(T{}, Operator{})` with i64, f32 or f64.
template <class Entry>
void typed(element_type type, operation op, Entry entry) {
    with_operator(op, [&](auto combine) {
        if (type == element_type::f32) {
#if defined(STRIDER_SIMT)
            throw refusal("segments of f32: only --device cpu and --device gpu take them");
#else
            return entry(float{}, combine);
#endif
        }
        type == element_type::f64 ? entry(double{}, combine) : entry(std::int64_t{}, combine);
    });
}

#if defined(__CUDACC__)
/// In library.cu: nvcc takes long enough for segments.
void reduce_rows_of(const gpu& policy, element_type type, operation op, const rows_in_memory<const void>& matrix,
                    void* results);
#endif

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void reduce_segments(element_type type, operation op, const void* values, std::span<const std::uint64_t> offsets,
                         void* results) override {
        const std::uint64_t elements = offsets.back();
        if (elements > std::uint64_t{std::numeric_limits<cut>::max()}) {
            throw refusal("a row, column or segment of " + std::to_string(elements) +
                          " elements: only --device cpu and --device gpu take it");
        }
        const std::vector<cut> cuts(offsets.begin(), offsets.end());
        between(type, op, {values, elements}, std::span(cuts), results);
    }
#if defined(__CUDACC__)
    void reduce_between(element_type type, operation op, const items_in_memory<const void>& values,
                        std::span<const std::int64_t> offsets, void* results) override {
        const auto steps = views::iota<std::uint64_t>(0, offsets.size());
        const out_of_order wrong{offsets.data(), static_cast<std::int64_t>(values.count)};
        if (transform_reduce(this->policy_, steps, wrong, bit_or{}, 0u) != 0) {
            throw std::invalid_argument("offsets: give numbers that ascend from 0 at least to " +
                                        std::to_string(values.count) + " at most");
        }
        between(type, op, values, offsets, results);
    }

    void reduce_rows(element_type type, operation op, const rows_in_memory<const void>& matrix,
                     void* results) override {
        reduce_rows_of(this->policy_, type, op, matrix, results);
    }
#endif

    void reduce_columns(element_type type, operation op, const rows_in_memory<const void>& matrix,
                        void* results) override {
        typed(type, op, [&]<class T>(T, auto combine) {
            auto memory = this->memory();
            const T* const values = memory.read(static_cast<const T*>(matrix.data), matrix.rows * matrix.columns);
            const std::span totals(memory.write(static_cast<T*>(results), matrix.columns), matrix.columns);
            strider::reduce_columns(this->policy_, matrix_view<const T>(values, matrix.rows, matrix.columns), totals,
                                    combine);
            memory.finish();
        });
    }

private:
    static constexpr bool on_host = std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>;
#if defined(__CUDACC__)
    using cut = std::int64_t;  ///< as arrays have them
#else
    using cut = std::conditional_t<on_host, std::uint64_t, offset>;  ///< in the executor, rung 90's
#endif

    void between(element_type type, operation op, const items_in_memory<const void>& values,
                 std::span<const cut> offsets, void* results) {
        typed(type, op, [&]<class T>(T, auto combine) {
            auto memory = this->memory();
            const std::span input(memory.read(static_cast<const T*>(values.data), values.count), values.count);
            const std::span ends(memory.read(offsets.data(), offsets.size()), offsets.size());
            const std::span totals(memory.write(static_cast<T*>(results), offsets.size() - 1), offsets.size() - 1);
            strider::segmented_reduce(this->policy_, input, ends, totals, combine);
            memory.finish();
        });
    }
};

}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
