// ldmatrix, stmatrix, movmatrix and mma.sync: matrices in the registers of a warp, in PTX's layout.
#pragma once

#include <strider/emulator/dialect/ptx_float.hpp>
#include <strider/emulator/dialect/tensor_core.hpp>

namespace strider::emulation::ptx {

// ---- Matrices of 8 x 8 halfwords: lane 8j + r passes the address of row r of matrix j
struct matrix_row {
    alignas(16) unsigned word[4];
};
template <int Count>
struct matrix_words {
    unsigned word[Count];  ///< one for each matrix
};
/// Loads the rows of the lanes whose row counts. Always inlined, so that the load belongs to the kernel.
template <int Count>
[[gnu::always_inline]] inline matrix_row load_row(const matrix_row* row) {
    matrix_row loaded{};
    if (lane_index() < 8 * Count) loaded = *row;
    return loaded;
}
/// A lane's words: two neighbouring elements of row (transposed: column) lane / 4.
template <int Count, bool Transposed>
STRIDER_EMULATOR_INTRINSIC void spread_rows(const matrix_row& own, unsigned (&to)[Count]) {
    lane_array<matrix_row> rows;
    exchange(STRIDER_EMULATOR_CALLER, collective_kind::group, 0xffffffffu, own, rows);
    const unsigned group = lane_index() / 4, thread = lane_index() % 4;
    for (unsigned matrix = 0; matrix < Count; ++matrix) {
        const auto half = [&](unsigned row, unsigned column) {
            return rows[8 * matrix + row].word[column / 2] >> 16 * (column % 2) & 0xffffu;
        };
        to[matrix] = Transposed ? half(2 * thread, group) | half(2 * thread + 1, group) << 16
                                : rows[8 * matrix + group].word[thread];
    }
}
/// The reverse: the lane's row, gathered from the words of all lanes.
template <int Count, bool Transposed>
STRIDER_EMULATOR_INTRINSIC matrix_row collect_row(const matrix_words<Count>& own) {
    lane_array<matrix_words<Count>> words;
    exchange(STRIDER_EMULATOR_CALLER, collective_kind::group, 0xffffffffu, own, words);
    const unsigned matrix = lane_index() / 8 % Count, row = lane_index() % 8;
    const auto half = [&](unsigned column) {
        return words[4 * column + row / 2].word[matrix] >> 16 * (row % 2) & 0xffffu;
    };
    matrix_row result;
    for (unsigned i = 0; i < 4; ++i)
        result.word[i] = Transposed ? half(2 * i) | half(2 * i + 1) << 16 : words[4 * row + i].word[matrix];
    return result;
}
template <int Count>
[[gnu::always_inline]] inline void store_row(matrix_row* row, const matrix_row& from) {
    if (lane_index() < 8 * Count) *row = from;
}
STRIDER_EMULATOR_INTRINSIC unsigned transposed(unsigned own) {
    lane_array<unsigned> words;
    exchange(STRIDER_EMULATOR_CALLER, collective_kind::group, 0xffffffffu, own, words);
    const unsigned group = lane_index() / 4, thread = lane_index() % 4;
    const auto half = [&](unsigned row) { return words[4 * row + group / 2] >> 16 * (group % 2) & 0xffffu; };
    return half(2 * thread) | half(2 * thread + 1) << 16;
}

// ---- mma.sync
template <int A, int B, class Register = unsigned>
struct matrix_registers {
    Register a[A], b[B];
};

/// sum += a * b by all lanes of the warp; a is M x K, b is K x 8. A register holds neighbours in k. If M is 16, a's
/// registers alternate between rows g and g + 8. A lane's sums are two neighbours of each of its rows. `option` goes to
/// tensor_core::multiply_add(); Q is the rounding of f64.
template <class A, class B, int K, int M = 16, qualifier... Q, int RegistersA, int RegistersB, class Register,
          class Sum>
STRIDER_EMULATOR_INTRINSIC void multiply(const matrix_registers<RegistersA, RegistersB, Register>& own,
                                         Sum (&sum)[M / 4], bool option = false) {
    using tensor_core::element;
    constexpr int bits = tensor_core::register_bits<A>, packed = 8 * static_cast<int>(sizeof(Register)) / bits;
    constexpr int rows = M / 8, count = std::is_same_v<A, tensor_core::b1> ? K / 32 : K;
    static_assert(RegistersA == rows * count / packed / 4 && RegistersB == count / packed / 4);
    lane_array<matrix_registers<RegistersA, RegistersB, Register>> all;
    exchange(STRIDER_EMULATOR_CALLER, collective_kind::group, 0xffffffffu, own, all);
    const unsigned group = lane_index() / 4, thread = lane_index() % 4;
    decltype(element<A>(Register{}, 0)) left[rows][count], right[2][count];
    for (int k = 0; k < count; ++k) {
        const auto holder = static_cast<unsigned>(k / packed % 4);
        const int step = k / packed / 4;
        for (int i = 0; i < rows; ++i) left[i][k] = element<A>(all[4 * group + holder].a[step * rows + i], k % packed);
        for (unsigned i = 0; i < 2; ++i)
            right[i][k] = element<B>(all[4 * (2 * thread + i) + holder].b[step], k % packed);
    }
    for (int i = 0; i < M / 4; ++i) {
        if constexpr (std::is_same_v<A, double>)
            for (int k = 0; k < count; ++k) sum[i] = float_fma<double, Q...>(left[i / 2][k], right[i % 2][k], sum[i]);
        else
            sum[i] = tensor_core::multiply_add<A, B>(left[i / 2], right[i % 2], count, sum[i], option);
    }
}
/// The same with sums in half precision, two in a register.
template <class A, class B, int K, int M = 16, int RegistersA, int RegistersB>
[[gnu::always_inline]] inline void multiply(const matrix_registers<RegistersA, RegistersB>& own, unsigned (&sum)[M / 8],
                                            bool = false) {
    small_float<binary16> each[M / 4];
    for (int i = 0; i < M / 4; ++i)
        each[i] = small_float<binary16>::of_bits(static_cast<std::uint16_t>(sum[i / 2] >> 16 * (i % 2)));
    multiply<A, B, K, M>(own, each);
    for (int i = 0; i < M / 8; ++i) sum[i] = each[2 * i].__x | static_cast<unsigned>(each[2 * i + 1].__x) << 16;
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
