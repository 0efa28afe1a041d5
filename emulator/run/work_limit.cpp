// How much work a program may do: counted, so that a busy machine stops it at the same place.
#include <strider/emulator/sampling.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

#include "host_watch.hpp"
#include "sampling.hpp"
#include "worker.hpp"

namespace strider::emulation {

namespace {

constexpr std::uint64_t steps_of_unit = 4;

struct {
    std::uint64_t most = 0;  // 0: no limit
    std::atomic<std::uint64_t> done = 0;
    void (*when_spent)() = nullptr;
} constinit work_limit;

void spend(std::uint64_t work) {
    if (work_limit.done.fetch_add(work, std::memory_order_relaxed) + work > work_limit.most) work_limit.when_spent();
}

}  // namespace

void limit_work(std::uint64_t most, void (*when_spent)()) {
    work_limit.most = most;
    work_limit.when_spent = when_spent;
    watched_host.stepped = [] { spend(steps_of_sample / steps_of_unit); };
}

// The accesses of a lane that polls may become fewer: see note_look().
void spend_work_of_block(worker& w) {
    if (work_limit.most == 0) return;
    std::uint64_t work = w.launch->threads + (w.block.quanta + w.block.polled_quanta) * (quantum_steps / steps_of_unit);
    for (unsigned i = 0; i < w.launch->threads; ++i) work += w.lanes[i].work;
    const std::uint64_t before = std::exchange(w.block.spent, std::max(work, w.block.spent));
    spend(w.block.spent - before);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
