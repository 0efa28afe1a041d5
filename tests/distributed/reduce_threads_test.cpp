// Reductions over ranks that are threads of the host.
#include "tests/distributed/ranks.hpp"
#include "tests/library/host_backends.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/reduce_order_conformance.hpp"
#include "tests/library/summary_conformance.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReduceOrderConformance);  // whose operators are those of one rank

/// Of the suite of operators and their order: each kind of chunks that are cut between ranks.
template <class Backend>
class OrderOverRanks : public ReduceOrderConformance<Backend> {};
TYPED_TEST_SUITE_P(OrderOverRanks);

TYPED_TEST_P(OrderOverRanks, FollowsTheCanonicalOrder) {
    this->template expect_canonical_tree<1>(false, tell_tree{});
    this->template expect_canonical_tree<8>(false, tell_tree{});
    this->template expect_canonical_tree<1>(true, tell_tree_of_rows{});
    this->template expect_canonical_tree<3>(true, tell_tree_of_rows{});
}

TYPED_TEST_P(OrderOverRanks, NumbersHaveTheBitsOfTheOracle) {
    this->template expect_sums<std::int8_t, float>();
    this->template expect_fold<affine>(compose{});
    this->template expect_special_values<float>();
}

REGISTER_TYPED_TEST_SUITE_P(OrderOverRanks, FollowsTheCanonicalOrder, NumbersHaveTheBitsOfTheOracle);

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ReduceConformance, ranks_of<cpu_backend>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, OrderOverRanks, ranks_of<cpu_backend>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, SummaryConformance, ranks_of<cpu_backend>);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
