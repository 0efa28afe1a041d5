// Transpose over several ranks (distributed/policy.hpp): the call of strider/transpose.hpp, of which each rank gives
// its rows of the input and gets rows of the output.
//
// All ranks' inputs are one matrix, one below the other, and so are their outputs, which together have a row for each
// column of it. So every rank's input has as many columns as all outputs have rows, and its output as many as all
// inputs have rows, also where it has no rows itself. Parts of any number of rows; rows may have gaps.
//
// Every rank sends each other one the block of its rows that are columns there: an element crosses the memory of either
// once more for it, and travels once. Blocks go in pieces, transposed by the sender; while one travels, the one before
// it is put in its place and the next one is made (on CUDA, whose second stream this is; elsewhere one after the
// other). Takes up to about 1 GiB of the device's memory, or 64 MiB of the host's, and no more than twice what the rank
// sends and receives; two meetings of all ranks come before.
//
// Throws std::invalid_argument before any element is sent where shapes do not fit each other, and what the local call
// does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed/policy.hpp>
#include <strider/distributed/rows.hpp>
#include <strider/distributed/wire.hpp>
#include <strider/transpose.hpp>

namespace strider {

namespace detail {

/// What of a block travels at a time, in rows and columns of the sender's block.
struct piece_of_block {
    std::uint64_t row, rows, column, columns;

    std::uint64_t elements() const { return rows * columns; }
};

/// Piece `p` of `pieces`, the first of which is the largest: blocks are cut along their longer side.
inline piece_of_block piece(std::uint64_t rows, std::uint64_t columns, std::uint64_t pieces, std::uint64_t p) {
    constexpr std::uint64_t aligned = 16;  // as many elements are a multiple of 16 bytes
    const std::uint64_t side = std::max(rows, columns);
    std::uint64_t share = (side + pieces - 1) / pieces;
    if (share > 4 * aligned) share = (share + aligned - 1) / aligned * aligned;
    const std::uint64_t first = std::min(side, p * share), count = std::min(share, side - first);
    return rows >= columns ? piece_of_block{first, count, 0, columns} : piece_of_block{0, rows, first, count};
}

/// This rank's part of a transposition of all ranks' rows.
template <class Policy, class T>
class transposition_of_all {
    using local = decltype(Policy::local);
    using memory_of = exchange_memory<local>;

public:
    /// `rows` says how the input is cut, `columns` how the output is.
    transposition_of_all(const Policy& policy, const cut& rows, const cut& columns, const matrix_view<const T>& input,
                         const matrix_view<T>& output)
        : policy_(policy), rows_(rows), columns_(columns), input_(input), output_(output) {
        std::uint64_t most = 0;  // that a rank sends or receives
        for (int r = 0; r < rows.ranks(); ++r) {
            most = std::max({most, rows.size(r) * (columns.elements() - columns.size(r)),
                             columns.size(r) * (rows.elements() - rows.size(r))});
        }
        constexpr std::uint64_t at_a_time = most_bytes / sizeof(T);
        pieces_ = std::max<std::uint64_t>(1, (most + at_a_time - 1) / at_a_time);
    }

    std::size_t memory_bytes() const {
        std::size_t bytes = 0;
        for (int r = 0; r < rows_.ranks(); ++r) {
            if (r == rank()) continue;
            bytes += memory_of::rounded(piece_to(r, 0).elements() * sizeof(T)) +
                     memory_of::rounded(piece_from(r, 0).elements() * sizeof(T));
        }
        return halves() * bytes;
    }

    void run(memory_of& memory, const wire<local>& wire) {
        for (std::uint64_t half = 0; half < halves(); ++half) {
            for (int r = 0; r < rows_.ranks(); ++r) {
                const bool mine = r == rank();
                sent_.push_back(mine ? nullptr : memory.template take<T>(piece_to(r, 0).elements()));
                received_.push_back(mine ? nullptr : memory.template take<T>(piece_from(r, 0).elements()));
            }
        }
        for (std::uint64_t p = 0; p < pieces_; ++p) {
            make(p);
            wire.follow_work();
            wire.lead_work();  // by all exchanges before this one
            exchange(p, wire.at());
            p == 0 ? transpose_own_block() : put(p - 1);
        }
        wire.lead_work();
        put(pieces_ - 1);
    }

private:
    /// What is sent at a time, and what is received, from and to either of two halves.
#if defined(__CUDACC__)
    static constexpr std::uint64_t most_bytes = std::uint64_t{has_host_memory<local> ? 15 : 240} << 20;
#else
    static constexpr std::uint64_t most_bytes = std::uint64_t{15} << 20;
#endif

    int rank() const { return policy_.rank(); }
    std::uint64_t halves() const { return std::min<std::uint64_t>(pieces_, 2); }
    piece_of_block piece_to(int r, std::uint64_t p) const {
        return piece(rows_.size(rank()), columns_.size(r), pieces_, p);
    }
    piece_of_block piece_from(int r, std::uint64_t p) const {
        return piece(rows_.size(r), columns_.size(rank()), pieces_, p);
    }
    T* half(const std::vector<T*>& memory, std::uint64_t p, int r) const {
        return memory[p % 2 * static_cast<std::size_t>(rows_.ranks()) + static_cast<std::size_t>(r)];
    }

