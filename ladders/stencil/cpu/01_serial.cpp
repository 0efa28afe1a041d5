// Rung 1: three loops, one point at a time.
#include <ladders/harness/rung.hpp>
#include <ladders/stencil/problem.hpp>

namespace strider::ladders::stencil {
namespace {

void run(const arguments& with) {
    const box of = box_of(with);
    step_planes(static_cast<const float*>(with.input), static_cast<float*>(with.output), of, 0, of.planes);
}

const registration here{{
    .pattern = "stencil",
    .number = 1,
    .name = "serial",
    .idea = "Three loops, one point at a time, in the order of memory.",
    .hypothesis = "The starting point: one core cannot keep memory busy.",
    .source = "the textbook loops",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::stencil
// SPDX-License-Identifier: Apache-2.0
