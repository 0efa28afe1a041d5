// The operators and the order of the reduction of the host's two policies.
#include <strider/core/neutral.hpp>

namespace strider::test {

/// What a GPU's kernels know of an operator on a type besides calling it.
template <class T, class... Operator>
void expect_neutral(Operator... op) {
    for (const T x : random_elements<T>(1000, 3)) {
        EXPECT_TRUE((same_bits(op(neutral<T, Operator>(), x), x) && ...)) << +x;
        EXPECT_TRUE((same_bits(op(x, neutral<T, Operator>()), x) && ...)) << +x;
    }
}

template <class... T>
void expect_neutral_of_integers() {
    (expect_neutral<T>(plus{}, multiplies{}, minimum{}, maximum{}, bit_and{}, bit_or{}, bit_xor{}), ...);
}

TEST(Operators, HaveValuesThatLeaveEveryOtherOne) {
    expect_neutral_of_integers<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                               std::int64_t, std::uint64_t>();
    expect_neutral<float>(plus{}, multiplies{}, minimum{}, maximum{});
    expect_neutral<double>(plus{}, multiplies{}, minimum{}, maximum{});
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
