// Gather: elements collected by their indices. Contract, documentation and dispatch; the algorithms are in serial/,
// cpu/ and cuda/.
//
// Where it runs, and whose memory it takes: docs/places.md.
//
// Elements may be any trivially copyable type of at most 32 bytes; they are copied bit by bit, so that every backend
// returns the same. Indices are integers of 16, 32 or 64 bits, signed or not. An index may occur any number of times.
// Elements and indices may be views (views.hpp), which are read inside of the kernel.
//
// Every call reads each index once, and an element and writes a result for each: O(m) for m indices; m and the number
// of elements are 64-bit. Ranges need only the alignment of their type. The output may overlap neither the input nor
// the indices. No scratch, but for elements of 4 and 8 bytes on cpu{} that take at least 64 and 256 MiB and are named
// in no order, by an index for every 8 bytes or more: they are taken region by region, for which indices are read three
// times, with scratch of 65,536 elements a core and a byte for every 30 indices at most. A call that cannot get it goes
// without.
// Indices must be at least 0 and less than the number of elements; what others read is undefined. With `checked`, all
// indices are looked at first, by one reduction, which the call waits for; a bad one throws std::out_of_range with its
// position, its value and the range, and nothing is written.
// On strider::gpu a call without `checked` is stream-ordered: it returns at once, never allocates, and can be captured
// in a graph. Calls throw std::invalid_argument before any work is started where the output has less room than there
// are indices or overlaps what is read, or a size is one that no memory has; and strider::cuda_error where CUDA
// refuses.
//
// Method: B. He and others, Efficient Gather and Scatter Operations on Graphics Processors (2007), with several
// elements in flight a thread; on the CPU, elements are asked for ahead of their turn, or taken by regions as there,
// the indices being partitioned first as in C. Balkesen and others, Main-Memory Hash Joins on Multi-Core CPUs (2013).
#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/checked.hpp>
#include <strider/core/indices.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/map.hpp>
#include <strider/serial/gather.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/gather.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/gather.hpp>
#endif

namespace strider {

// What the calls require (core/misuse.hpp).
namespace misuse {
template <class T>
constexpr bool met<struct must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them, T> =
    readable_indices<T>;
using gathering =
    rules<5, readable<2>, rule<must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them, 3>,
          output<4>, alike<4>, movable<2>, rule<can_only_be<checked_t>, 5>>;
}  // namespace misuse

/// output[i] = input[indices[i]].
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::gathering, Input, Indices, Output>
void gather(const Policy& policy, const Input& input, const Indices& indices, Output&& output) {
    const std::uint64_t count = std::ranges::size(indices), room = std::ranges::size(output);
    if (room < count) {
        throw std::invalid_argument("gather: the output has room for " + std::to_string(room) + " elements of the " +
                                    std::to_string(count) + " that the indices name: give it as many");
    }
    if (count == 0) return;
    auto* const to = data_of(output);
    const extent_in_memory written = memory_of(std::span(to, count));
    require_apart_from(written, input, "gather", "input");
    require_apart_from(written, indices, "gather", "indices");
    if constexpr (contiguous_elements<Input> && contiguous_elements<Indices>) {
        gather_elements(policy, data_of(input), std::ranges::size(input), data_of(indices), count, to);
    } else {
        map_source(policy, transformed{elements_of(indices), value_at{elements_of(input)}}, count, to);
    }
}

/// The same, once all indices have been found good.
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::gathering, Input, Indices, Output>
void gather(const Policy& policy, const Input& input, const Indices& indices, Output&& output, checked_t) {
    detail::require_indices(policy, indices, std::ranges::size(input), "gather");
    gather(policy, input, indices, output);
}

STRIDER_REFUSES(gather, gathering);
misuse::const_output_4 gather;

}  // namespace strider
