// The oracle: runs by a textbook loop. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/device_lambda.hpp>
#include <strider/core/policy.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {

/// The first element of every run to the front of `values`; `tell(run, begin, end)` is called of each; how many.
template <class T, class Tell, class Selector>
std::uint64_t encode_runs(serial, const T* input, std::uint64_t elements, T* values, const Tell& tell,
                          const Selector& starts) {
    detail::require_host_functions<Selector>();
    std::uint64_t runs = 0, begin = 0;
    for (std::uint64_t i = 0; i < elements; ++i) {
        if (i > 0 && starts(input[i - 1], input[i])) {
            tell(runs++, begin, i);
            begin = i;
        }
        if (i == begin) values[runs] = input[i];
    }
    if (elements != 0) tell(runs++, begin, elements);
    return runs;
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
