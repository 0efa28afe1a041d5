// The memory that a generic address lies in, and conversions between generic addresses and addresses of that memory.
#pragma once

#include <cstddef>

#include <strider/emulator/dialect/intrinsic.hpp>

STRIDER_EMULATOR_INTRINSIC unsigned int __isGlobal(const void* address) {
    return strider::emulation::space_of(address) == strider::emulation::address_space::global;
}
STRIDER_EMULATOR_INTRINSIC unsigned int __isShared(const void* address) {
    return strider::emulation::space_of(address) == strider::emulation::address_space::shared;
}
STRIDER_EMULATOR_INTRINSIC unsigned int __isConstant(const void* address) {
    return strider::emulation::space_of(address) == strider::emulation::address_space::constant;
}
STRIDER_EMULATOR_INTRINSIC unsigned int __isLocal(const void* address) {
    return strider::emulation::space_of(address) == strider::emulation::address_space::local;
}

STRIDER_EMULATOR_INTRINSIC std::size_t __cvta_generic_to_shared(const void* address) {
    return strider::emulation::to_shared_address(address);
}
STRIDER_EMULATOR_INTRINSIC void* __cvta_shared_to_generic(std::size_t address) {
    return strider::emulation::from_shared_address(static_cast<std::uint32_t>(address));
}

// Other spaces use generic addresses.
#define STRIDER_EMULATOR_SAME_ADDRESS(space)                                                 \
    STRIDER_EMULATOR_ARITHMETIC std::size_t __cvta_generic_to_##space(const void* address) { \
        return reinterpret_cast<std::size_t>(address);                                       \
    }                                                                                        \
    STRIDER_EMULATOR_ARITHMETIC void* __cvta_##space##_to_generic(std::size_t address) {     \
        return reinterpret_cast<void*>(address);                                             \
    }
STRIDER_EMULATOR_SAME_ADDRESS(global)
STRIDER_EMULATOR_SAME_ADDRESS(local)
STRIDER_EMULATOR_SAME_ADDRESS(constant)
#undef STRIDER_EMULATOR_SAME_ADDRESS
// SPDX-License-Identifier: Apache-2.0
