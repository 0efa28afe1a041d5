// The CUDA compaction in the emulator: the shapes of large inputs.

namespace strider::test {

/// Tiles of many rows, in several launches: each launch goes on where the one before has ended.
template <others Others, class T, class Selector>
void expect_large_shape(const std::vector<T>& elements, const Selector& selector, bool in_place) {
    using namespace compact_kernels;
    std::vector<T> right = elements;
    const std::uint64_t selected =
        select_elements<Others>(serial{}, elements_of(elements), elements.size(), right.data(), selector);
    const emulator_buffer<T> input(elements), elsewhere(elements);
    const emulator_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    T* const output = in_place ? input.address() : elsewhere.address();
    const scratch_memory scratch = detail::scratch_of(emulator{});
    scratch.left[2] = selected;
    emulation::mark_written(scratch.left + 2, sizeof selected);
    const task<contiguous<T>, T> the{.input = {input.address()},
                                     .output = output,
                                     .elements = elements.size(),
                                     .first_tile = 0,
                                     .before = nullptr,
                                     .after = nullptr,
                                     .total = scratch.left + 2,
                                     .states = {scratch.slots, scratch.epoch},
                                     .how = {true},
                                     .in_place = in_place};
    start<Others, many_rows<T>>(emulator{}, the, std::uint64_t{elements.size()}, selector, count.address(), scratch, 3);
    EXPECT_EQ(count.value(), selected);
    const std::uint64_t written = Others == others::appended ? elements.size() : selected;
    std::vector<T> all = elements;
    std::copy_n(right.begin(), written, all.begin());
    EXPECT_TRUE(std::equal(all.begin(), all.end(), output)) << sizeof(T) << " bytes";

    // The number of elements found in memory: any launch may have the last tile.
    if (in_place) return;
    constexpr std::uint64_t of_a_launch = 3 * tile_size<T, many_rows<T>>;
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, of_a_launch - 1, of_a_launch, of_a_launch + 1,
                                     elements.size() - 1, elements.size()}) {
        all = elements;
        const std::uint64_t of_them =
            select_elements<Others>(serial{}, elements_of(elements), size, all.data(), selector);
        const emulator_buffer<T> found(elements);
        const emulator_buffer<std::uint64_t> number(std::vector<std::uint64_t>{size});
        scratch.left[2] = of_them;
        emulation::mark_written(scratch.left + 2, sizeof of_them);
        task<contiguous<T>, T> of_some = the;
        of_some.output = found.address();
        start<Others, many_rows<T>>(emulator{}, of_some, count_in_memory{number.address(), elements.size()}, selector,
                                    count.address(), scratch, 3);
        EXPECT_EQ(count.value(), of_them) << size;
        EXPECT_EQ(found.values(), all) << size << " of " << sizeof(T) << " bytes";
    }
}

TEST(CompactEmulator, LargeTilesInSeveralLaunches) {
    for (const bool in_place : {false, true}) {
        expect_large_shape<others::dropped>(random_elements<std::uint32_t>(80'011, 1), satisfying<keeps>{{128}},
                                            in_place);
        expect_large_shape<others::dropped>(random_elements<std::uint8_t>(140'011, 2), satisfying<keeps>{{200}},
                                            in_place);
        expect_large_shape<others::dropped>(random_elements<bounded_text>(5'011, 3), starting_a_run<equal_to>{{}},
                                            in_place);
    }
    expect_large_shape<others::appended>(random_elements<std::uint32_t>(80'011, 4), satisfying<keeps>{{60}}, false);
}

/// The pipeline, whose public calls take larger inputs than the emulator does in a test.
template <class T, class Selector>
void expect_pipeline(const std::vector<T>& elements, const Selector& selector) {
    std::vector<T> right = elements;
    const std::uint64_t selected =
        select_elements<others::dropped>(serial{}, elements_of(elements), elements.size(), right.data(), selector);
    const emulator_buffer<T> input(elements), output(elements);
    const emulator_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    for (int call = 0; call < 2; ++call) {  // the second one finds the tickets that the first one leaves
        compact_kernels::start_pipeline(emulator{}, static_cast<const T*>(input.address()),
                                        std::uint64_t{elements.size()}, output.address(), selector, count.address());
        EXPECT_EQ(count.value(), selected);
        std::vector<T> all = elements;
        std::copy_n(right.begin(), selected, all.begin());
        EXPECT_EQ(output.values(), all) << elements.size() << " of " << sizeof(T) << " bytes";
    }
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, elements.size() / 2, elements.size()}) {
        const std::uint64_t of_them =
            select_elements<others::dropped>(serial{}, elements_of(elements), size, right.data(), selector);
        const emulator_buffer<T> found(elements);
        const emulator_buffer<std::uint64_t> number(std::vector<std::uint64_t>{size});
        compact_kernels::start_pipeline(emulator{}, static_cast<const T*>(input.address()),
                                        count_in_memory{number.address(), elements.size()}, found.address(), selector,
                                        count.address());
        EXPECT_EQ(count.value(), of_them);
        std::vector<T> all = elements;
        std::copy_n(right.begin(), of_them, all.begin());
        EXPECT_EQ(found.values(), all) << size << " of " << elements.size() << ", " << sizeof(T) << " bytes";
    }
}

TEST(CompactEmulator, Pipeline) {
    for (const std::uint64_t size :
         all_or<std::uint64_t>({1, 6144, 6145, 100'003}, {1, 2047, 6144, 6145, 12'288, 100'003})) {
        const std::vector<unsigned> fractions = {0, 3, 128, 256};
        for (const unsigned of_256 : size < 100'003 ? fractions : all_or({128u}, fractions)) {
            expect_pipeline(random_elements<std::uint32_t>(size, of_256), satisfying<keeps>{{of_256}});
        }
        std::vector<double> runs = random_elements<double>(size, 9);
        for (std::uint64_t i = 1; i < size; ++i) {
            if (i % 3 == 0 || i % 256 == 0) runs[i] = runs[i - 1];  // and across strips
        }
        expect_pipeline(runs, starting_a_run<equal_to>{{}});
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
