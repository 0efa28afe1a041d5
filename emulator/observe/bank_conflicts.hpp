// Bank conflicts: lanes of a warp access different words of one bank, which the hardware serves one after the other.
// They are notes, on request, because the results are right.
#pragma once

#include <fmt/format.h>

#include "analysis.hpp"
#include "code/module.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

class bank_conflicts final : public analysis {
public:
    bool hears_requests(const worker& w) const override { return w.launch->how.bank_conflicts; }
    void request(worker& w, const warp_access& what) override {
        if (!w.launch->how.bank_conflicts || !of_banks(what.kind)) return;
        const unsigned least = least_shared_wavefronts(
            what.lanes, what.bytes, what.kind == event_kind::shared_load ? shared_access::load : shared_access::store);
        if (what.cost == least) return;
        const void* const pc = reinterpret_cast<const void*>(own_module().base + what.pc);
        add_finding(w, finding_kind::bank_conflict, pc, nullptr, [&](raw_finding& conflict) {
            conflict.note = true;
            conflict.message = fmt::format(
                "{} threads of a warp access {} and the elements after it: bank conflicts make {} passes over shared "
                "memory, where {} would do",
                what.lanes.size(), describe(locate(w, what.lanes.front().address, what.bytes), what.bytes), what.cost,
                least);
            conflict.fix =
                "let neighbouring threads access neighbouring words; if they go down a column, make each row one "
                "element longer";
        });
    }

private:
    static bool of_banks(event_kind kind) {
        return kind == event_kind::shared_load || kind == event_kind::shared_store || kind == event_kind::shared_copy;
    }
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
