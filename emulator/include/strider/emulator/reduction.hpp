// A reduction: the operation by which a copy or a store changes each element of its destination, as
// cp.reduce.async.bulk and red.async say it.
#pragma once

#include <cstdint>

namespace strider::emulation {

/// In the order of CUtensorMapDataType.
enum class element_type : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz };

enum class reduction_op : std::uint8_t { replace, add, min, max, inc, dec, and_, or_, xor_ };

struct reduction {
    reduction_op op = reduction_op::replace;
    element_type type = element_type::u8;
};

/// Whether a GPU has it: tensor maps of other types make an instruction illegal, as an H200 shows.
constexpr bool exists(reduction what) {
    using enum element_type;
    const element_type t = what.type;
    const bool is_whole = t == u32 || t == s32 || t == u64;
    switch (what.op) {
        case reduction_op::replace:
            return true;
        case reduction_op::add:
            return t != u8 && t != u16 && t != s64;
        case reduction_op::min:
        case reduction_op::max:
            return is_whole || t == s64 || t == f16 || t == bf16;
        case reduction_op::inc:
        case reduction_op::dec:
            return t == u32;
        default:
            return is_whole;
    }
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
