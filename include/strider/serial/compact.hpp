// The oracle: selection by textbook loops. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/device_lambda.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {

/// Selected elements to the front of `output`, and the others behind them where they are wanted; how many are selected.
template <others Others, element_source Source, class T, class Selector>
std::uint64_t select_elements(serial, const Source& input, std::uint64_t elements, T* output,
                              const Selector& selector) {
    detail::require_host_functions<Source, Selector>();
    std::uint64_t selected = 0;
    for (std::uint64_t i = 0; i < elements; ++i) {
        if (is_selected(selector, input, i)) output[selected++] = input(i);
    }
    if constexpr (Others == others::appended) {
        std::uint64_t end = selected;
        for (std::uint64_t i = 0; i < elements; ++i) {
            if (!is_selected(selector, input, i)) output[end++] = input(i);
        }
    }
    return selected;
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
