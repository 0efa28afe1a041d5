// The commands on files of data, each in its own file.
#pragma once

#include <lab/base/options/options.hpp>

namespace strider::lab {

shared_action declare_compact(command_line& options);
action declare_convolve(command_line& options);
shared_action declare_histogram(command_line& options);
shared_action declare_reduce(command_line& options);
shared_action declare_scan(command_line& options);
action declare_transpose(command_line& options);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
