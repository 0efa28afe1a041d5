// The commands that measure and check, each in its own file.
#pragma once

#include <lab/base/options/options.hpp>
#include <lab/measure/given_input.hpp>

namespace strider::lab {

action declare_bench(command_line& options);
action declare_check(command_line& options);
action declare_compare(command_line& options);
action declare_devices(command_line& options);
action declare_explain(command_line& options);
action declare_grade(command_line& options);
action declare_ladder(command_line& options);
action declare_list(command_line& options);
action declare_order(command_line& options);
action declare_report_page(command_line& options);
action declare_reproduce(command_line& options);

/// --input, --offsets and --indices of the commands that run ladders.
void declare_input(command_line& options, input_files& into);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
