// Rung 90: the library's own sort, strider::sort.
#include <span>

#include <ladders/harness/rung.hpp>
#include <ladders/sort/problem.hpp>
#include <strider/sort.hpp>

namespace strider::ladders::sort {
namespace {

void run(const arguments& with) {
    strider::sort(cpu{}, std::span(static_cast<const key*>(with.input), with.elements),
                  std::span(static_cast<key*>(with.output), with.elements));
}

const registration here{{
    .pattern = "sort",
    .number = 90,
    .follows = 1,
    .name = "strider::sort",
    .idea = "A radix sort by 8 bits a pass, on all cores.",
    .hypothesis = "Four passes over memory, and no branch depends on a key.",
    .source = "include/strider/cpu/sort.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
