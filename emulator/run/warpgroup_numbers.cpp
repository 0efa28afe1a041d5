// The numbers of a warpgroup's product, with the bits of an H200 (tests/hardware/wgmma.cu): where a descriptor's
// elements stand, which lane holds which sum, and how products are added.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <strider/emulator/dialect/tensor_core.hpp>

#include "warpgroup.hpp"
#include "worker.hpp"

namespace strider::emulation {

namespace {

constexpr unsigned rows = 64, row_bytes = 32;

std::uint32_t field(std::uint64_t descriptor, int first) {
    return static_cast<std::uint32_t>(descriptor >> first & 0x3fff) << 4;
}

unsigned bytes_of(factor_type type) { return type == factor_type::tf32 ? 4 : type <= factor_type::bf16 ? 2 : 1; }

/// Bits of a tile's elements, or integers of 8 bits with their sign: row after row.
struct matrix {
    unsigned depth;
    std::vector<unsigned> elements;

    matrix(unsigned height, factor_type type) : depth(row_bytes / bytes_of(type)), elements(height * depth) {}
    unsigned* row(unsigned n) { return &elements[n * depth]; }
};

unsigned element(const std::byte* from, factor_type type, bool negated) {
    unsigned bits = 0;
    std::memcpy(&bits, from, bytes_of(type));
    if (type == factor_type::s8) return static_cast<unsigned>(static_cast<int>(static_cast<signed char>(bits)));
    return negated ? bits ^ 1u << (8 * bytes_of(type) - 1) : bits;
}

matrix read(const matrix_tile& tile, unsigned height, factor_type type, bool negated,
            std::span<const std::byte> shared) {
    matrix result(height, type);
    const unsigned size = bytes_of(type), count = piece_of_tile / size;
    for (unsigned n = 0; n < 2 * height; ++n) {
        const std::size_t begin = tile.piece(n);
        for (unsigned i = 0; i < count && begin + piece_of_tile <= shared.size(); ++i) {
            const unsigned value = element(&shared[begin + i * size], type, negated);
            if (tile.transposed())
                result.row(n / 16 * 8 + i)[n % 16] = value;
            else
                result.row(n / 2)[n % 2 * count + i] = value;
        }
    }
    return result;
}

/// Registers 0 and 2 have a row, and 1 and 3 the row eight below.
matrix read_registers(const begun_product& product, factor_type type, bool negated) {
    matrix result(rows, type);
    const unsigned size = bytes_of(type), count = 4 / size;
    for (unsigned lane = 0; lane < lanes_of_group; ++lane)
        for (unsigned i = 0; i < 4 * count; ++i) {
            const unsigned n = i / count, thread = lane % 4;
            unsigned* const row = result.row(lane / warp_lanes * 16 + lane % warp_lanes / 4 + n % 2 * 8);
            row[(n / 2 * 4 + thread) * count + i % count] = element(
                reinterpret_cast<const std::byte*>(&product.lanes[lane].a[n]) + i % count * size, type, negated);
        }
    return result;
}

/// significand * 2^(exponent - 3), without an implicit one.
struct small_number {
    int significand, exponent;
    bool infinite, nan;
};
small_number unpack(factor_type type, unsigned bits) {
    const int mantissa_bits = type == factor_type::e4m3 ? 3 : 2, bias = type == factor_type::e4m3 ? 7 : 15;
    const int fraction = static_cast<int>(bits) & ((1 << mantissa_bits) - 1);
    const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << (7 - mantissa_bits)) - 1);
    const int magnitude = (fraction + (exponent == 0 ? 0 : 1 << mantissa_bits)) << (3 - mantissa_bits);
    const bool special = type == factor_type::e5m2 && exponent == 31;
    return {(bits & 0x80u) != 0 ? -magnitude : magnitude, std::max(exponent, 1) - bias, special && fraction == 0,
            special ? fraction != 0 : type == factor_type::e4m3 && bits % 128 == 127};
}

/// Of 8 bits: all products and the addend are cut off 13 bits behind the point of the largest exponent. The sum keeps
/// as many bits.
constexpr int kept_bits = 13;

double sum_of_small(factor_type of_a, const unsigned* a, factor_type of_b, const unsigned* b, double addend) {
    constexpr int least = -1000;
    std::array<double, row_bytes + 1> terms;
    std::array<int, row_bytes + 1> exponents;
    double special = 0;
    bool finite = std::isfinite(addend);
    for (unsigned k = 0; k < row_bytes; ++k) {
        const small_number left = unpack(of_a, a[k]), right = unpack(of_b, b[k]);
        const auto value = [](const small_number& one) {
            return one.nan        ? std::numeric_limits<double>::quiet_NaN()
                   : one.infinite ? one.significand * std::numeric_limits<double>::infinity()
                                  : one.significand;
        };
        finite = finite && std::isfinite(value(left)) && std::isfinite(value(right));
        special += value(left) * value(right);
        terms[k] = std::ldexp(left.significand * right.significand, left.exponent + right.exponent - 6);
        exponents[k] = terms[k] == 0 ? least : left.exponent + right.exponent;
    }
    if (!finite) return special + addend;
    terms[row_bytes] = addend;
    exponents[row_bytes] = addend == 0 ? least : std::max(std::ilogb(addend), -126);
    const int most = *std::max_element(exponents.begin(), exponents.end());
    double sum = 0;
    for (const double term : terms) sum += std::trunc(std::ldexp(term, kept_bits - most));
    return std::ldexp(sum, most - kept_bits);
}

