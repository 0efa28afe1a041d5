#include "reduction.hpp"

#include <array>
#include <cstring>
#include <type_traits>

#include <strider/emulator/dialect/half.hpp>
#include <strider/emulator/dialect/host_atomic.hpp>

namespace strider::emulation {

namespace {

template <reduction_op Op, class T>
T combined(T old, T value) {
    constexpr bool is_small = sizeof(T) == 2;
    if constexpr (Op == reduction_op::add && std::is_same_v<T, int>)
        return static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value));
    else if constexpr (Op == reduction_op::add && is_small)
        return T(static_cast<float>(old) + static_cast<float>(value));
    else if constexpr (Op == reduction_op::add)
        return old + value;
    else if constexpr (Op == reduction_op::min && is_small)
        return lesser_small(old, value, false);
    else if constexpr (Op == reduction_op::max && is_small)
        return greater_small(old, value, false);
    else if constexpr (Op == reduction_op::min)
        return value < old ? value : old;
    else if constexpr (Op == reduction_op::max)
        return old < value ? value : old;
    else if constexpr (Op == reduction_op::inc)
        return old >= value ? 0 : old + 1;
    else if constexpr (Op == reduction_op::dec)
        return old == 0 || old > value ? value : old - 1;
    else if constexpr (Op == reduction_op::and_)
        return old & value;
    else if constexpr (Op == reduction_op::or_)
        return old | value;
    else
        return old ^ value;
}

template <reduction_op Op, class T>
void reduce(void* to, const void* from, std::size_t bytes) {
    T* const elements = static_cast<T*>(to);
    for (std::size_t i = 0; i < bytes / sizeof(T); ++i) {
        T value;
        std::memcpy(static_cast<void*>(&value), static_cast<const std::byte*>(from) + i * sizeof(T), sizeof(T));
        host_atomic::fetch_update(elements + i, [&](T old) { return combined<Op>(old, value); });
    }
}

template <element_type Type, class T, reduction_op... Op>
reduce_elements function_for(reduction_op op) {
    reduce_elements function = nullptr;
    const auto look = [&]<reduction_op This>() {
        if constexpr (exists({This, Type}))
            if (op == This) function = reduce<This, T>;
    };
    (look.template operator()<Op>(), ...);
    return function;
}
template <element_type Type, class T>
reduce_elements function_of_type(reduction_op op) {
    using enum reduction_op;
    return function_for<Type, T, add, min, max, inc, dec, and_, or_, xor_>(op);
}

}  // namespace

reduce_elements function_of(reduction what) {
    using enum element_type;
    switch (what.type) {
        case u32:
            return function_of_type<u32, unsigned>(what.op);
        case s32:
            return function_of_type<s32, int>(what.op);
        case u64:
            return function_of_type<u64, unsigned long long>(what.op);
        case s64:
            return function_of_type<s64, long long>(what.op);
        case f16:
            return function_of_type<f16, __half>(what.op);
        case bf16:
            return function_of_type<bf16, __nv_bfloat16>(what.op);
        case f64:
            return function_of_type<f64, double>(what.op);
        case u8:
        case u16:
            return nullptr;
        default:
            return function_of_type<f32, float>(what.op);
    }
}

const char* name_of(reduction_op op) {
    constexpr std::array names{"copy", "add", "min", "max", "inc", "dec", "and", "or", "xor"};
    return names[static_cast<std::size_t>(op)];
}
const char* name_of(element_type type) {
    constexpr std::array names{"u8",  "u16", "u32",  "s32",     "u64",  "s64",     "f16",
                               "f32", "f64", "bf16", "f32_ftz", "tf32", "tf32_ftz"};
    return names[static_cast<std::size_t>(type)];
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
