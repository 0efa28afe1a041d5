// The CUDA reduction in the executor: the calls under all checks, and the bits of every backend.
#include "tests/library/decades.hpp"
#include "tests/library/reduce_calls.hpp"
#include "tests/library/reduce_into_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ReduceConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ReduceIntoConformance, simt_place);
const listed<reduce_calls, simt_place> reductions("reduce");

TEST(ReduceSimt, TheSumOfTwelveDecadesHasTheBitsOfEveryBackend) {
    const std::vector<float> elements = decades_elements();
    const executor::session fast({.speed = executor::speed::run});
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(simt{}, elements)), decades_sum_bits);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
