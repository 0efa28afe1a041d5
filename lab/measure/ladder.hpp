// Running a ladder: every rung verified, then timed or counted; a record each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <lab/base/modules.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/record.hpp>
#include <lab/base/sizes.hpp>
#include <lab/measure/given_input.hpp>
#include <lab/measure/own_rungs.hpp>
#include <lab/measure/sampling.hpp>
#include <lab/records/patterns.hpp>

namespace strider::lab {

/// A request: which rungs of a ladder to run, and how.
struct ladder_request {
    const ladders::pattern* pattern = nullptr;
    ladders::instance instance;                ///< settled
    std::shared_ptr<const given_input> input;  ///< the caller's own numbers, if any
    std::vector<number_range> rungs;           ///< empty: all of them
    std::shared_ptr<const own_module> own;  ///< of a file of the user's: `rungs` may name its rungs, else all are run
    bool whole_program = false;
    ladders::observing_options observing;
    /// Each step is measured against the rung before it in this request, as in a published table; else against the rung
    /// that it follows.
    bool steps_in_order = false;
    /// Every rung is entered twice, and the step of the second is against the first: a test of the measuring.
    bool is_self_test = false;
    sampling_options sampling;
};

/// A request on a device, and the rungs that it names there.
struct planned_ladder {
    const opened_device* on;
    ladder_request request;
    std::vector<const ladders::rung*> rungs;
};

/// Throws usage_error where a rung is not there, or cannot run the request's instance although it was named.
planned_ladder plan_ladder(const opened_device& on, const ladder_request& request);

/// Runs the rungs on the device and gives a record for each, in their order. A rung that takes no more than a smaller
/// number of elements runs on so many, and its record says so; speedups compare times per element. A rung of the user's
/// has to be right with 1, 31 and 2^20 + 1 elements as well, where it takes them. A rung is timed only after its result
/// was right; one whose result is wrong, or that cannot be run, has "verified":false and no times. Where an
/// interruption is noted, only the rungs that were finished have records.
std::vector<record> run_ladder(const planned_ladder& plan, progress& said);

/// How many records it gives where nothing interrupts it.
std::size_t entries(const planned_ladder& plan);

/// Whether every record is verified and without findings.
bool all_right(const std::vector<record>& records);

/// One line for each record that claims more than the measured roof: an error in the measurement.
std::vector<std::string> measuring_errors(const std::vector<record>& records);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
