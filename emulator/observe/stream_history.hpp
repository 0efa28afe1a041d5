// A session's history of stream operations: launches by the serial numbers of their blocks, which the shadow of memory
// records, and copies and fills by their bytes. A host function counts as a launch of one block.
#pragma once

#include <strider/emulator/operations.hpp>

#include <algorithm>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace strider::emulation {

struct past_operation {
    unsigned line = 0;
    std::uint64_t number = 0;
    const void* at = nullptr;
    const char* what = nullptr;              ///< "launch", "copy", "memset" or "host function"
    const void* kernel = nullptr;            ///< for a launch
    std::uint32_t first_serial = 0;          ///< for a launch: serial number of its first block
    std::uint64_t blocks = 0;                ///< 0: a copy or fill
    transferred_bytes bytes{};               ///< for a copy or fill
    std::vector<launch_number> primaries{};  ///< of a dependent launch,
    bool waited = false;                     ///< which has waited for them
    bool is_primary = false;                 ///< the launch that asks waits for this one, or may

    bool has_block(std::uint32_t block) const { return block - first_serial < blocks; }
};

/// "the launch of produce at FILE:LINE", "the copy at FILE:LINE", with a place() mark.
std::string name_of(const past_operation& one);

/// The operations that come neither before nor after some operation.
class unordered_operations {
public:
    unordered_operations() = default;
    explicit unordered_operations(std::vector<past_operation> all);

    bool empty() const { return launches_.empty() && transfers_.empty(); }
    bool any_launch() const { return !launches_.empty(); }
    bool any_primary() const {
        return std::any_of(launches_.begin(), launches_.end(), [](const auto& one) { return one.is_primary; });
    }
    /// The launch in this set that has the block; null if it is not in the set.
    const past_operation* launch_of(std::uint32_t block) const {
        if (block - first_serial_ >= serials_) return nullptr;
        for (const past_operation& one : launches_)
            if (one.has_block(block)) return &one;
        return nullptr;
    }
    const std::vector<past_operation>& transfers() const { return transfers_; }

private:
    std::vector<past_operation> launches_, transfers_;
    std::uint32_t first_serial_ = 0, serials_ = 0;  ///< range of the serial numbers of all launches
};

class stream_history {
public:
    void add(const stream_operation& now, const void* kernel, std::uint32_t first_serial, std::uint64_t blocks);
    void add(const stream_operation& now, const transferred_bytes& bytes);
    void forget(const stream_operation& which);
    /// The launch has waited for its primaries.
    void note_wait(const stream_operation& launch);
    /// The remembered operations that are unordered with `now`. Of these, a wait for the primaries covers the
    /// primaries, and theirs if they have waited, and so on.
    unordered_operations unordered_with(const stream_operation& now);

private:
    void add(past_operation operation);
    past_operation* find(std::uint64_t number);

    static constexpr std::size_t most = 512;
    std::mutex mutex_;
    std::deque<past_operation> past_;
    bool one_line_ = true;  ///< all operations are of one line, so all are ordered
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
