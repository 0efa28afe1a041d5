#include "initialisation.hpp"

#include <fmt/format.h>

#include "run/findings.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

void report_uninitialised(worker& w, const located& memory, std::size_t bytes, const void* pc) {
    if (w.block.lane_lost && memory.space == memory_space::shared) return;
    add_finding(w, finding_kind::uninitialised_read, pc, nullptr, [&](raw_finding& what) {
        what.follows = memory.entry != nullptr && session_of(*w.launch).lanes_lost && written_in_part(*memory.entry);
        // What an atomic operation reads counts as written already.
        const bool in_part = memory.entry != nullptr && memory.entry->poisoned &&
                             memory.entry->end - memory.entry->begin > bytes && written_in_part(*memory.entry);
        name_array(what, memory);
        what.message =
            fmt::format("{} reads {}, which was never written{}", who(w, w.current->index), describe(memory, bytes),
                        memory.space == memory_space::shared ? " in this block"
                        : in_part                            ? ", though other elements have been written"
                                                             : "");
        what.fix =
            memory.space == memory_space::shared
                ? "write every element of the array, call __syncthreads(), then read; elements without input get a "
                  "neutral value, such as 0 for a sum"
            : in_part ? "write every element that the kernel reads: cudaMemcpy() and cudaMemset() count bytes, "
                        "elements * sizeof(T)"
                      : "write the memory before the kernel reads it, for instance with cudaMemset";
    });
}

}  // namespace

[[gnu::noinline]] void initialisation::note(worker& w, const touched_memory& what, bool written) {
    const auto report = [&w, at = what.at, bytes = what.bytes, pc = what.pc] {
        report_uninitialised(w, at, bytes, pc);
    };
    if (!what.has(access_swap)) return report();
    if (written)
        unwritten_swaps_.erase(w.current->index);
    else
        unwritten_swaps_[w.current->index] = report;
}

void initialisation::use_swapped(worker& w) {
    if (unwritten_swaps_.empty()) return;
    const auto unwritten = unwritten_swaps_.extract(w.current->index);
    if (!unwritten.empty()) unwritten.mapped()();
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
