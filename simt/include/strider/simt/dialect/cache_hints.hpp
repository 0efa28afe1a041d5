// Loads and stores with a cache hint. The executor has no caches: they are plain accesses, at the caller's line.
#pragma once

#include <type_traits>

#include <strider/simt/dialect/intrinsic.hpp>

#define STRIDER_SIMT_LOAD(name)                        \
    template <class T>                                 \
    STRIDER_SIMT_ARITHMETIC T name(const T* address) { \
        return *address;                               \
    }
STRIDER_SIMT_LOAD(__ldg)
STRIDER_SIMT_LOAD(__ldca)
STRIDER_SIMT_LOAD(__ldcg)
STRIDER_SIMT_LOAD(__ldcs)
STRIDER_SIMT_LOAD(__ldlu)
STRIDER_SIMT_LOAD(__ldcv)
#undef STRIDER_SIMT_LOAD

#define STRIDER_SIMT_STORE(name)                                                   \
    template <class T>                                                             \
    STRIDER_SIMT_ARITHMETIC void name(T* address, std::type_identity_t<T> value) { \
        *address = value;                                                          \
    }
STRIDER_SIMT_STORE(__stwb)
STRIDER_SIMT_STORE(__stcg)
STRIDER_SIMT_STORE(__stcs)
STRIDER_SIMT_STORE(__stwt)
#undef STRIDER_SIMT_STORE
// SPDX-License-Identifier: Apache-2.0
