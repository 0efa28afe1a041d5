// Asynchronous copies by all threads of a group, and the waits for them.
#pragma once

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/cuda_barrier.hpp>
#include <strider/emulator/dialect/group_types.hpp>

namespace cooperative_groups {

template <class Group, class Size>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(const Group& group, void* to, const void* from, const Size& bytes) {
    const auto part = strider::emulation::share_of(group.thread_rank(), group.size(), bytes);
    if (part.bytes != 0)
        strider::emulation::copy_async(STRIDER_EMULATOR_CALLER, static_cast<char*>(to) + part.begin,
                                       static_cast<const char*>(from) + part.begin, part.bytes);
    strider::emulation::commit_copies();
}
/// Copies elements, as many as both sizes allow.
template <class Group, class To, class ToSize, class From, class FromSize>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(const Group& group, To* to, const ToSize& to_count, const From* from,
                                             const FromSize& from_count) {
    static_assert(sizeof(To) == sizeof(From), "the elements that are copied have one size");
    const std::size_t count = std::size_t{to_count} < std::size_t{from_count} ? to_count : from_count;
    const auto part = strider::emulation::share_of(group.thread_rank(), group.size(), count * sizeof(To));
    if (part.bytes != 0)
        strider::emulation::copy_async(STRIDER_EMULATOR_CALLER, reinterpret_cast<char*>(to) + part.begin,
                                       reinterpret_cast<const char*>(from) + part.begin, part.bytes);
    strider::emulation::commit_copies();
}

/// Waits for all copies of the group, then meets its threads. wait_prior leaves the last `Batches` pending.
template <class Group>
STRIDER_EMULATOR_INTRINSIC void wait(const Group& group) {
    strider::emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, 0);
    group.sync_at(STRIDER_EMULATOR_CALLER);
}
template <unsigned Batches, class Group>
STRIDER_EMULATOR_INTRINSIC void wait_prior(const Group& group) {
    strider::emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, Batches);
    group.sync_at(STRIDER_EMULATOR_CALLER);
}

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
