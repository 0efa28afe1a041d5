// Rung 90: the library's own scatter, strider::scatter and strider::scatter_reduce.
#include <algorithm>
#include <span>

#include <ladders/scatter/cpu/dispatch.hpp>
#include <strider/scatter.hpp>

namespace strider::ladders::scatter {
namespace {

void run(const arguments& with) {
    with_arrays(with, [&]<class T>(const T* input, const auto* indices, T* output, std::uint64_t elements) {
        const std::span from(input, elements);
        const std::span at(indices, elements);
        const std::span to(output, elements);
        if (permutes(with)) {
            strider::scatter(cpu{}, from, at, to);
        } else {
            std::fill(to.begin(), to.end(), T{0});
            scatter_reduce(cpu{}, from, at, to, plus{}, unordered);
        }
    });
}

const registration here{{
    .pattern = "scatter",
    .number = 90,
    .follows = 1,
    .name = "strider::scatter",
    .idea = "Places are prefetched. Permutations are stored. Elements that collide are added without atomics: each "
            "core takes a part of the places, or a copy of all places if they are few.",
    .hypothesis = "More cache lines are in flight than in the plain loop.",
    .source = "include/strider/cpu/scatter.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
