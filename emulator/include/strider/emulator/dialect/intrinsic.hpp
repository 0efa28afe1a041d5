// What all intrinsics of the dialect share: how they are compiled, and how they know who called them.
#pragma once

#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>

// An intrinsic stands out of line and uninstrumented: its return address is the user's line, and what it does inside
// is neither an access nor a basic block of the kernel.
#define STRIDER_EMULATOR_INTRINSIC \
    __attribute__((noinline)) STRIDER_EMULATOR_CONVERGENT STRIDER_EMULATOR_UNINSTRUMENTED inline

// Plain arithmetic without branches is inlined, as the instruction that it stands for would be.
#define STRIDER_EMULATOR_ARITHMETIC [[gnu::always_inline]] inline

// Arithmetic with branches or loops of its own, which are not the kernel's.
#define STRIDER_EMULATOR_ROUTINE STRIDER_EMULATOR_UNINSTRUMENTED inline

// The place that an intrinsic was called from; to be used directly in its body.
#define STRIDER_EMULATOR_CALLER (::strider::emulation::site{__builtin_return_address(0)})
// SPDX-License-Identifier: Apache-2.0
