// __all_sync, __any_sync, __ballot_sync, __activemask.
#pragma once

#include <strider/simt/dialect/intrinsic.hpp>

namespace strider::executor {

struct ballot {
    unsigned participants, agreeing;
};

STRIDER_SIMT_ROUTINE ballot cast_votes(site at, unsigned mask, int predicate) {
    const collective_values lanes = warp_collective(at, collective_kind::vote, mask, predicate != 0);
    unsigned agreeing = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) agreeing |= static_cast<unsigned>(lanes.values[lane]) << lane;
    return {lanes.participants, agreeing};
}

}  // namespace strider::executor

STRIDER_SIMT_INTRINSIC int __all_sync(unsigned mask, int predicate) {
    const auto votes = strider::executor::cast_votes(STRIDER_SIMT_CALLER, mask, predicate);
    return votes.agreeing == votes.participants;
}
STRIDER_SIMT_INTRINSIC int __any_sync(unsigned mask, int predicate) {
    return strider::executor::cast_votes(STRIDER_SIMT_CALLER, mask, predicate).agreeing != 0;
}
STRIDER_SIMT_INTRINSIC unsigned __ballot_sync(unsigned mask, int predicate) {
    return strider::executor::cast_votes(STRIDER_SIMT_CALLER, mask, predicate).agreeing;
}
/// The lanes that are here together. CUDA promises no more than that the caller is among them.
STRIDER_SIMT_INTRINSIC unsigned __activemask() { return strider::executor::converged_lanes(STRIDER_SIMT_CALLER); }
// SPDX-License-Identifier: Apache-2.0
