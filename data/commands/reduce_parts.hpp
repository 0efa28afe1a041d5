// strider reduce FILE, and its rows, columns and segments.
#pragma once

#include <string>
#include <vector>

#include <data/commands/file_options.hpp>

namespace strider::lab {

struct reduce_options : file_options {
    std::vector<std::string> files;
    bool rows = false, columns = false;
    std::string segments, op;  ///< sum where none is given
    bool statistics = false, skip_nan = false;
    std::string quantiles;
};

/// Of rows, columns or segments of the first file: one result each.
int reduce_parts_of_file(const reduce_options& given, ranks& peers);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
