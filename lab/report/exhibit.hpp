// Exhibits as tables: what was published beside what was run.
#pragma once

#include <vector>

#include <lab/base/output/report.hpp>
#include <lab/records/exhibits.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab {

/// The rows as they were published, recorded where that is, and timed here.
section timed_exhibit(const exhibit& published, const std::vector<record>& rows, const recorded_ladder& recorded);

/// The same rows as the emulator counted them; no records where it counted none.
section counted_rows(const std::vector<record>& rows);

/// The rows of an exhibit that counts: its values beside those that were counted here.
section counted_exhibit(const exhibit& published, std::vector<record> rows);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
