#include "counting.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "code/module.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

event_kind kind_of(memory_space space, const memory_access& what) {
    const bool shared = space == memory_space::shared, stores = what.has(access_store);
    if (what.has(access_update)) return shared ? event_kind::shared_atomic : event_kind::global_atomic;
    if (what.has(access_copy) && shared == stores) return shared ? event_kind::shared_copy : event_kind::global_copy;
    if (stores) return shared ? event_kind::shared_store : event_kind::global_store;
    return shared ? event_kind::shared_load : event_kind::global_load;
}

}  // namespace

void counting::begin_launch(worker& w) {
    const options& asked = w.launch->how;
    on_ = asked.speed == speed::count;
    local_accesses_ = barriers_ = operations_ = path_ = longest_path_ = 0;
    phase_.fill(0);
    if (!on_) return;
    if (!record_) record_ = std::make_unique<recorder>();
    record_->code = own_module().base;
    record_->detailed = asked.detailed;
    record_->counted = {};
    record_->places.clear();
    record_->requests.clear();
    record_->touched.open(observed(w).launch->touched.get());
}

void counting::end_launch(worker& w) {
    if (!on_) return;
    counters counted = record_->counted;
    for (const auto& [pc, seen] : record_->places) counted += seen;
    counted.local_accesses = local_accesses_;
    counted.barriers = barriers_;
    counted.operations = operations_;
    session::state& session = session_of(*w.launch);
    const void* const kernel = w.launch->call.kernel;
    const std::lock_guard guard(session.mutex);
    end_path(w);
    observed(w).launch->counted += counted;
    std::uint64_t& longest = observed(w).launch->counted.longest_path;
    longest = std::max(longest, longest_path_);
    for (const auto& [pc, seen] : record_->places) session.places[{kernel, pc}] += seen;
    for (const recorded_request& one : record_->requests) session.requests.emplace_back(kernel, one);
}

// Structures that the compiler copies at one go are moved word by word on the device, and so is what memcpy() copies.
void counting::log_access(worker& w, memory_space space, const memory_access& what) {
    const event_kind kind = kind_of(space, what);
    phase_[w.current->index] += static_cast<std::uint32_t>((what.bytes + 15) / 16);
    if (what.bytes <= 16 && !what.has(access_by_words))
        return record(*record_, w, kind, what.address, static_cast<unsigned>(what.bytes), what.pc);
    for (std::size_t done = 0; done < what.bytes; done += 4)
        record(*record_, w, kind, what.address + done,
               static_cast<unsigned>(std::min<std::size_t>(4, what.bytes - done)), what.pc);
}

void counting::begin_copy_to(worker& w, const located& to, const pending_copy& copy) {
    if (!on_ || copy.bulk) return;
    memory_access what = store_of(copy, copy.to);
    what.how |= access_copy;
    log_access(w, to.space, what);
}

void counting::end_phase_of_path(const worker& w) {
    const auto lanes = std::span(phase_).first(w.launch->threads);
    path_ += *std::max_element(lanes.begin(), lanes.end());
    std::fill(lanes.begin(), lanes.end(), 0);
}

void counting::end_path(const worker& w) {
    end_phase_of_path(w);
    longest_path_ = std::max(longest_path_, std::exchange(path_, 0));
}

void counting::count_barrier(const worker& w) {
    ++barriers_;
    if (on_) end_phase_of_path(w);
    if (on_ && record_->detailed) ++record_->places[record_->offset(w.barriers.pc)].barriers;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
