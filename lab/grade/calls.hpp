// The calls of a submission besides CUDA and the language: read from its object, where no macro hides them.
#pragma once

#include <filesystem>
#include <string>

#include <lab/grade/assignment.hpp>

namespace strider::lab {

/// The library that the source includes and the assignment does not allow: the same line, or empty.
std::string forbidden_include(const std::filesystem::path& source, const assignment& task);

/// The first call that the assignment does not allow: "main.cu:7 calls getenv, which the assignment does not allow".
/// Empty where all is allowed.
std::string forbidden_call(const std::filesystem::path& object, const std::filesystem::path& source,
                           const assignment& task);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
