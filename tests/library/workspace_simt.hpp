// The executor as a place whose scratch memory is watched, under all checks.
#pragma once

#include "tests/library/simt_place.hpp"
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

template <class Family>
struct executor : simt_place {
    using family = Family;
    static simt policy_with(workspace* scratch) { return {scratch}; }
    template <class Work>
    static void on_a_stream_of_its_own(workspace* scratch, Work work) {
        work(policy_with(scratch));  // every thread of the host is one
    }
};

template <class Place>
class WorkspaceSimt : public testing::Test {};
TYPED_TEST_SUITE_P(WorkspaceSimt);

/// Epochs start anew after 2^32 launches, and leave out 0, which words that are no states carry.
TYPED_TEST_P(WorkspaceSimt, CallsOutliveTheEpochs) {
    static_assert(block::epoch_after(0) == 1 && block::epoch_after(~0u) == 1);
    for (const auto& call : TypeParam::family::template calls<TypeParam>(20'000)) {
        workspace scratch;
        const simt at{&scratch};
        *detail::scratch_of(at).epoch = ~0u - 2;
        for (int time = 0; time < 4; ++time) {
            call.run(at);
            EXPECT_TRUE(call.is_right()) << call.name << ", " << time;
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(WorkspaceSimt, CallsOutliveTheEpochs);

}  // namespace strider::test
