// Gather: collects elements by their indices.
//
//     strider::gather(policy, table, indices, output);  // output[i] = table[indices[i]]
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. Elements and indices may
// be views (views.hpp): the kernel reads them. Elements may be of any trivially copyable type of at most 32 bytes. They
// are copied bit by bit: every backend returns the same. Indices are integers of 16, 32 or 64 bits, at least 0 and less
// than the number of elements. Reads by other indices are undefined, unless the call is `checked`. Indices may repeat.
//
// Cost: O(m) for m indices. A call reads each index once, and reads and writes an element for each. A call without
// `checked` never allocates on a GPU. strider::cpu may take scratch for random reads from at least 64 MiB of 4-byte or
// 256 MiB of 8-byte elements: 65,536 elements a core, and at most a byte for every 30 indices. It then reads indices
// three times. A call that cannot get the scratch goes without.
// Errors: std::invalid_argument if the output has less room than there are indices, or overlaps elements or indices.
//
// Sources: B. He and others, Efficient Gather and Scatter Operations on Graphics Processors (2007); on the CPU, C.
// Balkesen and others, Main-Memory Hash Joins on Multi-Core CPUs (2013), for the partition of the indices.
#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>

#include <strider/checked.hpp>
#include <strider/core/indices.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/map.hpp>
#include <strider/rules/gather.hpp>
#include <strider/serial/gather.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/gather.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/gather.hpp>
#endif

namespace strider {

/// output[i] = input[indices[i]].
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::gathering, Input, Indices, Output&&>
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

/// The same, but first checks all indices by one reduction, and waits for it. A bad index throws std::out_of_range with
/// its position, its value and the range. Then nothing is written.
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::gathering, Input, Indices, Output&&>
void gather(const Policy& policy, const Input& input, const Indices& indices, Output&& output, checked_t) {
    detail::require_indices(policy, indices, std::ranges::size(input), "gather");
    gather(policy, input, indices, output);
}

STRIDER_REFUSES(gather, gathering);
misuse::lost_output_4 gather;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
