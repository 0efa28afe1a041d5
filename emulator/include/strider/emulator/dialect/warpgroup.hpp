// Products of a warpgroup, wgmma of PTX: four warps whose first has a rank that is a multiple of four.
//
// Like an asynchronous copy, the emulator does a product as late as possible: when a warp waits for it. Until then the
// product owns the registers of its lanes and reads its tiles. A lane that uses these registers, or whoever writes a
// tile, races with the product.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/lane.hpp>

namespace strider::emulation {

/// The types of a product's factors and sums. The first ones are those of tensor_core::format.
enum class factor_type : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, s8, u8 };
enum class sum_type : std::uint8_t { f16, f32, s32 };

/// Factors are negated; a tile is transposed (MN-major); sums of integers saturate.
enum product_option : unsigned {
    negates_a = 1,
    negates_b = 2,
    transposes_a = 4,
    transposes_b = 8,
    saturates_sums = 16,
    drops_sums = 32,  ///< the old sums count as 0
};

/// sums = a * b + sums, 64 rows. Two products of one shape may use the same sums one after the other.
struct product_shape {
    factor_type a{}, b{};
    sum_type sum{};
    unsigned columns = 0;

    bool operator==(const product_shape&) const = default;
};

/// The variable of the kernel that an operand of 32 bits is; not `lasting`: a value that ends with the statement.
struct register_place {
    const void* at = nullptr;
    bool lasting = false;
};

struct warpgroup_product {
    product_shape shape;
    unsigned options = 0;  ///< a set of product_option
    bool a_in_registers = false;
    register_place a[4];                   ///< the lane's part of the left matrix, or
    std::uint64_t a_tile = 0, b_tile = 0;  ///< matrix descriptors
    void* const* sums = nullptr;           ///< the lane's registers
    unsigned sum_registers() const { return shape.columns / (shape.sum == sum_type::f16 ? 4 : 2); }
};

/// All lanes of the warp make each of these calls together.
void begin_product(site caller, const warpgroup_product& what) noexcept;
/// Orders the lanes' accesses of registers before later products.
void fence_registers(site caller) noexcept;
/// Closes a group: all products of the warp since the previous call.
void commit_products(site caller) noexcept;
/// Waits until at most the last `groups` of the warp are pending.
void wait_for_products(site caller, unsigned groups) noexcept;
/// The lanes may use so many registers from now on. Here they have as many as they use.
void set_registers(site caller, unsigned count) noexcept;

namespace ptx {

template <class Register>
[[gnu::always_inline]] inline register_place place_of(Register&& operand) {
    static_assert(sizeof(operand) == 4, "a register of a wgmma has 32 bits");
    return {std::addressof(operand), std::is_lvalue_reference_v<Register>};
}

// By pointers to the operands: copies would be accesses of the registers.
template <class... Sums>
STRIDER_EMULATOR_INTRINSIC void warpgroup_multiply(product_shape shape, unsigned options, std::uint64_t a_tile,
                                                   std::uint64_t b_tile, Sums&... sums) {
    static_assert(((sizeof(sums) == 4) && ...), "a register of a wgmma has 32 bits");
    void* const places[] = {std::addressof(sums)...};
    begin_product(STRIDER_EMULATOR_CALLER,
                  {.shape = shape, .options = options, .a_tile = a_tile, .b_tile = b_tile, .sums = places});
}
template <class... Sums>
STRIDER_EMULATOR_INTRINSIC void warpgroup_multiply(product_shape shape, unsigned options, register_place a0,
                                                   register_place a1, register_place a2, register_place a3,
                                                   std::uint64_t b_tile, Sums&... sums) {
    static_assert(((sizeof(sums) == 4) && ...), "a register of a wgmma has 32 bits");
    void* const places[] = {std::addressof(sums)...};
    begin_product(STRIDER_EMULATOR_CALLER, {.shape = shape,
                                            .options = options,
                                            .a_in_registers = true,
                                            .a = {a0, a1, a2, a3},
                                            .b_tile = b_tile,
                                            .sums = places});
}
STRIDER_EMULATOR_INTRINSIC void warpgroup_fence() { fence_registers(STRIDER_EMULATOR_CALLER); }
STRIDER_EMULATOR_INTRINSIC void warpgroup_commit() { commit_products(STRIDER_EMULATOR_CALLER); }
STRIDER_EMULATOR_INTRINSIC void warpgroup_wait(unsigned groups) { wait_for_products(STRIDER_EMULATOR_CALLER, groups); }

STRIDER_EMULATOR_INTRINSIC void set_registers(unsigned count) {
    emulation::set_registers(STRIDER_EMULATOR_CALLER, count);
}

}  // namespace ptx

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
