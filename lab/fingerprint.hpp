// Everything that is needed to judge a number later.
#pragma once

#include <string>

#include <ladders/device.hpp>

#include <lab/records/record.hpp>

namespace strider::lab {

/// The device's facts, the lab's compiler, the commit it was built from, the date, and the command.
record fingerprint(const ladders::device_facts& facts);

/// The time now, as 2026-11-20T08:30:00Z.
std::string utc_now();

}  // namespace strider::lab
