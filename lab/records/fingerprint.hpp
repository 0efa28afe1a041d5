// Everything that is needed to judge a number later.
#pragma once

#include <string>

#include <ladders/harness/device.hpp>

#include <lab/base/record.hpp>

namespace strider::lab {

/// The words of the command in a line, which every fingerprint from then on repeats.
void name_command(std::string line);

/// The device's facts, the lab's compiler, the commit it was built from, the date, and the command.
record fingerprint(const ladders::device_facts& facts);

/// The time now, as 2026-11-20T08:30:00Z.
std::string utc_now();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
