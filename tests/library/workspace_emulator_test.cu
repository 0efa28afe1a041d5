// The scratch memory of every call in the emulator, under all checks.
#include <strider/cuda/block/tile_state.hpp>

#include "tests/library/emulator_backend.hpp"
// Names the backend of the suite.
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

/// Epochs start anew after 2^32 launches, and leave out 0, which words that are no states carry.
TEST_P(WorkspaceConformance, CallsOutliveTheEpochs) {
    static_assert(block::epoch_after(0) == 1 && block::epoch_after(~0u) == 1);
    for (const auto& call : calls()) {
        workspace scratch;
        const emulator at{&scratch};
        *detail::scratch_of(at).epoch = ~0u - 2;
        for (int time = 0; time < 4; ++time) {
            call.run(at);
            EXPECT_TRUE(call.is_right()) << call.name << ", " << time;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Emulator, WorkspaceConformance, testing::ValuesIn(listed_patterns<emulator_backend>()),
                         name_of_pattern<emulator_backend>);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
