// The CUDA reduction in the emulator: the calls under all checks, and the bits of every backend.
#include "tests/library/decades.hpp"
#include "tests/library/emulator_backend.hpp"
#include "tests/library/reduce_calls.hpp"
#include "tests/library/reduce_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ReduceConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ReduceIntoConformance, emulator_backend);
const listed<reduce_calls, emulator_backend> reductions("reduce");

TEST(ReduceEmulator, TheSumOfTwelveDecadesHasTheBitsOfEveryBackend) {
    const std::vector<float> elements = decades_elements();
    const emulation::session fast({.speed = emulation::speed::run});
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(emulator{}, elements)), decades_sum_bits);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
