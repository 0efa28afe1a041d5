// Scans of integers by the operators of core/operators.hpp, whose order cannot be seen: plain loops, from segment to
// segment where there are any. What stands before a stretch is the total of those before it, from their last head on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tbb/task_arena.h>

#include <strider/core/neutral.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>

namespace strider::cpu_backend {

/// The scan of `elements` to `output`, which may be where they come from. A segment begins at each of `heads`.
template <bool Exclusive, class T, class Offset, class Operator>
void scan_stretches(std::span<const T> elements, std::span<const Offset> heads, T* output, Operator op,
                    const std::optional<T>& init) {
    const T* const input = elements.data();
    const Offset *const offsets = heads.data(), *const last_offset = offsets + heads.size();
    const T start = init.value_or(neutral<T, Operator>());
    const auto offset_from = [=](std::uint64_t element) {
        return std::partition_point(offsets, last_offset,
                                    [=](Offset offset) { return static_cast<std::uint64_t>(offset) < element; });
    };
    const auto scan = [=](std::uint64_t first, std::uint64_t last, T total) {
        const T* const from = input;  // in registers, whatever a byte that is stored may alias
        T* const to = output;
        const Offset* offset = offset_from(first);
        while (first < last) {
            while (offset != last_offset && static_cast<std::uint64_t>(*offset) == first) ++offset, total = start;
            const std::uint64_t end =
                offset == last_offset ? last : std::min(last, static_cast<std::uint64_t>(*offset));
            for (; first < end; ++first) {
                if constexpr (Exclusive) {
                    const T element = from[first];
                    to[first] = total;
                    total = op(total, element);
                } else {
                    to[first] = total = op(total, from[first]);
                }
            }
        }
    };

    constexpr std::uint64_t stretch = std::uint64_t{1} << 15;
    const std::uint64_t stretches = (elements.size() + stretch - 1) / stretch;
    if (elements.size() < parallel_from || tbb::this_task_arena::max_concurrency() == 1)
        return scan(0, elements.size(), start);
    const auto before = std::make_unique<T[]>(stretches);
    before[0] = start;
    std::vector<unsigned char> has_head(stretches);
    in_parallel(0, stretches - 1, [&](std::uint64_t s) {
        const std::uint64_t end = (s + 1) * stretch;
        const Offset* const next = offset_from(end);
        const std::uint64_t head = next == offsets ? 0 : static_cast<std::uint64_t>(next[-1]);
        has_head[s] = next != offsets && head >= s * stretch;
        const std::uint64_t first = has_head[s] ? head : s * stretch;
        before[s + 1] = op(has_head[s] ? start : neutral<T, Operator>(),
                           reduce_chunk(contiguous<T>{input}, first, end - first, end - first, op));
    });
    for (std::uint64_t s = 0; s + 1 < stretches; ++s) {
        if (!has_head[s]) before[s + 1] = op(before[s], before[s + 1]);
    }
    in_parallel(0, stretches, [&](std::uint64_t s) {
        scan(s * stretch, std::min<std::uint64_t>(elements.size(), (s + 1) * stretch), before[s]);
    });
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
