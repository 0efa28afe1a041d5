// The golden vectors over 1 to 5 ranks that are threads of the host.
#include "tests/distributed/ranks_scan.hpp"
#include "tests/library/host_backends.hpp"
#include "tests/library/order_conformance.hpp"

namespace strider::test {

/// Of the suite, the calls that several ranks make of one range: each vector by another number of ranks, and cut
/// elsewhere.
class GoldenVectorsOverRanks : public OrderConformance<ranks_of<cpu_backend>, true> {};

TEST_F(GoldenVectorsOverRanks, OfCalls) {
    for (int turn = 0; turn < 3; ++turn) expect_golden_bits(golden_calls);
}

TEST_F(GoldenVectorsOverRanks, OfTypes) { expect_golden_bits(golden_types); }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OrderConformance);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
