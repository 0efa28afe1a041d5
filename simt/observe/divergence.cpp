#include "divergence.hpp"

#include <fmt/format.h>

#include "run/findings.hpp"

namespace strider::executor {

namespace {

std::vector<unsigned> returned_lanes(const worker& w) {
    std::vector<unsigned> result;
    for (unsigned i = 0; i < w.launch->threads; ++i)
        if ((w.lanes[i].warp->live & w.lanes[i].mask) == 0 && !w.lanes[i].retired) result.push_back(i);
    return result;
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

void divergence::missing_source(worker& w, const void* pc, unsigned mask, unsigned thread) {
    add_finding(w, finding_kind::warp_divergence, pc, nullptr, [&](raw_finding& what) {
        const bool exists = thread < w.launch->threads;
        what.message = fmt::format(
            "{} takes the value of thread {}, which the mask {:#x} names, but that thread {}: the value is undefined",
            who(w, w.current->index), thread, mask, exists ? "has exited" : "does not exist");
        what.fix = exists
                       ? "let every thread of the mask reach the shuffle, and give threads without data a neutral value"
                       : "launch whole warps and give threads without data a neutral value, or shuffle only among "
                         "threads that exist";
    });
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
