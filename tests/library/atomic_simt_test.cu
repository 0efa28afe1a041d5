// Atomic operations in the executor, under all checks; and on the host's side of a kernel file.
#include "tests/library/atomic_conformance.hpp"
#include "tests/library/many_threads.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

struct simt_lanes : many_lanes<simt_place> {
    static constexpr bool keeps_denormals = false;
};
/// The thread of the host that launches kernels.
struct beside_the_executor : simt_place {
    static constexpr unsigned threads = 23;
    static constexpr bool keeps_denormals = true;
    template <class Work>
    static void run(unsigned count, Work work) {
        for (unsigned i = 0; i < count; ++i) work(i);
    }
};
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, AtomicConformance, simt_lanes);
INSTANTIATE_TYPED_TEST_SUITE_P(Host, AtomicConformance, beside_the_executor);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
