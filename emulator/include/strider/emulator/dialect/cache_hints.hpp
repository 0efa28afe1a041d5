// Loads and stores with a cache hint. The emulator treats them as plain accesses, at the caller's line.
#pragma once

#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>

#define STRIDER_EMULATOR_LOAD(name)                        \
    template <class T>                                     \
    STRIDER_EMULATOR_ARITHMETIC T name(const T* address) { \
        return *address;                                   \
    }
STRIDER_EMULATOR_LOAD(__ldg)
STRIDER_EMULATOR_LOAD(__ldca)
STRIDER_EMULATOR_LOAD(__ldcg)
STRIDER_EMULATOR_LOAD(__ldcs)
STRIDER_EMULATOR_LOAD(__ldlu)
STRIDER_EMULATOR_LOAD(__ldcv)
#undef STRIDER_EMULATOR_LOAD

#define STRIDER_EMULATOR_STORE(name)                                                   \
    template <class T>                                                                 \
    STRIDER_EMULATOR_ARITHMETIC void name(T* address, std::type_identity_t<T> value) { \
        *address = value;                                                              \
    }
STRIDER_EMULATOR_STORE(__stwb)
STRIDER_EMULATOR_STORE(__stcg)
STRIDER_EMULATOR_STORE(__stcs)
STRIDER_EMULATOR_STORE(__stwt)
#undef STRIDER_EMULATOR_STORE
// SPDX-License-Identifier: Apache-2.0
