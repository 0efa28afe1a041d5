// Compaction among ranks as one call on all elements, which leaves what it keeps at the front of the whole output.
#pragma once

#include <strider/distributed/compact.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

/// In turns, what a rank keeps goes elsewhere, stays in its part, or is balanced.
template <ranks_policy Policy, class Input, class Output, class Predicate>
std::uint64_t compact(const Policy& at, const Input& input, const Output& output, const Predicate& predicate) {
    using T = element_of<Input>;
    using buffer = typename Policy::backend::template buffer<T>;
    const std::uint64_t count = std::ranges::size(input);
    detail::require_room<others::dropped>(input, output, "compact");  // else there is no cut
    T* const all = std::ranges::data(output);
    return at.run(count, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        // A copy: others write to the whole output, which may be the input, as soon as they have their results.
        const buffer part(detail::values_at(here.local, std::ranges::data(input) + first, end - first));
        const std::uint64_t share = count / static_cast<std::uint64_t>(here.size()) + 1;
        const buffer elsewhere(std::vector<T>(std::max(share, end - first)));
        const bool in_place = at.seed % 3 == 1;
        const auto to = in_place ? std::span<T>(part.address(), end - first)
                                 : std::span<T>(elsewhere.address(), std::max(share, end - first));
        const compacted found = at.seed % 3 == 2 ? compact(here, part.range(), to.first(share), predicate, balanced{})
                                                 : compact(here, part.range(), to, predicate);
        detail::copy_bytes(here.local, all + found.before, to.data(), found.kept * sizeof(T));
        detail::finish(here.local);
        return found.total;
    });
}

/// For the suite, which makes every call both ways.
template <ranks_policy Policy, class Input, class Output, class Predicate>
void compact_into(const Policy& at, const Input& input, const Output& output, std::uint64_t* count,
                  const Predicate& predicate) {
    const std::uint64_t kept = compact(at, input, output, predicate);
    detail::copy_bytes(at.local, count, &kept, sizeof kept);
    detail::finish(at.local);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
