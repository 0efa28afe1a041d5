// __threadfence and its kin. They are sequentially consistent, as CUDA documents.
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

STRIDER_EMULATOR_INTRINSIC void __threadfence_block() {
    strider::emulation::fence(STRIDER_EMULATOR_CALLER, strider::emulation::scope::block,
                              strider::emulation::order::seq_cst);
}
STRIDER_EMULATOR_INTRINSIC void __threadfence() {
    strider::emulation::fence(STRIDER_EMULATOR_CALLER, strider::emulation::scope::device,
                              strider::emulation::order::seq_cst);
}
STRIDER_EMULATOR_INTRINSIC void __threadfence_system() {
    strider::emulation::fence(STRIDER_EMULATOR_CALLER, strider::emulation::scope::system,
                              strider::emulation::order::seq_cst);
}
/// Lets dependent launches begin; in the emulator they begin later. It orders nothing.
STRIDER_EMULATOR_ARITHMETIC void cudaTriggerProgrammaticLaunchCompletion() {}
STRIDER_EMULATOR_INTRINSIC void cudaGridDependencySynchronize() { strider::emulation::wait_for_primaries(); }
// SPDX-License-Identifier: Apache-2.0
