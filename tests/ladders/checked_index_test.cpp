// What rungs_test.cpp cannot see of gather and scatter. A bad index: the checked rungs tell the first one and do all
// else, and the emulator finds the ones that unchecked rungs follow. Colliding indices: aggregation saves atomics.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <ladders/gather/problem.hpp>
#include <ladders/harness/checked_index.hpp>
#include <ladders/harness/device.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders {
namespace {

using ::testing::HasSubstr;
using index_list = std::vector<std::uint32_t>;

/// The emulator, from the module that has the pattern's rungs.
std::unique_ptr<device> open(const std::string& pattern) {
    const std::string file = STRIDER_MODULES "/libstrider_emulator_" + pattern + ".so";
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw std::runtime_error(dlerror());
    const auto open = reinterpret_cast<open_device_function>(dlsym(module, open_device_symbol));
    std::string why;
    std::unique_ptr<device> opened(open("emulator", why));
    if (!opened) throw std::runtime_error(why);
    return opened;
}

const rung& rung_named(device& on, std::string_view pattern, std::string_view start_of_name) {
    for (const rung& entry : on.rungs()) {
        if (entry.pattern == pattern && std::string_view(entry.name).starts_with(start_of_name)) return entry;
    }
    throw std::logic_error("no such rung");
}

class device_memory {
public:
    device_memory(device& on, const void* content, std::size_t bytes) : on_(on), address(on.allocate(bytes)) {
        on.copy_in(address, content, bytes);
    }
    ~device_memory() { on_.release(address); }
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;

private:
    device& on_;

public:
    void* const address;
};

struct outcome {
    std::vector<std::int32_t> output;
    bad_index_word first_bad = 0;
    std::vector<std::string> findings;
    std::map<std::string, double> counters;
};

constexpr std::int32_t untouched = -77;  // among 10,000 random values of 32 bits, no input is

/// Runs a rung on i32 elements, watched.
outcome run(device& on, const rung& entry, const std::vector<std::int32_t>& input, const index_list& indices,
            index_pattern pattern = index_pattern::random) {
    arguments with{
        {.type = element_type::i32, .elements = input.size(), .parameters = {static_cast<std::int64_t>(pattern), 0}}};
    outcome seen;
    seen.output.assign(input.size(), untouched);
    const std::size_t bytes = input.size() * sizeof(std::int32_t);
    const device_memory in(on, input.data(), bytes), side(on, indices.data(), bytes),
        out(on, seen.output.data(), bytes), scratch(on, &seen.first_bad, sizeof seen.first_bad);
    with.input = in.address;
    with.side_input = side.address;
    with.output = out.address;
    with.scratch = scratch.address;
    const auto watched = on.observe(entry, with);
    seen.findings = watched->findings;
    seen.counters.insert(watched->counters.begin(), watched->counters.end());
    on.copy_out(seen.output.data(), out.address, bytes);
    on.copy_out(&seen.first_bad, scratch.address, sizeof seen.first_bad);
    return seen;
}

constexpr std::uint32_t elements = 10'007;

std::vector<std::int32_t> values() { return distinct_values<std::int32_t>(elements, 5); }
index_list permutation() { return make_indices<std::uint32_t>(elements, index_pattern::random, 5); }

/// Three bad ones: just beyond the end, twice in a row, and far away in the last place.
index_list with_bad_ones(index_list indices) {
    indices[4'321] = elements;
    indices[4'322] = elements + 7;
    indices.back() = 0xFFFFFFFF;
    return indices;
}

TEST(CheckedIndex, OfGatherTellsTheFirstBadOneAndMovesTheOthers) {
    const auto input = values();
    const index_list from = with_bad_ones(permutation());
    const auto on = open("gather");
    const outcome seen = run(*on, rung_named(*on, "gather", "checked"), input, from);
    EXPECT_THAT(seen.findings, testing::IsEmpty());
    EXPECT_EQ(seen.first_bad, 4'321u);
    for (std::uint32_t i = 0; i < elements; ++i) {
        EXPECT_EQ(seen.output[i], from[i] < elements ? input[from[i]] : untouched) << i;
    }
}

TEST(CheckedIndex, OfScatterTellsTheFirstBadOneAndMovesTheOthers) {
    const auto input = values();
    const index_list to = with_bad_ones(permutation());
    const auto on = open("scatter");
    const outcome seen = run(*on, rung_named(*on, "scatter", "checked"), input, to);
    EXPECT_THAT(seen.findings, testing::IsEmpty());
    EXPECT_EQ(seen.first_bad, 4'321u);
    std::vector<std::int32_t> right(elements, untouched);
    for (std::uint32_t i = 0; i < elements; ++i) {
        if (to[i] < elements) right[to[i]] = input[i];
    }
    EXPECT_EQ(seen.output, right);
}

TEST(CheckedIndex, SaysThatThereIsNoneWhereAllAreGood) {
    for (const char* pattern : {"gather", "scatter"}) {
        const auto on = open(pattern);
        const outcome seen = run(*on, rung_named(*on, pattern, "checked"), values(), permutation());
        EXPECT_EQ(seen.first_bad, no_bad_index) << pattern;
    }
}

/// What the checks are for: the emulator names the kernel and the line that follow a bad index.
TEST(UncheckedIndex, IsFoundByTheEmulator) {
    for (const char* pattern : {"gather", "scatter"}) {
        const auto on = open(pattern);
        const outcome seen =
            run(*on, rung_named(*on, pattern, "one element a thread"), values(), with_bad_ones(permutation()));
        ASSERT_FALSE(seen.findings.empty()) << pattern;
        for (const std::string& finding : seen.findings) {
            EXPECT_THAT(finding, HasSubstr("out-of-bounds: naive, "));
            EXPECT_THAT(finding, HasSubstr(std::string(pattern) + "/gpu/01_naive.cu:"));
        }
    }
}

TEST(CollidingIndices, TakeFewerAtomicsWhenAWarpAddsUpFirst) {
    const auto on = open("scatter");
    const auto indices = make_indices<std::uint32_t>(elements, index_pattern::colliding, 5);
    const outcome apart =
        run(*on, rung_named(*on, "scatter", "atomic additions"), values(), indices, index_pattern::colliding);
    const outcome together =
        run(*on, rung_named(*on, "scatter", "aggregated"), values(), indices, index_pattern::colliding);
    EXPECT_EQ(apart.output, together.output);
    EXPECT_EQ(apart.counters.at("atomics"), elements);
    EXPECT_LT(together.counters.at("atomics"), 0.8 * elements);  // of 16 lanes on eight places, seven are left
    EXPECT_GT(apart.counters.at("atomic_max_contention"), 1);
    EXPECT_EQ(together.counters.at("atomic_max_contention"), 1);
}

}  // namespace
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
