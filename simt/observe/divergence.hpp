// Barriers that not all threads come to, or at different places, and collectives with threads that have exited.
#pragma once

#include "analysis.hpp"

namespace strider::executor {

class divergence final : public analysis {
public:
    void block_barrier(worker& w) override { check_barrier(w); }
    void left_grid_barrier(worker& w) override { check_barrier(w); }
    void missing_source(worker& w, const void* pc, unsigned mask, unsigned thread) override;

private:
    static void check_barrier(worker& w);
};

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