    template <class U>
    static matrix_view<U> rows_of(const matrix_view<U>& of, std::uint64_t row, std::uint64_t rows, std::uint64_t column,
                                  std::uint64_t columns) {
        return {of.data + row * of.stride + column, rows, columns, of.stride};
    }

    /// Columns of the whole, of rows of this rank.
    void transpose_block(const piece_of_block& of, const matrix_view<T>& to) {
        transpose(policy_.local, rows_of(input_, of.row, of.rows, of.column, of.columns), to);
    }

    void transpose_own_block() {
        const piece_of_block own{0, rows_.size(rank()), columns_.begin(rank()), columns_.size(rank())};
        if (own.elements() == 0) return;
        transpose_block(own, rows_of(output_, 0, own.columns, rows_.begin(rank()), own.rows));
    }

    void make(std::uint64_t p) {
        for (int r = 0; r < rows_.ranks(); ++r) {
            piece_of_block one = piece_to(r, p);
            if (r == rank() || one.elements() == 0) continue;
            one.column += columns_.begin(r);
            transpose_block(one, {half(sent_, p, r), one.columns, one.rows});
        }
    }

    void exchange(std::uint64_t p, const local& at) {
        std::vector<outgoing> sends;
        std::vector<incoming> receives;
        for (int r = 0; r < rows_.ranks(); ++r) {
            if (r == rank()) continue;
            if (const std::uint64_t some = piece_to(r, p).elements()) {
                sends.push_back({r, half(sent_, p, r), some * sizeof(T)});
            }
            if (const std::uint64_t some = piece_from(r, p).elements()) {
                receives.push_back({r, half(received_, p, r), some * sizeof(T)});
            }
        }
        policy_.communicator.exchange(at, sends, receives);
    }

    void put(std::uint64_t p) {
        for (int r = 0; r < rows_.ranks(); ++r) {
            const piece_of_block one = piece_from(r, p);
            if (r == rank() || one.elements() == 0) continue;
            copy_rows(policy_.local, rows_of(output_, one.column, one.columns, rows_.begin(r) + one.row, one.rows),
                      {half(received_, p, r), one.columns, one.rows});
        }
    }

    const Policy& policy_;
    const cut &rows_, &columns_;
    matrix_view<const T> input_;
    matrix_view<T> output_;
    std::uint64_t pieces_;
    std::vector<T*> sent_, received_;  ///< of either half, by rank
};

inline void require_transposed_shapes(const meeting& found, const cut& rows, const cut& columns) {
    for (std::size_t r = 0; r < found.headers.size(); ++r) {
        const told_numbers& told = found.headers[r].numbers;
        const std::string who = "transpose: rank " + std::to_string(r) + " gives an ";
        if (told[1] != columns.elements()) {
            throw std::invalid_argument(who + "input of " + std::to_string(told[1]) +
                                        " columns, and all outputs have " + std::to_string(columns.elements()) +
                                        " rows: give as many");
        }
        if (told[3] != rows.elements()) {
            throw std::invalid_argument(who + "output of " + std::to_string(told[3]) +
                                        " columns, and all inputs have " + std::to_string(rows.elements()) +
                                        " rows: give as many");
        }
    }
}

}  // namespace detail

/// output(c, r) = input(r, c) of all ranks' rows.
template <class C, class L, matrix_like Input, writable_matrix Output>
    requires transposable<matrix_element<Output>> && std::is_same_v<matrix_element<Input>, matrix_element<Output>>
void transpose(const distributed<C, L>& policy, const Input& input, const Output& output) {
    using T = matrix_element<Output>;
    const detail::call_of_all call{"transpose", detail::hash_of_types<T>()};
    matrix_view<const T> from;
    matrix_view<T> to;
    const detail::meeting found = detail::agree(policy, call, [&] {
        from = matrix_of(input, "transpose: the input");
        to = matrix_of(output, "transpose: the output");
        require_apart(memory_of(to), memory_of(from), "transpose", "input");
        return detail::told_numbers{from.rows, from.columns, to.rows, to.columns};
    });
    const detail::cut rows = found.parts(0), columns = found.parts(2);
    detail::require_transposed_shapes(found, rows, columns);
    if (rows.elements() == 0 || columns.elements() == 0) return;

    detail::transposition_of_all<distributed<C, L>, T> mine(policy, rows, columns, from, to);
    std::optional<detail::exchange_memory<L>> memory;
    std::optional<detail::wire<L>> wire;
    detail::agree(policy, call, [&] {
        wire.emplace(policy.local);
        memory.emplace(policy.local, mine.memory_bytes());  // nothing of it is used before the meeting's own is free
        return detail::told_numbers{};
    });
    mine.run(*memory, *wire);
    policy.communicator.wait(policy.local);
}

}  // namespace strider
