// __all_sync, __any_sync, __ballot_sync, __activemask.
#pragma once

#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation {

struct ballot {
    unsigned participants, agreeing;
};

STRIDER_EMULATOR_ROUTINE ballot cast_votes(site caller, unsigned mask, int predicate) {
    const collective_values lanes = warp_collective(caller, collective_kind::vote, mask, predicate != 0);
    unsigned agreeing = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) agreeing |= static_cast<unsigned>(lanes.values[lane]) << lane;
    return {lanes.participants, agreeing};
}

}  // namespace strider::emulation

STRIDER_EMULATOR_INTRINSIC int __all_sync(unsigned mask, int predicate) {
    const auto votes = strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask, predicate);
    return votes.agreeing == votes.participants;
}
STRIDER_EMULATOR_INTRINSIC int __any_sync(unsigned mask, int predicate) {
    return strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask, predicate).agreeing != 0;
}
STRIDER_EMULATOR_INTRINSIC unsigned __ballot_sync(unsigned mask, int predicate) {
    return strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask, predicate).agreeing;
}
/// The lanes that run this call together. CUDA promises only that the caller is among them.
STRIDER_EMULATOR_INTRINSIC unsigned __activemask() {
    return strider::emulation::converged_lanes(STRIDER_EMULATOR_CALLER);
}
// SPDX-License-Identifier: Apache-2.0
