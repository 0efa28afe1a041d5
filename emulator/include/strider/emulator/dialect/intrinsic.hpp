// How all intrinsics of the dialect are compiled, and how they find their caller.
#pragma once

#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>

// An intrinsic is out of line and uninstrumented: its return address is the user's line, and its body adds neither
// accesses nor basic blocks to the kernel.
#define STRIDER_EMULATOR_INTRINSIC \
    __attribute__((noinline)) STRIDER_EMULATOR_CONVERGENT STRIDER_EMULATOR_UNINSTRUMENTED inline

// Arithmetic without branches is inlined, like the instruction that it replaces.
#define STRIDER_EMULATOR_ARITHMETIC [[gnu::always_inline]] inline

// Arithmetic with branches or loops, which do not count as the kernel's.
#define STRIDER_EMULATOR_ROUTINE STRIDER_EMULATOR_UNINSTRUMENTED inline

// The call site of an intrinsic. Use it only directly in the intrinsic's body.
#define STRIDER_EMULATOR_CALLER (::strider::emulation::site{__builtin_return_address(0)})
// SPDX-License-Identifier: Apache-2.0
