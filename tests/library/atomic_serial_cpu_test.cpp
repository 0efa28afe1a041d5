// Atomic operations on the host: by one thread, and by several at once.
#include "tests/library/atomic_conformance.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, AtomicConformance, one_thread);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, AtomicConformance, many_threads);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
