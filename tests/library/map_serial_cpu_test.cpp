// Map, gather and scatter of the host's two policies.
#include <tbb/task_arena.h>

#include "tests/library/host_places.hpp"
#include "tests/library/map_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, MapConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, MapConformance, cpu_place);

/// Beyond the caches other ways are taken: results go past them, and every core combines what goes to its part.
TEST(MapCpu, IsRightBeyondTheCaches) {
    const std::uint64_t count = 9'000'001;
    tbb::task_arena arena(3);
    std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(count, 5), at(count), found(count + 3, 1);
    for (std::uint64_t i = 0; i < count; ++i) at[i] = static_cast<std::uint32_t>(i * 33 % count);
    const std::span<std::uint32_t> output(found.data() + 3, count);
    const auto expect = [&](const char* what, auto right) {
        for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(output[i], right(i)) << what << ": element " << i;
    };
    arena.execute([&] { transform(cpu{}, elements, output, [](std::uint32_t x) { return ~x; }); });
    expect("map", [&](std::uint64_t i) { return ~elements[i]; });
    arena.execute([&] { gather(cpu{}, elements, at, output); });
    expect("gather", [&](std::uint64_t i) { return elements[at[i]]; });
    arena.execute([&] { scatter(cpu{}, elements, at, output); });
    std::vector<std::uint32_t> right(count);
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] = elements[i];
    expect("scatter", [&](std::uint64_t i) { return right[i]; });
    // Places in a row, but for where the row begins anew and for a few that change with their neighbours.
    for (std::uint64_t i = 0; i < count; ++i) at[i] = static_cast<std::uint32_t>((i + 12'345) % count);
    for (std::uint64_t i = 777; i + 1 < count; i += 1'000'000) std::swap(at[i], at[i + 1]);
    arena.execute([&] { scatter(cpu{}, elements, at, output); });
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] = elements[i];
    expect("scatter to neighbours", [&](std::uint64_t i) { return right[i]; });
    for (std::uint64_t i = 0; i < count; ++i) at[i] = static_cast<std::uint32_t>(i * 33 % count);
    for (std::uint64_t i = 0; i < count; i += 2) at[i] = at[i] % 8;
    arena.execute([&] { scatter_reduce(cpu{}, elements, at, output); });
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] += elements[i];
    expect("scatter_reduce", [&](std::uint64_t i) { return right[i]; });
    for (std::uint32_t& index : at) index %= 777;
    arena.execute([&] { scatter_reduce(cpu{}, elements, at, output.first(777), maximum{}); });
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] = std::max(right[at[i]], elements[i]);
    expect("scatter_reduce to few", [&](std::uint64_t i) { return right[i]; });
}

/// Indices that ascend, that nearly do, and that descend: what owners combine at once, and what they leave.
TEST(MapCpu, CombinesIndicesInOrder) {
    const std::uint64_t count = 1'000'003;
    tbb::task_arena arena(3);
    const auto elements = random_elements<std::uint64_t>(count, 5);
    const auto combine = [&](const char* what, std::uint64_t places, auto index_of) {
        std::vector<std::int32_t> at(count);
        for (std::uint64_t i = 0; i < count; ++i) at[i] = static_cast<std::int32_t>(index_of(i));
        std::vector<std::uint64_t> found(places, 7), right = found;
        arena.execute([&] { scatter_reduce(cpu{}, elements, at, found); });
        scatter_reduce(serial{}, elements, at, right);
        EXPECT_TRUE(found == right) << what;
    };
    for (const std::uint64_t places : {count, std::uint64_t{5'000'000}}) {  // the latter beyond the caches
        combine("ascending", places, [](std::uint64_t i) { return i; });
        combine("pairs", places, [](std::uint64_t i) { return i / 2; });
        combine("nearly", places, [](std::uint64_t i) { return i % 9999 == 0 ? i * 7 % 1'000'003 : i; });
        combine("descending", places, [](std::uint64_t i) { return 1'000'002 - i; });
        combine("one place", places, [](std::uint64_t) { return 5; });
        combine("waves", places, [](std::uint64_t i) { return i * 3 % 999'999; });
    }
}

TEST(MapCpu, ExceptionsOfAFunctionReachTheCaller) {
    const std::vector<int> elements(300'000, 1);
    std::vector<int> output(elements.size());
    const auto refuse = [](int x, std::uint64_t i) { return i != 200'000 ? x : throw std::overflow_error("refused"); };
    EXPECT_THROW(transform(cpu{}, elements, output, refuse), std::overflow_error);
}

}  // namespace strider::test
