// ldmatrix and mma.sync: matrices in the registers of a warp, as PTX lays them out. Products are exact and summed in
// the order of k, where the hardware has an order and a rounding of its own.
#pragma once

#include <strider/simt/dialect/ptx_numbers.hpp>
#include <strider/simt/dialect/small_float.hpp>

namespace strider::executor::ptx {

// ---- ldmatrix: lane 8j + r knows where row r of matrix j stands
struct matrix_row {
    alignas(16) unsigned word[4];
};
/// The load of the lanes whose row is one; always inlined, so that it is an access of the kernel.
template <int Count>
[[gnu::always_inline]] inline matrix_row load_row(const matrix_row* row) {
    matrix_row loaded{};
    if (lane_index() < 8 * Count) loaded = *row;
    return loaded;
}
template <int Count, bool Transposed>
STRIDER_SIMT_INTRINSIC void spread_rows(const matrix_row& own, unsigned (&to)[Count]) {
    lane_array<matrix_row> rows;
    exchange(STRIDER_SIMT_CALLER, collective_kind::group, 0xffffffffu, own, rows);
    const unsigned group = lane_index() / 4, thread = lane_index() % 4;
    for (unsigned matrix = 0; matrix < Count; ++matrix) {
        const auto half = [&](unsigned row, unsigned column) {
            return rows[8 * matrix + row].word[column / 2] >> 16 * (column % 2) & 0xffffu;
        };
        to[matrix] = Transposed ? half(2 * thread, group) | half(2 * thread + 1, group) << 16
                                : rows[8 * matrix + group].word[thread];
    }
}

// ---- mma.sync.m16n8k: the elements of a register, and where a lane holds which
struct tf32 {};
template <class T>
constexpr int element_bits = 8;
template <>
inline constexpr int element_bits<tf32> = 32;
template <>
inline constexpr int element_bits<binary16> = 16;
template <>
inline constexpr int element_bits<bfloat16> = 16;

/// The n-th element of a register as a number of the type that sums have.
template <class T>
STRIDER_SIMT_ROUTINE auto element_of(unsigned bits, int n) {
    const unsigned shifted = bits >> element_bits<T> * n % 32;
    if constexpr (std::is_same_v<T, tf32>)
        return __builtin_bit_cast(float, bits & 0xffffe000u);
    else if constexpr (std::is_integral_v<T>)
        return static_cast<int>(static_cast<T>(shifted));
    else
        return decode<T>(static_cast<std::uint16_t>(shifted));
}

template <int A, int B>
struct matrix_registers {
    unsigned a[A], b[B];
};

/// sum += a * b, 16 x K by K x 8, by all lanes of the warp. A lane's four sums are those of rows g and g + 8, two
/// columns of each.
template <class A, class B, int K, class Sum, int RegistersA, int RegistersB>
STRIDER_SIMT_INTRINSIC void multiply(const matrix_registers<RegistersA, RegistersB>& own, Sum (&sum)[4],
                                     bool saturates) {
    constexpr int packed = 32 / element_bits<A>, chunk = 4 * packed;
    static_assert(RegistersA == 2 * K / chunk && RegistersB == K / chunk, "the registers hold the matrices");
    lane_array<matrix_registers<RegistersA, RegistersB>> all;
    exchange(STRIDER_SIMT_CALLER, collective_kind::group, 0xffffffffu, own, all);
    const int group = static_cast<int>(lane_index()) / 4, thread = static_cast<int>(lane_index()) % 4;
    for (int i = 0; i < 4; ++i) {
        const int row = group + i / 2 * 8, column = 2 * thread + i % 2;
        std::conditional_t<std::is_same_v<Sum, int>, long long, float> total = sum[i];
        for (int k = 0; k < K; ++k) {
            const int holder = k % chunk / packed;
            const unsigned left = all[static_cast<unsigned>(row % 8 * 4 + holder)].a[k / chunk * 2 + row / 8];
            const unsigned right = all[static_cast<unsigned>(column * 4 + holder)].b[k / chunk];
            total += element_of<A>(left, k % packed) * element_of<B>(right, k % packed);
        }
        if constexpr (std::is_same_v<Sum, int>)
            sum[i] = saturates ? saturated<int>(static_cast<double>(total)) : static_cast<int>(total);
        else
            sum[i] = total;
    }
}
/// The same with sums in half precision, two a register.
template <class A, class B, int K, int RegistersA, int RegistersB>
[[gnu::always_inline]] inline void multiply(const matrix_registers<RegistersA, RegistersB>& own, unsigned (&sum)[2],
                                            bool saturates) {
    float wide[4];
    for (int i = 0; i < 4; ++i) wide[i] = element_of<binary16>(sum[i / 2], i % 2);
    multiply<A, B, K>(own, wide, saturates);
    for (int i = 0; i < 2; ++i)
        sum[i] = static_cast<unsigned>(encode<binary16>(wide[2 * i])) |
                 static_cast<unsigned>(encode<binary16>(wide[2 * i + 1])) << 16;
}

}  // namespace strider::executor::ptx
// SPDX-License-Identifier: Apache-2.0
