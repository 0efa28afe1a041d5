// __match_any_sync, __match_all_sync: which lanes of a warp hold the same bits.
#pragma once

#include <cstring>

#include <strider/emulator/dialect/register.hpp>

namespace strider::emulation {

struct matching {
    unsigned participants, same;
};

template <class T>
STRIDER_EMULATOR_ROUTINE matching match(site caller, unsigned mask, T value) {
    lane_array<T> values;
    const unsigned participants = exchange(caller, collective_kind::match, mask, value, values);
    unsigned same = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        same |= static_cast<unsigned>(std::memcmp(&values[lane], &value, sizeof(T)) == 0) << lane;
    return {participants, same & participants};
}

}  // namespace strider::emulation

/// The lanes of `mask` whose value has the same bits as the caller's.
template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC unsigned __match_any_sync(unsigned mask, T value) {
    return strider::emulation::match(STRIDER_EMULATOR_CALLER, mask, +value).same;
}
/// All lanes of `mask` if they hold the same bits, else 0; sets `predicate` accordingly.
template <strider::emulation::register_value T>
STRIDER_EMULATOR_INTRINSIC unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
    const auto found = strider::emulation::match(STRIDER_EMULATOR_CALLER, mask, +value);
    *predicate = found.same == found.participants;
    return *predicate != 0 ? found.same : 0u;
}
// SPDX-License-Identifier: Apache-2.0
