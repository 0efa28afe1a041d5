// The library's calls of "segmented-reduce": the rows, columns and segments of a file.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <ladders/library_memory.hpp>
#include <ladders/segmented_reduce/problem.hpp>
#include <ladders/typed_call.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider::ladders::segmented_reduce {

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    void reduce_segments(element_type type, operation op, const void* values, std::span<const std::uint64_t> offsets,
                         void* results) override {
        if (offsets.back() > std::numeric_limits<offset>::max()) {
            if constexpr (!on_host) {
                throw refusal("a row, column or segment of " + std::to_string(offsets.back()) +
                              " elements: only --device cpu takes it");
            }
            return reduce<std::uint64_t>(type, op, values, offsets, results);
        }
        const std::vector<offset> narrow(offsets.begin(), offsets.end());  // those of rung 90
        reduce<offset>(type, op, values, narrow, results);
    }

    void reduce_columns(element_type type, operation op, const rows_in_memory<const void>& matrix,
                        void* results) override {
        typed(type, op, [&]<class T>(T, auto combine) {
            memory_for<Policy> memory(policy_);
            const T* const values = memory.read(static_cast<const T*>(matrix.data), matrix.rows * matrix.columns);
            const std::span totals(memory.write(static_cast<T*>(results), matrix.columns), matrix.columns);
            strider::reduce_columns(policy_, matrix_view<const T>(values, matrix.rows, matrix.columns), totals,
                                    combine);
            memory.finish();
        });
    }

private:
    static constexpr bool on_host = std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>;

    template <class Entry>
    static void typed(element_type type, operation op, Entry entry) {
        with_operator(op, [&](auto combine) {
            type == element_type::f64 ? entry(double{}, combine) : entry(std::int64_t{}, combine);
        });
    }

    template <class Offset>
    void reduce(element_type type, operation op, const void* values, std::span<const Offset> offsets, void* results) {
        typed(type, op, [&]<class T>(T, auto combine) {
            const std::uint64_t elements = offsets.back(), segments = offsets.size() - 1;
            memory_for<Policy> memory(policy_);
            const std::span input(memory.read(static_cast<const T*>(values), elements), elements);
            const std::span cuts(memory.read(offsets.data(), offsets.size()), offsets.size());
            const std::span totals(memory.write(static_cast<T*>(results), segments), segments);
            strider::segmented_reduce(policy_, input, cuts, totals, combine);
            memory.finish();
        });
    }

    Policy policy_;
};

}  // namespace strider::ladders::segmented_reduce
