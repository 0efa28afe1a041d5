// The CUDA reduction in the emulator: the bits of every backend.
#include "tests/library/decades.hpp"

namespace strider::test {

TEST(ReduceEmulator, TheSumOfTwelveDecadesHasTheBitsOfEveryBackend) {
    const std::vector<float> elements = decades_elements();
    const emulation::session fast({.speed = emulation::speed::run});
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(emulator{}, elements)), decades_sum_bits);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
