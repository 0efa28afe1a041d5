// Reductions of rows and columns over several ranks (distributed/policy.hpp): the calls of strider/segmented_reduce.hpp
// on a matrix that is cut by its rows. Each rank gives its rows, also none, all with the same number of columns.
//
// - reduce_rows gives each rank the results of its rows. No element travels; two exchanges of a few bytes a rank.
// - reduce_columns gives every rank the results of all columns, each in the canonical order of a column of all rows.
//   Each rank takes an even share of the columns: ranks send each other what they have of these (of P ranks, each
//   sends and receives about (P - 1) / P of its part), reduce them, and gather the results. Five exchanges in all.
//   Scratch: this rank's part once more, and all rows of its columns: together about two parts.
//
// Where a rank's arguments are wrong, no rank writes anything. Where an operator throws, outputs are left in any state.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed/calls.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider {

namespace detail {

/// Ranks that have told their rows and columns.
inline void require_the_same_columns(const meeting& met, const char* call) {
    const std::uint64_t columns = met.headers[0].numbers[1];
    for (std::size_t r = 1; r < met.headers.size(); ++r) {
        if (met.headers[r].numbers[1] != columns) {
            throw std::invalid_argument(std::string(call) + ": rank " + std::to_string(r) + " has rows of " +
                                        std::to_string(met.headers[r].numbers[1]) + " elements and rank 0 of " +
                                        std::to_string(columns) + ": give all ranks the same columns");
        }
    }
}

/// `result_of()` gives what is written for a row, or throws where the initial value is none.
template <class Policy, class Matrix, class Output, class Result>
void reduce_rows_of_all(const Policy& policy, const collective_header& call, const Matrix& matrix, Output& output,
                        Result result_of) {
    const meeting met = agree(policy, call, [&] {
        const auto view = matrix_of(matrix, "reduce_rows");
        require_room(output, view.rows, memory_of(view), "reduce_rows");
        static_cast<void>(result_of());
        return told_numbers{view.rows, view.columns};
    });
    require_the_same_columns(met, "reduce_rows");
    agree(policy, call, [&] {
        reduce_each_row(policy.local, matrix_of(matrix, "reduce_rows"), output, result_of());
        return told_numbers{};
    });
}

/// Element i of a block of `columns` columns, row by row.
template <class T>
struct copy_block {
    const T* from;
    std::uint64_t stride, columns;
    T* to;
    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const { to[i] = from[i / columns * stride + i % columns]; }
};

/// Sends every rank its share of the columns of this rank's rows. `received` gets all rows of this rank's columns.
template <class Policy, class T>
void exchange_columns(const Policy& policy, const matrix_view<const T>& view, const cut& rows, const cut& shares,
                      T* packed, T* received) {
    const int rank = policy.rank();
    const std::uint64_t columns = shares.size(rank);
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < policy.size(); ++r) {
        T* const from_rank = received + rows.begin(r) * columns;
        T* const to_rank = r == rank ? from_rank : packed + view.rows * shares.begin(r);
        const std::uint64_t sent = view.rows * shares.size(r), there = rows.size(r) * columns;
        for_each_index(policy.local, sent,
                       copy_block<T>{view.data + shares.begin(r), view.stride, shares.size(r), to_rank});
        if (r != rank && sent != 0) sends.push_back({r, to_rank, sent * sizeof(T)});
        if (r != rank && there != 0) receives.push_back({r, from_rank, there * sizeof(T)});
    }
    policy.communicator.exchange(policy.local, sends, receives);
}

template <class Policy, class Matrix, class Output, class Result>
void reduce_columns_of_all(const Policy& policy, const collective_header& call, const Matrix& matrix, Output& output,
                           Result result_of) {
    using T = element_of<Output>;
    using memory_of_place = exchange_memory<decltype(Policy::local)>;
    matrix_view<const T> view;
    const meeting met = agree(policy, call, [&] {
        view = matrix_of(matrix, "reduce_columns");
        require_room(output, view.columns, memory_of(view), "reduce_columns");
        static_cast<void>(result_of());
        return told_numbers{view.rows, view.columns};
    });
    require_the_same_columns(met, "reduce_columns");
    if (view.columns == 0) return;
    const cut rows = met.parts(), shares = even_cut(view.columns, policy.size());
    const std::uint64_t first = shares.begin(policy.rank()), columns = shares.size(policy.rank());

    rendezvous point(policy, call);
    first_failure failure;
    auto memory = memory_of_call(policy, point, 2,
                                 memory_of_place::rounded(view.rows * view.columns * sizeof(T)) +
                                     memory_of_place::rounded(rows.elements() * columns * sizeof(T)),
                                 failure);
    point.meet(memory, [&](void*) {
        failure.rethrow();
        return told_numbers{};
    });
    T* const packed = memory.template take<T>(view.rows * view.columns);
    T* const received = memory.template take<T>(rows.elements() * columns);
    exchange_columns(policy, view, rows, shares, packed, received);
    T* const results = data_of(output);
    point.meet(memory, [&](void*) {
        const std::span<T> mine(results + first, columns);
        reduce_each_column(policy.local, matrix_view<const T>(received, rows.elements(), columns), mine, result_of());
        return told_numbers{};
    });
    gather_shares(policy, results, shares);
    policy.communicator.wait(policy.local);
}

}  // namespace detail

/// output[r] = reduce of row r of this rank's rows: a matrix_view, or anything shaped like an mdspan whose rows are
/// contiguous.
template <class C, class L, class Matrix, class Output, class Operator = plus>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output, Operator>
void reduce_rows(const distributed<C, L>& policy, const Matrix& matrix, Output&& output, Operator op = {}) {
    using T = element_of<Output>;
    detail::reduce_rows_of_all(policy, {"reduce_rows", detail::hash_of_types<T, Operator>()}, matrix, output,
                               [&] { return detail::from_identity<Operator, T>(op); });
}

/// The same with an initial value: output[r] = op(init, total of row r), or `init` where there are no columns.
template <class C, class L, class Matrix, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output, Operator, Init>
void reduce_rows(const distributed<C, L>& policy, const Matrix& matrix, Output&& output, Operator op,
                 const Init& init) {
    using T = element_of<Output>;
    detail::reduce_rows_of_all(
        policy, {"reduce_rows", detail::hash_of_types<T, Operator, Init>(), detail::hash_of(init)}, matrix, output,
        [&] { return segment_result<T, Operator>{op, detail::initial_value<T>(init), true}; });
}

/// output[c] = reduce of column c, from the first row of the first rank to the last row of the last, on every rank.
template <class C, class L, class Matrix, class Output, class Operator = plus>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output, Operator>
void reduce_columns(const distributed<C, L>& policy, const Matrix& matrix, Output&& output, Operator op = {}) {
    using T = element_of<Output>;
    detail::reduce_columns_of_all(policy, {"reduce_columns", detail::hash_of_types<T, Operator>()}, matrix, output,
                                  [&] { return detail::from_identity<Operator, T>(op); });
}

/// The same with an initial value: output[c] = op(init, total of column c), or `init` where no rank has a row.
template <class C, class L, class Matrix, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::rows_or_columns, Matrix, Output, Operator, Init>
void reduce_columns(const distributed<C, L>& policy, const Matrix& matrix, Output&& output, Operator op,
                    const Init& init) {
    using T = element_of<Output>;
    detail::reduce_columns_of_all(
        policy, {"reduce_columns", detail::hash_of_types<T, Operator, Init>(), detail::hash_of(init)}, matrix, output,
        [&] { return segment_result<T, Operator>{op, detail::initial_value<T>(init), true}; });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
