// The CUDA run-length encoding in the emulator: the shapes of large inputs.

namespace strider::test {

/// Tiles of many rows, in several launches: each launch goes on where the one before has ended.
template <class T>
void expect_large_shape(std::uint64_t elements, std::uint64_t mean) {
    using namespace run_kernels;
    const std::vector<T> input = elements_in_runs<T>(elements, mean, 7);
    const auto bounds = bounds_of_runs(input, equal_to{});
    const emulator_buffer<T> from(input), values(input);
    const emulator_buffer<std::uint64_t> lengths(std::vector<std::uint64_t>(elements, 0)),
        count({std::vector<std::uint64_t>{0}});
    const scratch_memory scratch = detail::scratch_of(emulator{});
    const task<T> work{.input = from.address(),
                       .values = values.address(),
                       .elements = elements,
                       .first_tile = 0,
                       .before = nullptr,
                       .after = nullptr,
                       .count = count.address(),
                       .states = {scratch.slots, scratch.epoch},
                       .how = {true}};
    start<many_rows<T>>(emulator{}, work, starting_a_run<equal_to>{{}},
                        length_consumer<std::uint64_t>{{lengths.address()}}, scratch, 3);
    ASSERT_EQ(count.value(), bounds.size() - 1);
    for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
        ASSERT_EQ(lengths.address()[k], bounds[k + 1] - bounds[k]) << k;
        ASSERT_TRUE(same_bits(values.address()[k], input[bounds[k]])) << k;
    }
}

TEST(RunLengthEncodeEmulator, LargeTilesInSeveralLaunches) {
    for (const std::uint64_t mean : {1, 5, 3000, 40'000}) {
        expect_large_shape<std::uint32_t>(80'011, mean);
        expect_large_shape<std::uint8_t>(100'011, mean);
        expect_large_shape<std::uint64_t>(50'011, mean);
    }
    expect_large_shape<bounded_text>(5'011, 20);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
