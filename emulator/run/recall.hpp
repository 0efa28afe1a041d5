// Launches that repeat, as those of a loop that takes times. A kernel that is launched again with the same arguments,
// on memory with the same contents, changes the memory in the same way. So its changes are kept, and made once more in
// place of the blocks that are not checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

namespace strider::emulation {

struct launch_state;
struct known_effect;

/// A launch whose blocks run while this lives, and end before end(). Sets `launch.sample.effect_known`.
class recalled_launch {
public:
    explicit recalled_launch(launch_state& launch);
    ~recalled_launch();
    recalled_launch(const recalled_launch&) = delete;
    recalled_launch& operator=(const recalled_launch&) = delete;

    /// Makes the changes that are known, or keeps those that the launch has made.
    void end();

private:
    struct recording;

    void make_changes();
    void keep_changes();

    launch_state& launch_;
    std::shared_ptr<const known_effect> known_;
    std::unique_ptr<recording> recording_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
