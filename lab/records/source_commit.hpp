// The commit that the command line was built from: records name it.
#pragma once

namespace strider::lab {

/// With "-dirty" where the source tree was changed; empty where the commit is not known. The build writes it
/// (commit.cmake).
extern const char* const built_from_commit;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
