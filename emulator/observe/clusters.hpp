// Clusters: the order that their barrier makes, and accesses to shared memory of a block that has ended.
#pragma once

#include "analysis.hpp"

namespace strider::emulation {

class clusters final : public analysis {
public:
    void begin_block(worker& w) override;
    void on_access(worker& w, touched_memory& what) override {
        if (what.at.of != nullptr) [[unlikely]]
            check_life(w, what);
    }
    void end_block(worker& w) override;
    void cluster_arrival(worker& w, bool releases) override;
    void cluster_barrier(worker& w) override;
    void cluster_wait(worker& w) override;

private:
    static void check_life(worker& w, const touched_memory& what);
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
