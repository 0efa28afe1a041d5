// How the library's call of a pattern scales over the GPUs of one host: a record for every number of them.
#pragma once

#include <string_view>
#include <vector>

#include <lab/base/modules.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/record.hpp>
#include <lab/measure/sampling.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::lab {

/// "all" or a number of GPUs, as --gpus has it. Throws usage_error for what this device has not.
unsigned parse_gpus(std::string_view text, const opened_device& on);

/// On 1, 2, 4, ... and `most` GPUs: as many elements on each (weak scaling), and as many in all (strong). Times are
/// those of whole calls, waited for, data in the caches as the call before left them; on the emulator there are none.
std::vector<record> run_scaling(const opened_device& on, const ladders::pattern& pattern,
                                const ladders::instance& instance, unsigned most, const sampling_options& options,
                                progress& said);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
