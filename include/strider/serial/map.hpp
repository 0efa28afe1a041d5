// The oracle: one element after the other. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>

namespace strider {

/// The values of a source's `elements` elements to `output`, which may be where they come from.
template <element_source Source, class U>
void map_source(serial, const Source& source, std::uint64_t elements, U* output) {
    detail::require_host_functions<Source>();
    for (std::uint64_t i = 0; i < elements; ++i) output[i] = static_cast<U>(source(i));
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
