// 90: the library's own scatter, strider::scatter and strider::scatter_reduce
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>
#include <span>
#include <strider/scatter.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "scatter",
    .number = 90,
    .follows = 4,
    .name = "strider::scatter",
    .fault = "atomics even for permutations",
    .change = "adds up where it pays",
    .idea = "Permutations are stored, as in rung 2. With other indices, a block whose first indices collide adds up "
            "its elements in a table in shared memory. Other blocks use atomics.",
    .hypothesis = "Permutations take no atomics: global atomics fall to zero. With colliding indices only rare places "
                  "need atomics. For sums, each block first compares its threads' first indices.",
    .expectations = {{"global_atomics", direction::falls}},
    .source = "include/strider/cuda/scatter.hpp",
    .kind = rung_kind::library,
    .block = scatter_kernels::threads,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                const std::span from(static_cast<const T*>(with.input), with.elements);
                const std::span indices(static_cast<const Index*>(with.side_input), with.elements);
                const std::span to(static_cast<T*>(with.output), with.elements);
                if (permutes(with)) {
                    strider::scatter(policy_of(with), from, indices, to);
                } else {
                    launch_fill(with, to.data(), with.elements, T{0});
                    scatter_reduce(policy_of(with), from, indices, to, plus{}, unordered);
                }
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
