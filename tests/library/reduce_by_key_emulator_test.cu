// The CUDA reduction by key in the emulator: the offsets of large inputs.

namespace strider::test {

/// Runs of up to several tiles, chunks and blocks, in tiles of many rows.
template <class K>
void expect_large_shape(std::uint64_t mean) {
    using namespace run_kernels;
    const auto keys = elements_in_runs<K>(70'011, mean, 5);
    const std::vector<float> values = random_elements<float>(keys.size(), 6);
    std::vector<K> right_keys(keys.size());
    std::vector<float> right(keys.size());
    const std::uint64_t runs = reduce_by_key(serial{}, keys, values, right_keys, right);
    constexpr std::uint64_t tile = tile_size<K, many_rows<K>>;
    const std::uint64_t tiles = (keys.size() - 1) / tile + 1;
    const emulator_buffer<K> from(keys), unique(std::vector<K>(keys.size(), K{}));
    const emulator_buffer<float> of(values), results(std::vector<float>(keys.size(), 0));
    const emulator_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    const emulator_buffer<crossing_run> crossing(std::vector<crossing_run>(tiles, crossing_run{0, 0, 0}));
    const segment_result<float, plus> result{{}, 0, false};
    const scratch_memory scratch = detail::scratch_of(emulator{});
    const task<K> work{.input = from.address(),
                       .values = unique.address(),
                       .elements = keys.size(),
                       .first_tile = 0,
                       .before = nullptr,
                       .after = nullptr,
                       .count = count.address(),
                       .states = {scratch.slots, scratch.epoch},
                       .how = {true}};
    start<many_rows<K>>(emulator{}, work, starting_a_run<equal_to>{{}},
                        leaving_consumer<contiguous<float>, float, plus, float>{
                            {{of.address()}, results.address(), result}, crossing.address(), tile},
                        scratch, 3);
    reduce_segments(emulator{}, contiguous<float>{of.address()}, keys.size(), crossing_runs{crossing.address(), tiles},
                    result, results.address());
    EXPECT_EQ(count.value(), runs);
    expect_same(unique.values(), right_keys, "keys");
    expect_same(results.values(), right, "results, mean " + std::to_string(mean));
}

TEST(ReduceByKeyEmulator, LargeTilesInSeveralLaunches) {
    for (const std::uint64_t mean : {20, 300, 6000, 40'000}) {
        expect_large_shape<std::uint32_t>(mean);
        expect_large_shape<std::uint8_t>(mean);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
