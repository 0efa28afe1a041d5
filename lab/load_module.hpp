// Modules: shared libraries that the command line opens where it needs them, and links none of.
#pragma once

#include <string>

namespace strider::lab {

/// What the module exports that is the target's of this name in the build. Where `is_buildable` and ./run has named a
/// program in $STRIDER_BUILDER, which builds a target, it is brought up to date first. Null, with `why`, where it is
/// not there.
void* load_module(const std::string& target, const char* symbol, bool is_buildable, std::string& why);

/// Whether the module is there, without building it.
bool is_module_built(const std::string& target);

}  // namespace strider::lab
