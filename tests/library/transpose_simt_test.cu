// The CUDA transpose in the executor: the conformance suite under all checks.
#include "tests/library/simt_place.hpp"
#include "tests/library/transpose_calls.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, TransposeConformance, simt_place);
const listed<transpose_calls, simt_place> transpositions("transpose");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
