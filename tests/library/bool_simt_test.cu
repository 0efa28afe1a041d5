// CUDA calls on bool in the executor: the conformance suite under all checks.
#include "tests/library/bool_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, BoolConformance, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
