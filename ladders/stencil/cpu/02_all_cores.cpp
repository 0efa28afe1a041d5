// Rung 2: every core takes planes.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/harness/rung.hpp>
#include <ladders/stencil/problem.hpp>

namespace strider::ladders::stencil {
namespace {

void run(const arguments& with) {
    const box of = box_of(with);
    tbb::parallel_for(tbb::blocked_range<unsigned>(0, of.planes), [&](const auto& part) {
        step_planes(static_cast<const float*>(with.input), static_cast<float*>(with.output), of, part.begin(),
                    part.end());
    });
}

const registration here{{
    .pattern = "stencil",
    .number = 2,
    .follows = 1,
    .name = "all cores",
    .idea = "Every core takes planes of its own.",
    .hypothesis = "The time falls by the number of cores, until memory is the limit.",
    .source = "oneTBB developer guide, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
