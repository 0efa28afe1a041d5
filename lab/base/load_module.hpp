// Modules: shared libraries that the command line opens where it needs them, and links none of.
#pragma once

#include <string>

namespace strider::lab {

/// Brings targets of the build up to date, where ./run has named a program in $STRIDER_BUILDER that does so. Whether
/// they are; elsewhere they are taken to be.
bool build_targets(const std::string& names);

/// The symbol that the module of this target exports. Where `is_buildable`, the module is built first. Null, with
/// `why`, where the module is not there.
void* load_module(const std::string& target, const char* symbol, bool is_buildable, std::string& why);

/// Whether the module is there, without building it.
bool is_module_built(const std::string& target);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
