// Names that a translation needs from all sources of a program: kernels, and macros that say where a function runs.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace strider::kernel_check {

/// Where a function runs, as __host__ and __device__ say.
struct sides {
    bool host = false, device = false;
};

/// Declarations in a program's sources that the translation of each source needs.
struct kernel_names {
    std::set<std::string, std::less<>> plain;                         ///< kernels, by their unqualified names
    std::set<std::string, std::less<>> templates;                     ///< and those that are templates, or overloaded
    std::map<std::string, sides, std::less<>> side_macros;            ///< macros that say where a function runs
    std::set<std::string, std::less<>> architecture_macros = {};      ///< defined by __CUDA_ARCH__, for each side
    std::map<std::string, std::string, std::less<>> parameters = {};  ///< of the plain ones, to know overloads
};

/// Adds the kernels that `source` declares to `names`.
void collect_kernels(std::string_view source, kernel_names& names);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
