#include "divergence.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <utility>

#include "block.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

namespace {

constexpr std::size_t most_held = 8;

std::vector<unsigned> returned_lanes(const worker& w) {
    std::vector<unsigned> result;
    for (unsigned i = 0; i < w.launch->threads; ++i)
        if ((w.lanes[i].warp->live & w.lanes[i].mask) == 0 && !w.lanes[i].retired) result.push_back(i);
    return result;
}

/// Whether `value` is what an operation on the two gives. Those with small results, as a conjunction, or a difference
/// of two undefined values, are left out: others have them too.
template <class T, class Bits>
bool combines(Bits left, Bits right, Bits value, bool cancels) {
    const auto is = [value](T result) { return std::bit_cast<Bits>(result) == value; };
    const T a = std::bit_cast<T>(left), b = std::bit_cast<T>(right);
    return is(a + b) || is(a * b) || (!cancels && (is(a - b) || is(b - a)));
}
template <class Integer, class Float, class Held>
bool uses_as(const Held& held, std::uint64_t value) {
    const auto a = static_cast<Integer>(held.own), b = static_cast<Integer>(held.received);
    const auto result = static_cast<Integer>(value);
    const bool cancels = held.was_undefined;
    return result == b || result == (a | b) || (!cancels && result == (a ^ b)) ||
           combines<Integer>(a, b, result, cancels) || combines<Float>(a, b, result, cancels);
}
template <class Held>
bool uses(const Held& held, std::uint64_t value) {
    if (value == held.own || value == 0) return value != 0 && held.was_undefined;
    return (value >> 32 == 0 && uses_as<std::uint32_t, float>(held, value)) ||
           uses_as<std::uint64_t, double>(held, value);
}

}  // namespace

void divergence::check_barrier(worker& w) {
    if (w.barriers.other_pc != nullptr)
        add_finding(w, finding_kind::barrier_divergence, w.barriers.pc, w.barriers.other_pc, [&](raw_finding& what) {
            what.message = fmt::format("threads of block {} meet at different barriers: some at {}, others at {}",
                                       block_text(w), place(w.barriers.pc), place(w.barriers.other_pc));
            what.fix = "move the barrier out of the branch, so that all threads of the block reach the same barrier";
        });
    if (w.block.returned != 0)
        add_finding(w, finding_kind::barrier_divergence, w.barriers.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format("not all threads of block {} reach the barrier: {} returned before it",
                                       block_text(w), threads(returned_lanes(w)));
            what.fix =
                "let all threads of the block reach the barrier: put the condition around the work, not around the "
                "barrier, and do not return before the barrier";
        });
}

void divergence::begin_block(worker& w) {
    held_.clear();
    brought_.clear();
    for (unsigned i = 0; i < w.launch->threads; i += warp_lanes) w.warps[i / warp_lanes].undefined = 0;
}

void divergence::describe(const worker& w, unsigned lane, const undefined_value& value, raw_finding& what) {
    const bool exists = value.source < w.launch->threads;
    const bool is_named = (value.mask >> value.source % warp_lanes & 1u) != 0;
    what.message = fmt::format("{} takes the value of thread {}, which the mask {:#x} {}: the value is undefined",
                               who(w, lane), value.source, value.mask,
                               !is_named ? "does not name"
                               : exists  ? "names, but that thread has exited"
                                         : "names, but that thread does not exist");
    what.fix = !is_named ? "use an offset and a width that stay within the mask, or let the other thread shuffle too "
                           "and name it in the mask"
               : exists
                   ? "let every thread of the mask reach the shuffle, and give threads without data a neutral value"
                   : "launch whole warps and give threads without data a neutral value, or shuffle only among "
                     "threads that exist";
}

void divergence::report(worker& w, const held_value& held) {
    add_finding(w, finding_kind::warp_divergence, held.origin.pc, nullptr,
                [&](raw_finding& what) { describe(w, held.taker, held.origin, what); });
}

// A mask must not name threads that have left. A thread that the mask does not name may be asked if the value is not
// used: the value is followed to a store, or to the first lane, which has the result of most reductions. Else it is a
// note.
void divergence::missing_source(worker& w, const undefined_value& value) {
    const unsigned lane = w.current->index, in_warp = 1u << value.source % warp_lanes;
    const unsigned undefined = w.warps[lane / warp_lanes].undefined, mine = w.current->mask;
    held_value held{value, lane, (undefined & mine) != 0, value.own, value.received};
    if (!value.absent) {
        const held_value& from = brought_[(undefined & in_warp) != 0 ? value.source : lane];
        held.origin = from.origin;
        held.taker = from.taker;
    } else if ((value.mask & in_warp) != 0) {
        return report(w, held);
    } else {
        observed(w).launch->doubtful.note(value.pc, nullptr, [&] {
            raw_finding found{finding_kind::warp_divergence, value.pc, nullptr, {}, {}};
            found.note = true;
            found.where = in_user_code(value.pc);
            outside_of_lane(w, [&] { describe(w, lane, value, found); });
            return [launch = w.launch, found] {
                if (first_time(*launch, found.kind, found.pc, nullptr)) add(*launch, found);
            };
        });
    }
    auto& values = held_[lane].values;
    if (values.size() == most_held) values.erase(values.begin());
    values.push_back(held);
}

void divergence::collective(worker& w, unsigned warp, const open_collective& shuffle) {
    unsigned& undefined = w.warps[warp].undefined;
    undefined &= ~shuffle.arrived;
    if (held_.empty() || shuffle.kind != collective_kind::shuffle) return;
    for (unsigned rest = shuffle.arrived; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const auto held = held_.find(warp * warp_lanes + lane);
        if (held == held_.end()) continue;
        const std::uint64_t brought = shuffle.brought.values[lane];
        std::erase_if(held->second.values, [&](const held_value& one) {
            const bool is_left = brought == one.own && !one.was_undefined, is_used = uses(one, brought);
            if (is_left) observed(w).launch->doubtful.excuse(one.origin.pc);
            if (is_used) brought_[held->first] = one;
            undefined |= is_used ? 1u << lane : 0;
            return is_left || is_used;
        });
        if (held->second.values.empty()) held_.erase(held);
    }
    const unsigned first = shuffle.arrived & -shuffle.arrived;
    if ((undefined & first) != 0)
        report(w, brought_[warp * warp_lanes + static_cast<unsigned>(std::countr_zero(first))]);
}

void divergence::note_store(const worker& w, const memory_access& what) {
    if (const auto held = held_.find(w.current->index); held != held_.end() && what.bytes <= sizeof(std::uint64_t))
        held->second.stored = what;
}

void divergence::settle_store(worker& w) {
    const auto held = held_.find(w.current->index);
    if (held == held_.end() || held->second.stored.bytes == 0) return;
    std::uint64_t value = 0;
    const memory_access stored = std::exchange(held->second.stored, {});
    std::memcpy(&value, reinterpret_cast<const void*>(stored.address), stored.bytes);
    for (const held_value& one : held->second.values)
        if (uses(one, value)) report(w, one);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
