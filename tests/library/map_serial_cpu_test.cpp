// Map, gather and scatter of the host's two policies.
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstring>

namespace strider::test {

/// Of 16 bits, where a difference is an int: what is before the first place is not of the places either.
TEST(MapCpu, SharesOutPlacesByShortIndices) {
    const std::vector<std::uint16_t> indices{10, 29}, before{9}, behind{30};
    const auto are_of_ten_to_thirty = [](const std::vector<std::uint16_t>& at) {
        return strider::cpu_backend::all_are_of(at.data(), at.size(), std::uint16_t{10}, 20);
    };
    EXPECT_TRUE(are_of_ten_to_thirty(indices));
    EXPECT_FALSE(are_of_ten_to_thirty(before));
    EXPECT_FALSE(are_of_ten_to_thirty(behind));
    const std::uint16_t five = 5, last = 65'535;
    EXPECT_FALSE(strider::cpu_backend::all_are_of(&five, 1, std::uint16_t{60'000}, 940'000))
        << "more places than indices";
    EXPECT_TRUE(strider::cpu_backend::all_are_of(&last, 1, std::uint16_t{60'000}, 940'000));
}

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

/// `count` indices below `places` in no order, some of them several times.
template <class Index>
std::vector<Index> anywhere(std::uint64_t count, std::uint64_t places) {
    std::vector<Index> at(count);
    std::uint64_t random = 1;
    for (Index& index : at) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        index = static_cast<Index>((random >> 32) * places >> 32);
    }
    return at;
}

/// Gathers, scatters and combines as serial{} does, bit for bit. By regions, elements of a place come in their order;
/// else the one that stays, and a sum of floating point, are not fixed. Not all combine: serial{} takes long to.
template <class T, class Index>
void expect_as_serial(const char* what, const std::vector<Index>& at, std::uint64_t places, int threads,
                      bool by_region = true, bool reduces = true) {
    const tbb::global_control so_many(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    const auto elements = random_elements<T>(std::max<std::uint64_t>(at.size(), places), 5);
    const std::span<const T> input(elements.data(), at.size()), table(elements.data(), places);
    std::vector<T> found(std::max<std::uint64_t>(at.size(), places) + 1, elements[0]), right = found;
    const std::span<T> output(found.data() + 1, places), expected(right.data() + 1, places);
    const auto expect_same = [&](const char* call) {
        EXPECT_EQ(std::memcmp(found.data(), right.data(), found.size() * sizeof(T)), 0)
            << call << ", " << what << ", " << threads << " threads";
    };
    arena.execute([&] { gather(cpu{}, table, at, std::span<T>(found).subspan(1)); });
    gather(serial{}, table, at, std::span<T>(right).subspan(1));
    expect_same("gather");
    arena.execute([&] { scatter(cpu{}, input, at, output); });
    scatter(serial{}, input, at, expected);
    if (by_region && sizeof(T) <= 4) {
        expect_same("scatter");  // the last one of a place stays
    } else {
        found = right;
    }
    if (!reduces) return;
    if constexpr (sizeof(T) >= 4) {
        arena.execute([&] { scatter_reduce(cpu{}, input, at, output); });
        scatter_reduce(serial{}, input, at, expected);
        expect_same("scatter_reduce");
    }
}

/// Where all places are beyond the caches and in no order, they are taken region by region.
TEST(MapCpu, TakesPlacesByRegion) {
    const std::uint64_t places = (std::uint64_t{1} << 24) + 77;  // no multiple of a region
    expect_as_serial<float>("several rounds", anywhere<std::int64_t>(17'000'001, places), places, 2, true, every_type);
    expect_as_serial<double>("of 8 bytes", anywhere<std::int32_t>(9'000'001, places), places, 3, true, every_type);
    if (!every_type) return;
    expect_as_serial<float>("1 thread", anywhere<std::uint32_t>(places / 2 + 99, places), places, 1);
    expect_as_serial<std::uint16_t>("of 2 bytes", anywhere<std::uint64_t>(places, 2 * places), 2 * places, 2);
}

TEST(MapCpu, TakesPlacesByRegionFromASizeOn) {
    const std::uint64_t places = std::uint64_t{1} << 24, least = places / 2;
    expect_as_serial<std::uint32_t>("too few", anywhere<std::uint32_t>(least - 1, places), places, 2, false);
    expect_as_serial<float>("enough", anywhere<std::uint32_t>(least, places), places, 2, true, every_type);
    expect_as_serial<std::int32_t>("fewer places", anywhere<std::uint32_t>(least, places - 1), places - 1, 2, false);
}

/// However many go to a region, which a look at some of the indices cannot tell.
TEST(MapCpu, TakesAnySkewByRegion) {
    const std::uint64_t places = std::uint64_t{1} << 24, count = places / 2 + 11, stretches = 32, length = 32;
    const auto skewed = [&](const char* what, auto index_of) {
        auto at = anywhere<std::uint32_t>(count, places);
        std::vector<std::uint32_t> most(count);
        for (std::uint64_t i = 0; i < count; ++i) most[i] = index_of(at[i]);
        expect_as_serial<std::uint32_t>(what, most, places, 2, false);
        for (std::uint64_t s = 0; s < stretches; ++s) {  // what is looked at remains
            const std::uint64_t first = s * (count - length) / (stretches - 1);
            std::copy_n(at.begin() + static_cast<std::ptrdiff_t>(first), length,
                        most.begin() + static_cast<std::ptrdiff_t>(first));
        }
        const strider::cpu_backend::region_shape shape(places, sizeof(float), count);
        ASSERT_TRUE(strider::cpu_backend::worth_partitioning(shape, most.data(), count, places * sizeof(float)))
            << what;
        expect_as_serial<float>(what, most, places, 2);
    };
    skewed("one place", [](std::uint32_t) { return 12'345'678u; });
    skewed("one region", [](std::uint32_t index) { return 16'000'000 + index % 10'000; });
}

TEST(MapCpu, PartitionsWhatIsInNoOrder) {
    const std::uint64_t places = std::uint64_t{1} << 24, count = places;
    const strider::cpu_backend::region_shape shape(places, sizeof(float), count);
    auto at = anywhere<std::uint32_t>(count, places);
    EXPECT_TRUE(strider::cpu_backend::regions_in_no_order(shape, at.data(), count));
    const auto expect_order = [&](const char* what, auto index_of) {
        std::vector<std::uint32_t> in_order(count);
        for (std::uint64_t i = 0; i < count; ++i) in_order[i] = static_cast<std::uint32_t>(index_of(i));
        EXPECT_FALSE(strider::cpu_backend::regions_in_no_order(shape, in_order.data(), count)) << what;
    };
    expect_order("ascending", [](std::uint64_t i) { return i; });
    expect_order("columns", [](std::uint64_t i) { return i % 256 << 16 | i / 256; });
    expect_order("rows of 4", [&](std::uint64_t i) { return at[i / 4] / 4 * 4 + i % 4; });
    expect_order("near", [&](std::uint64_t i) { return (i & ~std::uint64_t{0xffff}) + at[i] % 65'536; });
    expect_order("half to one place", [&](std::uint64_t i) { return i % 2 == 0 ? 5 : at[i]; });
}

TEST(MapCpu, ExceptionsOfAFunctionReachTheCaller) {
    const std::vector<int> elements(300'000, 1);
    std::vector<int> output(elements.size());
    const auto refuse = [](int x, std::uint64_t i) { return i != 200'000 ? x : throw std::overflow_error("refused"); };
    EXPECT_THROW(transform(cpu{}, elements, output, with_index{refuse}), std::overflow_error);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
