// Calls over ranks whose kernels run in the emulator.
#include "tests/distributed/bits_over_ranks.hpp"
#include "tests/distributed/each_rank.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

struct emulator_ranks {
    static constexpr std::uint64_t elements = 30'017;
    template <class T>
    using buffer = emulator_buffer<T>;

    template <class Work>
    static void on_ranks(std::uint64_t all, unsigned seed, Work work) {
        const std::vector<std::uint64_t> first = test_cut(all, 3, seed);
        const auto thrown = each_rank<emulator_backend>(3, [&](const auto& here) {
            const auto rank = static_cast<std::size_t>(here.rank());
            work(here, first[rank], first[rank + 1]);
        });
        EXPECT_EQ(thrown, std::vector<std::string>(3));
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(EmulatorRanks, BitsOverRanks, emulator_ranks);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
