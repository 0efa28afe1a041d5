// Atomic operations in the emulator, under all checks; and on the host's side of a kernel file.
#include "tests/library/atomic_conformance.hpp"
#include "tests/library/emulator_backend.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

struct emulator_lanes : many_lanes<emulator_backend> {
    static constexpr bool keeps_denormals = false;
};
/// The thread of the host that launches kernels.
struct beside_the_emulator : emulator_backend {
    static constexpr unsigned threads = 23;
    static constexpr bool keeps_denormals = true;
    template <class Work>
    static void run(unsigned count, Work work) {
        for (unsigned i = 0; i < count; ++i) work(i);
    }
};
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, AtomicConformance, emulator_lanes);
INSTANTIATE_TYPED_TEST_SUITE_P(Host, AtomicConformance, beside_the_emulator);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
