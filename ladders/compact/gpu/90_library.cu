// 90: the library's own compaction, strider::compact_into
#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <span>
#include <strider/compact.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

static const registration library_rung{{
    .pattern = "compact",
    .number = 90,
    .follows = 6,
    .name = "strider::compact",
    .fault = "a look-back for each tile",
    .change = "128 tiles per look-back",
    .idea = "Threads use 16-byte loads. One scan adds two counters that share a word, and one look-back covers 128 "
            "tiles. Tags say which launch a count belongs to, so no launch clears the counts.",
    .hypothesis = "A quarter of the load instructions remains. One launch replaces two.",
    .expectations = {{"launches", direction::falls}},
    .source = "include/strider/cuda/compact.hpp",
    .kind = rung_kind::library,
    .block = compact_kernels::threads,
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                compact_into(policy_of(with), std::span<const T>(input, elements), std::span<T>(kept, elements), count,
                             keep);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
