// 06: sorted by place
// Elements that go to one place are brought together first: pairs of places and elements are sorted by place, what has
// become neighbours is added up, and each place is stored once. No two threads meet at a place any more, and sums have
// a fixed order. (The sort and the reduction by key are the library's.)
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>
#include <span>
#include <strider/reduce_by_key.hpp>
#include <strider/sort.hpp>
#include <type_traits>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

/// How many words of 8 bytes an array of so many elements or indices takes, up to where the next array may begin.
constexpr std::uint64_t words_of_array(std::uint64_t elements) { return (elements + 31) / 32 * 32; }

/// Stores each of the `*count` sums at its place.
template <class T, class Index>
__global__ void bring_sums(const Index* places, const T* sums, const std::uint64_t* count, T* output) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < *count) output[places[i]] = sums[i];
}

template <class T, class Index>
void run_sorted(const arguments& with) {
    using item = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;  // one sort for types of a size
    const std::uint64_t n = with.elements;
    auto* const count = static_cast<std::uint64_t*>(with.scratch);
    const auto array = [&](unsigned k) { return count + words_of_array(1) + k * words_of_array(n); };
    const std::span places(reinterpret_cast<Index*>(array(0)), n), named(reinterpret_cast<Index*>(array(1)), n);
    const std::span elements(reinterpret_cast<T*>(array(2)), n), sums(reinterpret_cast<T*>(array(3)), n);
    T* const output = static_cast<T*>(with.output);

    sort_pairs(policy_of(with), std::span(static_cast<const Index*>(with.side_input), n),
               std::span(static_cast<const item*>(with.input), n), places,
               std::span(reinterpret_cast<item*>(elements.data()), n));
    reduce_by_key_into(policy_of(with), places, elements, named, sums, count);
    launch_fill(with, output, n, T{0});
    launch_on(with, blocks_for(n, block_size), block_size, 0, bring_sums<T, Index>,
              static_cast<const Index*>(named.data()), static_cast<const T*>(sums.data()),
              static_cast<const std::uint64_t*>(count), output);
}

static const registration sorted_rung{{
    .pattern = "scatter",
    .number = 6,
    .follows = 3,
    .name = "sorted by place",
    .fault = "float sums differ by run",
    .change = "sort by place, then sum",
    .idea = "Pairs of places and elements are sorted by place. Then the elements of each place are neighbours, and a "
            "reduction by key adds them in a fixed order.",
    .hypothesis = "Elements need no atomics in global memory. Several times as many bytes move, in several launches, "
                  "for any indices.",
    .expectations = {{"global_atomics", direction::falls},
                     {"global_sectors", direction::rises},
                     {"launches", direction::rises}},
    .source = "include/strider/cuda/scatter_in_order.hpp, which the library uses if the order changes the result",
    .scratch_bytes =
        [](const arguments& with) { return std::size_t{8} * (words_of_array(1) + 4 * words_of_array(with.elements)); },
    .run =
        [](const arguments& with) {
            if (with.elements == 0) return;
            with_element_and_index(with, [&]<class T, class Index>(T, Index) { run_sorted<T, Index>(with); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
