// Numbers of 16 and 128 bits, complex numbers and bool in the emulator.
#include <strider/emulator/dialect/half.hpp>

#include "tests/library/emulator_backend.hpp"
#include "tests/library/number_types_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, NumberTypesConformance, emulator_backend);
#if STRIDER_TEST_ALL
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, HalvesInPatterns, emulator_backend);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HalvesInPatterns);
#endif

TEST(NumberTypesEmulator, CudasOwnTypesAreTakenAsTheyAre) {
    const std::vector<f16> elements = halves<f16>(9999);
    const emulator_buffer<f16> from(elements), sums(zeros<f16>(9999));
    auto* const same = reinterpret_cast<__half*>(from.address());
    const __half sum = reduce(emulator{}, std::span<const __half>(same, 9999));
    EXPECT_TRUE(same_bits(sum, __half(static_cast<float>(reduce(serial{}, elements)))));
    inclusive_scan(emulator{}, std::span<const __half>(same, 9999),
                   std::span(reinterpret_cast<__half*>(sums.address()), 9999));
    std::vector<f16> right(9999);
    inclusive_scan(serial{}, elements, right);
    expect_same(sums.values(), right, "scan of __half");
    const std::vector<__nv_bfloat16> ones(300, __nv_bfloat16(1.0f));
    EXPECT_EQ(static_cast<float>(reduce(emulator{}, emulator_buffer<__nv_bfloat16>(ones).range())), 300.0f);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
