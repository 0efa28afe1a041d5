// The executor's scratch memory, under all checks.
#include "tests/library/simt_place.hpp"
#include "tests/library/workspace_conformance.hpp"

namespace strider::test {

struct executor : simt_place {
    static simt policy_with(workspace* scratch) { return {scratch}; }
    template <class Work>
    static void on_a_stream_of_its_own(workspace* scratch, Work work) {
        work(policy_with(scratch));  // every thread of the host is one
    }
};
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceConformance, executor);

}  // namespace strider::test
