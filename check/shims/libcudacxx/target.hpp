// <nv/target>: code of one side or architecture. Both sides are one function here, so the choice is made when it runs.
#pragma once

#include <strider/emulator/lane.hpp>

#define NV_IS_DEVICE (::strider::emulation::on_lane())
#define NV_IS_HOST (!::strider::emulation::on_lane())
#define NV_ANY_TARGET true
#define NV_NO_TARGET false
#define NV_PROVIDES_SM_35 NV_IS_DEVICE
#define NV_PROVIDES_SM_37 NV_IS_DEVICE
#define NV_PROVIDES_SM_50 NV_IS_DEVICE
#define NV_PROVIDES_SM_52 NV_IS_DEVICE
#define NV_PROVIDES_SM_53 NV_IS_DEVICE
#define NV_PROVIDES_SM_60 NV_IS_DEVICE
#define NV_PROVIDES_SM_61 NV_IS_DEVICE
#define NV_PROVIDES_SM_62 NV_IS_DEVICE
#define NV_PROVIDES_SM_70 NV_IS_DEVICE
#define NV_PROVIDES_SM_72 NV_IS_DEVICE
#define NV_PROVIDES_SM_75 NV_IS_DEVICE
#define NV_PROVIDES_SM_80 NV_IS_DEVICE
#define NV_PROVIDES_SM_86 NV_IS_DEVICE
#define NV_PROVIDES_SM_87 NV_IS_DEVICE
#define NV_PROVIDES_SM_89 NV_IS_DEVICE
#define NV_PROVIDES_SM_90 NV_IS_DEVICE
#define NV_PROVIDES_SM_100 false
#define NV_PROVIDES_SM_120 false
#define NV_HAS_FEATURE_SM_90a NV_IS_DEVICE
#define NV_HAS_FEATURE_SM_100a false
#define NV_IS_EXACTLY_SM_70 false
#define NV_IS_EXACTLY_SM_75 false
#define NV_IS_EXACTLY_SM_80 false
#define NV_IS_EXACTLY_SM_86 false
#define NV_IS_EXACTLY_SM_89 false
#define NV_IS_EXACTLY_SM_90 NV_IS_DEVICE
#define NV_IS_EXACTLY_SM_100 false

// The code stands in parentheses.
#define STRIDER_NV_CODE(...) __VA_ARGS__
#define NV_IF_TARGET(condition, code, ...) \
    if (condition) {                       \
        STRIDER_NV_CODE code               \
    }                                      \
    __VA_OPT__(else {STRIDER_NV_CODE __VA_ARGS__})
#define NV_IF_ELSE_TARGET(condition, code, otherwise) NV_IF_TARGET(condition, code, otherwise)

// Pairs of a condition and code; the first that holds is taken. Each level expands the pairs behind it once more.
#define STRIDER_NV_PAIR(condition, code, ...) \
    if (condition) {                          \
        STRIDER_NV_CODE code                  \
    }                                         \
    __VA_OPT__(else STRIDER_NV_LATER STRIDER_NV_NOTHING()()(__VA_ARGS__))
#define STRIDER_NV_NOTHING()
#define STRIDER_NV_LATER() STRIDER_NV_PAIR
#define STRIDER_NV_TWICE(...) STRIDER_NV_CODE(STRIDER_NV_CODE(__VA_ARGS__))
#define STRIDER_NV_EIGHT(...) STRIDER_NV_TWICE(STRIDER_NV_CODE(STRIDER_NV_TWICE(__VA_ARGS__)))
#define NV_DISPATCH_TARGET(...) STRIDER_NV_EIGHT(STRIDER_NV_PAIR(__VA_ARGS__))
// SPDX-License-Identifier: Apache-2.0
