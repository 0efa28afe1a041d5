// Functions that the emulator does not support. The names exist, so that a kernel compiles; a call ends the launch with
// a message that names the function.
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

#define STRIDER_EMULATOR_UNSUPPORTED(name, why)                                  \
    template <class T, class... Arguments>                                       \
    STRIDER_EMULATOR_INTRINSIC T name(Arguments...) {                            \
        strider::emulation::refuse(STRIDER_EMULATOR_CALLER, #name " (" why ")"); \
    }
STRIDER_EMULATOR_UNSUPPORTED(tex1DLod, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex2DLod, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex3DLod, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex1DGrad, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex2DGrad, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex3DGrad, "textures have no mipmaps here")
STRIDER_EMULATOR_UNSUPPORTED(tex2Dgather, "textures give filtered texels only")
STRIDER_EMULATOR_UNSUPPORTED(texCubemap, "textures of cubes are not there")
STRIDER_EMULATOR_UNSUPPORTED(texCubemapLayered, "textures of cubes are not there")
#undef STRIDER_EMULATOR_UNSUPPORTED

// CUDA removed warp functions without a mask for compute_70; so does the emulator. A program's own overloads for other
// types match better.
#define STRIDER_EMULATOR_REMOVED(name)                                                                       \
    __attribute__((error("it was removed for compute_70; use " #name "_sync(), whose first argument is the " \
                         "mask of the lanes"))) int                                                          \
    name(...);
STRIDER_EMULATOR_REMOVED(__shfl)
STRIDER_EMULATOR_REMOVED(__shfl_up)
STRIDER_EMULATOR_REMOVED(__shfl_down)
STRIDER_EMULATOR_REMOVED(__shfl_xor)
STRIDER_EMULATOR_REMOVED(__any)
STRIDER_EMULATOR_REMOVED(__all)
STRIDER_EMULATOR_REMOVED(__ballot)
#undef STRIDER_EMULATOR_REMOVED
// SPDX-License-Identifier: Apache-2.0
