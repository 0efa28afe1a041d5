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
    for (std::uint64_t i = 0; i < count; i += 2) at[i] = at[i] % 8;
    arena.execute([&] { scatter_reduce(cpu{}, elements, at, output); });
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] += elements[i];
    expect("scatter_reduce", [&](std::uint64_t i) { return right[i]; });
    for (std::uint32_t& index : at) index %= 777;
    arena.execute([&] { scatter_reduce(cpu{}, elements, at, output.first(777), maximum{}); });
    for (std::uint64_t i = 0; i < count; ++i) right[at[i]] = std::max(right[at[i]], elements[i]);
    expect("scatter_reduce to few", [&](std::uint64_t i) { return right[i]; });
}

TEST(MapCpu, ExceptionsOfAFunctionReachTheCaller) {
    const std::vector<int> elements(300'000, 1);
    std::vector<int> output(elements.size());
    const auto refuse = [](int x, std::uint64_t i) { return i != 200'000 ? x : throw std::overflow_error("refused"); };
    EXPECT_THROW(transform(cpu{}, elements, output, refuse), std::overflow_error);
}

}  // namespace strider::test
