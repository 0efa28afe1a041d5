// Blocks of a cluster: what their barrier orders, and whether shared memory that others reach is there.
#pragma once

#include "analysis.hpp"

namespace strider::emulation {

class clusters final : public analysis {
public:
    void begin_block(worker& w) override;
    void touch(worker& w, touched_memory& what) override {
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
