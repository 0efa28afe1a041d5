#include "tests/library/calls_of_moves.hpp"
#include "tests/library/misuse_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Host, MisuseConformance, misused_on_host<moves>);

/// A gather, a scatter and a scatter_reduce that get no scratch to go by regions go without.
TEST(ScratchOfMoves, MayBeMissing) {
    const std::uint32_t places = std::uint32_t{1} << 24, count = places;
    std::vector<std::uint32_t> elements(count), at(count), found(count, 1), right(count, 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        elements[i] = i;
        const std::uint32_t mixed = i * 2654435761u & (count - 1);  // distinct, as each step keeps them
        at[i] = (mixed ^ mixed >> 12) * 2246822519u & (count - 1);
    }
    const cpu_backend::region_cut cut(places, sizeof(std::uint32_t), count);
    ASSERT_TRUE(cpu_backend::worth_partitioning(cut, at.data(), count, std::uint64_t{places} * sizeof(std::uint32_t)));
    gather(cpu{}, elements, at, found);  // what is made once for all calls is there now
    const auto expect_as_serial = [&](const char* what, auto call) {
        call(serial{}, right);
        before_failing = 0;
        call(cpu{}, found);
        EXPECT_LT(before_failing.exchange(-1), 0) << what << " has asked for no scratch";
        EXPECT_TRUE(found == right) << what;
    };
    expect_as_serial("gather", [&](auto policy, auto& output) { gather(policy, elements, at, output); });
    expect_as_serial("scatter", [&](auto policy, auto& output) { scatter(policy, elements, at, output); });
    expect_as_serial("scatter_reduce",
                     [&](auto policy, auto& output) { scatter_reduce(policy, elements, at, output); });
}

}  // namespace strider::test
