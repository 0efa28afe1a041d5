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

}  // namespace strider::test
