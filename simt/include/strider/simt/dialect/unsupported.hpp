// What the executor does not do. The names exist, so that a kernel compiles; whoever reaches one is told which.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

#define STRIDER_SIMT_UNSUPPORTED(name, why)                    \
    template <class T, class... Arguments>                     \
    STRIDER_SIMT_INTRINSIC T name(Arguments...) {              \
        simt::refuse(STRIDER_SIMT_CALLER, #name " (" why ")"); \
    }
STRIDER_SIMT_UNSUPPORTED(tex1D, "textures have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(tex1Dfetch, "textures have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(tex2D, "textures have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(tex3D, "textures have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(surf1Dread, "surfaces have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(surf2Dread, "surfaces have no memory model here; read the array itself")
STRIDER_SIMT_UNSUPPORTED(surf3Dread, "surfaces have no memory model here; read the array itself")
#undef STRIDER_SIMT_UNSUPPORTED