/// Towards zero, with as many bits behind the point of a float.
float cut_off(double sum) {
    if (std::isnan(sum)) return __builtin_bit_cast(float, 0x7fffffffu);
    if (sum == 0 || std::isinf(sum)) return static_cast<float>(sum);
    const int last = std::max(std::ilogb(sum), -126) - kept_bits;
    return static_cast<float>(std::ldexp(std::trunc(std::ldexp(sum, -last)), last));
}

using half = small_float<binary16>;

struct rule {
    product_shape shape;
    bool saturates;
    unsigned depth;

    bool is_small() const { return shape.a == factor_type::e4m3 || shape.a == factor_type::e5m2; }
    template <class Sum>
    Sum add(const unsigned* a, const unsigned* b, Sum addend) const {
        if (is_small()) {
            const double sum = sum_of_small(shape.a, a, shape.b, b, static_cast<float>(addend));
            if constexpr (std::is_same_v<Sum, float>)
                return cut_off(sum);
            else
                return sum;
        }
        // The model takes eight columns: the others are zero.
        std::array<unsigned, 8 * row_bytes> columns{};
        for (unsigned k = 0; k < depth; ++k) columns[8 * k] = b[k];
        std::array<Sum, 8> sums{addend};
        tensor_core::multiply(static_cast<tensor_core::format>(shape.a), a, static_cast<tensor_core::format>(shape.b),
                              columns.data(), {1, 8, static_cast<int>(depth)}, sums.data());
        return sums[0];
    }
    int add(const unsigned* a, const unsigned* b, int addend) const {
        long long sum = addend;
        for (unsigned k = 0; k < depth; ++k)
            sum += static_cast<long long>(static_cast<int>(a[k])) * static_cast<int>(b[k]);
        return static_cast<int>(
            saturates ? std::clamp<long long>(sum, std::numeric_limits<int>::min(), std::numeric_limits<int>::max())
                      : sum);
    }
};

/// The lane's nth sum: two neighbours of a row, then two of the row eight below, then the next eight columns.
template <class Sum>
void add_to(void* const* registers, unsigned n, bool drops, const rule& how, const unsigned* a, const unsigned* b) {
    constexpr unsigned packed = 4 / sizeof(Sum);
    std::byte* const at = static_cast<std::byte*>(registers[n / packed]) + n % packed * sizeof(Sum);
    Sum sum{};
    if (!drops) std::memcpy(&sum, at, sizeof(Sum));
    sum = how.add(a, b, sum);
    std::memcpy(at, &sum, sizeof(Sum));
}

}  // namespace

std::uint32_t matrix_tile::piece(unsigned n) const {
    const std::uint32_t begin = field(descriptor_, 0), leading = field(descriptor_, 16),
                        stride = field(descriptor_, 32);
    const auto base = static_cast<std::uint32_t>(descriptor_ >> 49 & 7);
    const unsigned mode = descriptor_ >> 62, width = mode == 0 ? 16 : 256 >> mode, across = width / 16;
    std::uint32_t place = begin;
    if (!transposed_)  // rows of eight a stride apart; without swizzle, their halves apart by the leading offset
        place += n / 16 * stride + n / 2 % 8 * width + n % 2 * (mode == 0 ? leading : 16);
    else if (mode == 0)
        place += n / 16 * stride + n % 16 / 8 * leading + n % 8 * 16;
    else
        place += n / 16 / across * leading + n / 16 % across * 16 + n % 16 / 8 * stride + n % 8 * width;
    const std::uint32_t mask = mode == 0 ? 0 : across - 1;
    return ((place ^ (((place >> 7) - base) & mask) << 4) & 0x3ffff) - block_window;
}

void multiply(const begun_product& product, std::span<const std::byte> shared,
              const std::array<unsigned, warps_of_group>& live) {
    const auto& [shape, options, in_registers, a_registers, a_tile, b_tile, sums] = product.what;
    const bool negates_left = (options & negates_a) != 0, drops = (options & drops_sums) != 0;
    matrix a = in_registers ? read_registers(product, shape.a, negates_left)
                            : read(product.a(), rows, shape.a, negates_left, shared);
    matrix b = read(product.b(), shape.columns, shape.b, (options & negates_b) != 0, shared);
    const rule how{shape, (options & saturates_sums) != 0, a.depth};
    for (unsigned lane = 0; lane < lanes_of_group; ++lane) {
        const unsigned in_warp = lane % warp_lanes, warp = lane / warp_lanes;
        const std::vector<void*>& registers = product.lanes[lane].sums;
        if ((live[warp] >> in_warp & 1u) == 0 || registers.empty()) continue;
        for (unsigned n = 0; n < shape.columns / 2; ++n) {
            const unsigned* const left = a.row(warp * 16 + in_warp / 4 + n / 2 % 2 * 8);
            const unsigned* const right = b.row(n / 4 * 8 + in_warp % 4 * 2 + n % 2);
            if (shape.sum == sum_type::f32)
                add_to<float>(registers.data(), n, drops, how, left, right);
            else if (shape.sum == sum_type::f16)
                add_to<half>(registers.data(), n, drops, how, left, right);
            else
                add_to<int>(registers.data(), n, drops, how, left, right);
        }
    }
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
