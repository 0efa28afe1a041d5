// Rung 90: the library's own compaction, strider::compact.
#include <span>

#include <ladders/compact/dispatch.hpp>
#include <strider/compact.hpp>

namespace strider::ladders::compact {
namespace {

void run(const arguments& with) {
    with_compaction(
        with, []<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count, below<T> keep) {
            *count = strider::compact(cpu{}, std::span<const T>(input, elements), std::span<T>(kept, elements), keep);
        });
}

const registration here{{
    .pattern = "compact",
    .number = 90,
    .follows = 1,
    .name = "strider::compact",
    .idea = "A core counts a batch, learns from the batch before where it goes, and moves it there from its cache.",
    .hypothesis = "Memory is read once; groups of elements that are all kept, or all dropped, cost next to nothing.",
    .source = "include/strider/cpu/compact.hpp",
    .kind = rung_kind::library,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
