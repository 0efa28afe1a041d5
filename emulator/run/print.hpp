// Output of kernels: kept for each block, and written when the launch ends, in the order of the blocks.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace strider::emulation {

struct printed {
    std::mutex mutex;
    std::map<std::uint64_t, std::string> by_block;

    /// Writes all output to the standard output.
    void write() const;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
