// Calls that nvcc refuses: of host functions by kernels, and of device functions by the host.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "translate.hpp"

namespace strider::kernel_check {

/// Functions and variables of the sources' namespaces, by their unqualified names, and what else has such a name: of
/// that, and of what is declared for several sides, only a compiler knows what a use means.
struct side_names {
    enum side : unsigned { host = 1, device = 2, both = 4, kernel = 8, unknown = 16 };
    std::map<std::string, unsigned, std::less<>> functions;  ///< the sides of all declarations
    std::set<std::string, std::less<>> variables;            ///< of the host, no constants
    std::set<std::string, std::less<>> ambiguous;
};

/// Adds what `source` declares to `names`.
void collect_sides(std::string_view source, const kernel_names& kernels, side_names& names);

/// Throws translation_error, in nvcc's words, where a function of one side uses what is only the other's. Leaves alone
/// templates, constexpr functions, and what stands under a condition of the preprocessor.
void expect_sides(std::string_view source, std::string_view file_name, const kernel_names& kernels,
                  const side_names& names);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
