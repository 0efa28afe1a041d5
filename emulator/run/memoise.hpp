// Memoised launches. A kernel that is launched again with the same arguments, on memory with the same contents, changes
// memory in the same way; loops that take times do this. So the emulator keeps the changes, and applies them in place
// of the blocks that are not checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

namespace strider::emulation {

struct launch_state;
struct cached_effect;

/// A launch that may use or fill the memo. Its blocks run while this lives, and end before end(). Sets
/// `launch.sample.effect_cached`.
class memoised_launch {
public:
    explicit memoised_launch(launch_state& launch);
    ~memoised_launch();
    memoised_launch(const memoised_launch&) = delete;
    memoised_launch& operator=(const memoised_launch&) = delete;

    /// Applies the cached changes, or keeps those that the launch has made.
    void end();

private:
    struct recording;

    void make_changes();
    void keep_changes();

    launch_state& launch_;
    std::shared_ptr<const cached_effect> cached_;
    std::unique_ptr<recording> recording_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
