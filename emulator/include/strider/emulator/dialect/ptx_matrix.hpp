// ldmatrix, stmatrix, movmatrix and mma.sync: matrices in the registers of a warp, in PTX's layout.
#pragma once

#include <utility>

#include <strider/emulator/dialect/ptx_float.hpp>
#include <strider/emulator/dialect/tensor_core.hpp>

namespace strider::emulation::ptx {

// All operands pass by value: they are registers, and no accesses of the kernel.

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
STRIDER_EMULATOR_INTRINSIC matrix_words<Count> spread_rows(matrix_row own) {
    lane_array<matrix_row> rows;
    exchange(STRIDER_EMULATOR_CALLER, collective_kind::group, 0xffffffffu, own, rows);
    const unsigned group = lane_index() / 4, thread = lane_index() % 4;
    matrix_words<Count> to;
    for (unsigned matrix = 0; matrix < Count; ++matrix) {
        const auto half = [&](unsigned row, unsigned column) {
            return rows[8 * matrix + row].word[column / 2] >> 16 * (column % 2) & 0xffffu;
        };
        to.word[matrix] = Transposed ? half(2 * thread, group) | half(2 * thread + 1, group) << 16
                                     : rows[8 * matrix + group].word[thread];
    }
    return to;
}
/// The reverse: the lane's row, gathered from the words of all lanes.
template <int Count, bool Transposed>
STRIDER_EMULATOR_INTRINSIC matrix_row collect_row(matrix_words<Count> own) {
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
[[gnu::always_inline]] inline void store_row(matrix_row* row, matrix_row from) {
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

/// A lane's part of sum += a * b, where a is M x K and b is K x 8. A register holds neighbours in k. If M is 16, a's
/// registers alternate between rows g and g + 8. A lane's sums are two neighbours of each of its rows.
template <class A, class B, int K, int M, int Rounding, class Registers, class Sum>
struct lane_product : warp_operation {
    const Registers* factors;
    Sum* sum;
    bool option;  ///< of tensor_core::product

    STRIDER_EMULATOR_ROUTINE static void run(warp_operation* const* lanes) {
        constexpr int packed = 8 * static_cast<int>(sizeof(Registers::a[0])) / tensor_core::register_bits<A>;
        constexpr int rows = M / 8, depth = std::is_same_v<A, tensor_core::b1> ? K / 32 : K;
        constexpr int steps = depth / packed / 4;
        static_assert(sizeof(Registers) == (rows + 1) * steps * sizeof(Registers::a[0]));
        tensor_core::number<A> left[M * depth];
        tensor_core::number<B> right[depth * 8];
        Sum sums[M * 8] = {};
        bool option = false;
        for (int lane = 0; lane < 32; ++lane) {
            const auto* const part = static_cast<const lane_product*>(lanes[lane]);
            const Registers& own = part == nullptr ? tensor_core::absent<Registers> : *part->factors;
            const int group = lane / 4;
            for (int n = 0; n < steps * packed; ++n) {
                const int step = n / packed, k = (4 * step + lane % 4) * packed + n % packed;
                for (int i = 0; i < rows; ++i)
                    left[(group + 8 * i) * depth + k] = tensor_core::element<A>(own.a[step * rows + i], n % packed);
                right[k * 8 + group] = tensor_core::element<B>(own.b[step], n % packed);
            }
            if (part == nullptr) continue;
            for (int i = 0; i < M / 4; ++i) sums[sum_index(lane, i)] = part->sum[i];
            option = part->option;
        }
        const int before = std::fegetround();
        if constexpr (Rounding != FE_TONEAREST) std::fesetround(Rounding);
        tensor_core::multiply<A, B>(left, right, {M, 8, depth, option}, sums);
        if constexpr (Rounding != FE_TONEAREST) std::fesetround(before);
        for (int lane = 0; lane < 32; ++lane)
            if (const auto* const part = static_cast<const lane_product*>(lanes[lane]); part != nullptr)
                for (int i = 0; i < M / 4; ++i) part->sum[i] = sums[sum_index(lane, i)];
    }
    STRIDER_EMULATOR_ROUTINE static int sum_index(int lane, int i) {
        return (lane / 4 + 8 * (i / 2)) * 8 + lane % 4 * 2 + i % 2;
    }
};
template <class Sum, int Count>
struct matrix_sums {
    Sum value[Count];
};
template <class A, class B, int K, int M = 16, qualifier... Q, class Registers, class Sum>
STRIDER_EMULATOR_INTRINSIC matrix_sums<Sum, M / 4> multiply(Registers own, matrix_sums<Sum, M / 4> sum,
                                                            bool option = false) {
    using product = lane_product<A, B, K, M, rounding_mode<Q...>, Registers, Sum>;
    product part{{product::run}, &own, sum.value, option};
    run_together(STRIDER_EMULATOR_CALLER, part);
    return sum;
}
/// The same with sums in half precision, two in a register.
template <class A, class B, int K, int M = 16, class Registers>
STRIDER_EMULATOR_INTRINSIC matrix_sums<unsigned, M / 8> multiply(Registers own, matrix_sums<unsigned, M / 8> sum,
                                                                 bool = false) {
    using half = small_float<binary16>;
    using product = lane_product<A, B, K, M, FE_TONEAREST, Registers, half>;
    half each[M / 4];
    for (int i = 0; i < M / 4; ++i)
        each[i] = half::of_bits(static_cast<std::uint16_t>(sum.value[i / 2] >> 16 * (i % 2)));
    product part{{product::run}, &own, each, false};
    run_together(STRIDER_EMULATOR_CALLER, part);
    for (int i = 0; i < M / 8; ++i) sum.value[i] = each[2 * i].__x | static_cast<unsigned>(each[2 * i + 1].__x) << 16;
    return sum;
}

// ---- The same for kernels that hold a lane's registers in arrays. No loops: their steps would count as the kernel's.
template <class T, int... I>
[[gnu::always_inline]] inline void assign(T* to, const T* from, std::integer_sequence<int, I...>) {
    ((to[I] = from[I]), ...);
}
template <int Count, bool Transposed>
[[gnu::always_inline]] inline void spread_rows(matrix_row own, unsigned (&to)[Count]) {
    assign(to, spread_rows<Count, Transposed>(own).word, std::make_integer_sequence<int, Count>{});
}
template <class A, class B, int K, class Registers>
[[gnu::always_inline]] inline void multiply(Registers own, float (&sums)[4], bool option) {
    constexpr std::make_integer_sequence<int, 4> all;
    matrix_sums<float, 4> before;
    assign(before.value, sums, all);
    assign(sums, multiply<A, B, K>(own, before, option).value, all);
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
