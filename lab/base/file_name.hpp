// Names of input files, which may name a member of an archive.
#pragma once

#include <string>

namespace strider::lab {

/// The file that a path names: FILE of FILE:MEMBER, where there is no file of the whole name; else the path.
std::string file_named(const std::string& path);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
