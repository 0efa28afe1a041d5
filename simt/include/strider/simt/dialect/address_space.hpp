// Which memory a generic address is in, and its address in there.
#pragma once

#include <cstddef>

#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC unsigned int __isGlobal(const void* address) {
    return strider::executor::space_of(address) == strider::executor::address_space::global;
}
STRIDER_SIMT_INTRINSIC unsigned int __isShared(const void* address) {
    return strider::executor::space_of(address) == strider::executor::address_space::shared;
}
STRIDER_SIMT_INTRINSIC unsigned int __isConstant(const void* address) {
    return strider::executor::space_of(address) == strider::executor::address_space::constant;
}
STRIDER_SIMT_INTRINSIC unsigned int __isLocal(const void* address) {
    return strider::executor::space_of(address) == strider::executor::address_space::local;
}

STRIDER_SIMT_INTRINSIC std::size_t __cvta_generic_to_shared(const void* address) {
    return strider::executor::to_shared_address(address);
}
STRIDER_SIMT_INTRINSIC void* __cvta_shared_to_generic(std::size_t address) {
    return strider::executor::from_shared_address(static_cast<std::uint32_t>(address));
}

// The addresses of all other spaces are generic ones here.
#define STRIDER_SIMT_SAME_ADDRESS(space)                                                 \
    STRIDER_SIMT_ARITHMETIC std::size_t __cvta_generic_to_##space(const void* address) { \
        return reinterpret_cast<std::size_t>(address);                                   \
    }                                                                                    \
    STRIDER_SIMT_ARITHMETIC void* __cvta_##space##_to_generic(std::size_t address) {     \
        return reinterpret_cast<void*>(address);                                         \
    }
STRIDER_SIMT_SAME_ADDRESS(global)
STRIDER_SIMT_SAME_ADDRESS(local)
STRIDER_SIMT_SAME_ADDRESS(constant)
#undef STRIDER_SIMT_SAME_ADDRESS
// SPDX-License-Identifier: Apache-2.0
