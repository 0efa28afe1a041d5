// Every rung of a pattern is right, for every type, operation and choice, at every size that is special and at many
// that are not, from aligned and unaligned memory.
//
//   strider_rungs_test MODULE PATTERN [GoogleTest's options]
//
// On the emulator (a device that does not time) the sizes are smaller and every rung is watched as well.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>

#include <ladders/harness/device.hpp>
#include <ladders/patterns.hpp>

namespace strider::ladders {
namespace {

std::unique_ptr<device> opened;
const pattern* tested = nullptr;

struct device_memory {
    void* address;
    explicit device_memory(std::size_t bytes) : address(opened->allocate(bytes)) {}
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    ~device_memory() { opened->release(address); }
    void* at(std::size_t offset) const { return static_cast<unsigned char*>(address) + offset; }
};

bool watches() { return !opened->times(); }

std::string describe(const instance& of) {
    std::ostringstream line;
    line << name(of.type);
    if (!tested->operations.empty()) line << ' ' << name(of.op);
    line << ", " << of.elements;
    for (std::size_t at = 0; at < tested->parameters.size(); ++at) {
        const parameter& one = tested->parameters[at];
        const std::int64_t value = of.parameters[at];
        line << ", " << one.name << ' ';
        one.words.empty() ? line << value : line << one.words[static_cast<std::size_t>(value)];
    }
    return line.str();
}

const std::vector<rung>& rungs() {
    static const std::vector<rung> found = [] {
        std::vector<rung> all;
        std::ranges::copy_if(opened->rungs(), std::back_inserter(all),
                             [](const rung& entry) { return entry.pattern == tested->name; });
        std::ranges::sort(all, {}, &rung::number);
        return all;
    }();
    return found;
}

/// How a run is made besides its instance.
struct manner {
    bool aligned = true;
    bool observed = false;
    bool timed = false;  ///< hot: many times, and on a GPU in a graph
    std::uint64_t seed = 1;
};

bool takes(const rung& entry, const instance& of) { return of.elements <= entry.most_elements && entry.supports(of); }

/// One run of one rung; the output is poisoned first, so that one that was never written cannot pass.
std::vector<std::string> run_once(const rung& entry, const instance& of, const problem& data, const manner& how,
                                  std::vector<std::byte>& output) {
    const std::size_t input_offset = how.aligned ? 0 : data.input_item;
    const std::size_t output_offset = how.aligned ? 0 : data.output_item;
    arguments with{of};
    const device_memory input(data.input.size() + input_offset), side_input(data.side_input.size()),
        result(data.expected.size() + output_offset), scratch(entry.scratch_bytes(with));
    opened->copy_in(input.at(input_offset), data.input.data(), data.input.size());
    opened->copy_in(side_input.address, data.side_input.data(), data.side_input.size());
    output.assign(data.expected.begin(), data.expected.end());
    for (std::byte& one : output) one = ~one;
    opened->copy_in(result.at(output_offset), output.data(), output.size());
    with.input = input.at(input_offset);
    with.side_input = side_input.address;
    with.side_input_on_host = data.side_input.data();
    with.output = result.at(output_offset);
    with.scratch = scratch.address;

    std::vector<std::string> findings;
    if (how.observed) {
        const auto seen = opened->observe(entry, with);
        if (!seen) throw std::logic_error("this device does not observe");
        findings = seen->findings;
    } else if (how.timed) {
        const sampler hot = opened->sampler_of(entry, with, false);
        for (int sample = 0; sample < 3; ++sample) hot();
    } else {
        opened->run(entry, with);
    }
    opened->copy_out(output.data(), result.at(output_offset), output.size());
    return findings;
}

/// Every rung that takes the instance gives the right result, and, observed, has no findings.
void expect_right(const instance& asked, const manner& how = {}) {
    const instance of = tested->fitting(asked);
    const problem data = tested->make(of, how.seed);
    std::vector<std::byte> output;
    for (const rung& entry : rungs()) {
        if (!takes(entry, of)) continue;
        const std::string what = std::string(entry.name) + ": " + describe(of) + (how.aligned ? "" : ", unaligned");
        try {
            for (const std::string& finding : run_once(entry, of, data, how, output))
                ADD_FAILURE() << what << ": " << finding;
            EXPECT_EQ(data.error(output), 0) << what;
        } catch (const std::exception& failure) {
            ADD_FAILURE() << what << ": " << failure.what();
        }
    }
}

/// The operations of the pattern; one, which means nothing, where it has none.
std::vector<operation> operations() {
    if (tested->operations.empty()) return {operation::sum};
    return {tested->operations.begin(), tested->operations.end()};
}

/// The values of a parameter that tests take.
std::vector<std::int64_t> values_of(const parameter& one) {
    std::vector<std::int64_t> values{one.usual};
    if (one.words.empty()) {
        values.insert(values.end(), one.tested.begin(), one.tested.end());
    } else {
        values.clear();
        for (std::size_t at = 0; at < one.words.size(); ++at) values.push_back(static_cast<std::int64_t>(at));
    }
    return values;
}

/// Calls `function` with every type and operation at the usual choices, then with every choice in turn at the usual
/// type. The quick run takes the usual choices alone for more than 4,096 elements.
void for_every_kind(std::uint64_t elements, const std::function<void(const instance&)>& function) {
    instance of = usual_instance(*tested, elements);
    for (const element_type type : tested->types) {
        for (const operation op : operations()) {
            if (!takes(*tested, type, op)) continue;
            of.type = type;
            of.op = op;
            function(of);
        }
    }
    if (elements > 4096 && !STRIDER_TEST_ALL) return;
    of = usual_instance(*tested, elements);
    for (std::size_t at = 0; at < tested->parameters.size(); ++at) {
        for (const std::int64_t value : values_of(tested->parameters[at])) {
            instance other = of;
            other.parameters[at] = value;
            if (value != of.parameters[at]) function(other);
        }
    }
}

TEST(Rungs, AreRegisteredOnceAndSayWhatTheyAre) {
    ASSERT_GE(rungs().size(), 1u) << "no rungs of " << tested->name;
    for (std::size_t at = 0; at < rungs().size(); ++at) {
        const rung& entry = rungs()[at];
        if (at > 0) {
            EXPECT_NE(entry.number, rungs()[at - 1].number);
        }
        EXPECT_NE(entry.run, nullptr);
        if (watches() && entry.follows != 0) {
            EXPECT_FALSE(entry.expectations.empty()) << entry.name;
        }
        for (const char* word : {entry.name, entry.idea, entry.hypothesis, entry.source})
            EXPECT_GT(std::strlen(word), 2u);
    }
}

TEST(Rungs, AreRightAtEverySpecialSize) {
    std::vector<std::uint64_t> sizes = {2, 31, 32, 255, 256, 511, 513, 1023, 1024, 1025, 4095};
    if (!watches()) {  // what watches has those below as well
        sizes.insert(sizes.end(), {0, 1, 33, 257, 4097, 8191, 8193, (1 << 20) - 1, 1 << 20, (1 << 20) + 1});
    }
    for (const std::uint64_t elements : sizes) {
        for_every_kind(elements, [](const instance& of) { expect_right(of); });
    }
}

/// For compute-sanitizer, under which everything takes a thousand times as long.
TEST(Rungs, AreRightAtAFewSizes) {
    for (const std::uint64_t elements : {1, 257, 4097}) {
        for_every_kind(elements, [](const instance& of) { expect_right(of); });
    }
    for (const std::uint64_t elements : {0, 33, 40'003}) {
        expect_right(usual_instance(*tested, elements), {.aligned = false});
    }
}

/// A million; in the quick run of the emulator an eighth of them, which is many blocks of every rung.
TEST(Rungs, AreRightAroundAPowerOfTwoOfManyBlocks) {
    const bool few = watches() && !STRIDER_TEST_ALL;
    const std::uint64_t power = few ? 1 << 17 : 1 << 20;
    instance of = usual_instance(*tested, power + 1);
    of.type = tested->types.back();
    expect_right(of);
    if (few) return;
    of = usual_instance(*tested, power - 1);
    expect_right(of);
}

TEST(Rungs, AreRightAtManyRandomSizes) {
    std::mt19937_64 random(2026);
    const unsigned largest_bits = watches() ? 13 : 20;
    for (int i = 0; i < (STRIDER_TEST_ALL ? 1000 : watches() ? 40 : 200); ++i) {
        instance of = usual_instance(*tested, random() & ((std::uint64_t{1} << (1 + random() % largest_bits)) - 1));
        of.type = tested->types[random() % tested->types.size()];
        of.op = operations()[random() % operations().size()];
        if (!takes(*tested, of.type, of.op)) continue;
        for (std::size_t at = 0; at < tested->parameters.size(); ++at) {
            const auto values = values_of(tested->parameters[at]);
            of.parameters[at] = values[random() % values.size()];
        }
        expect_right(of, {.aligned = random() % 2 == 0, .seed = random()});
    }
}

TEST(Rungs, TakeUnalignedMemory) {
    for (const std::uint64_t elements : {1, 3, 5, 31, 1023, 4100}) {
        for_every_kind(elements, [](const instance& of) { expect_right(of, {.aligned = false}); });
    }
    expect_right(usual_instance(*tested, 70'001), {.aligned = false});
}

TEST(Rungs, AreRightAfterTheyWereTimed) {
    if (watches()) GTEST_SKIP() << "this device does not time";
    for (const std::uint64_t elements : {0, 1, 20'000})
        expect_right(usual_instance(*tested, elements), {.timed = true});
}

TEST(Rungs, AreRightAsWholePrograms) {
    if (watches()) GTEST_SKIP() << "this device does not time";
    const instance of = tested->fitting(usual_instance(*tested, 20'000));
    const problem data = tested->make(of, 1);
    for (const rung& entry : rungs()) {
        if (!takes(entry, of)) continue;
        for (const copying how : opened->ways_of_copying()) {
            std::vector<std::byte> output(data.expected.begin(), data.expected.end());
            for (std::byte& one : output) one = ~one;
            const program_times times =
                opened->time_program(entry, arguments{of}, {data.input, data.side_input, output}, how);
            EXPECT_EQ(data.error(output), 0) << entry.name;
            EXPECT_GT(times.whole, 0) << entry.name;
        }
    }
}

TEST(Rungs, HaveNoFindingsInTheEmulator) {
    if (!watches()) GTEST_SKIP() << "this device does not watch";
    for (const std::uint64_t elements : {0, 1, 33, 257, 4097}) {
        for_every_kind(elements, [](const instance& of) { expect_right(of, {.observed = true}); });
    }
    for (const element_type type : tested->types) {
        const bool large = type == tested->types.front();
        instance of = usual_instance(*tested, STRIDER_TEST_ALL ? 100'003 : large ? 30'011 : 10'007);
        of.type = type;
        expect_right(of, {.aligned = false, .observed = true});
    }
}

TEST(Rungs, SayInAFewWordsWhatTheyChange) {
    if (!watches()) GTEST_SKIP() << "the words are those of the CUDA rungs";
    for (const rung& entry : rungs()) {
        const std::string_view fault = entry.fault, change = entry.change;
        EXPECT_EQ(fault.empty(), entry.follows == 0) << entry.name;
        EXPECT_LE(fault.size(), 30u) << entry.name;
        EXPECT_FALSE(change.empty()) << entry.name;
        EXPECT_LE(change.size(), 27u) << entry.name;
    }
}

TEST(Rungs, ClaimToMoveTheCountersThatTablesShow) {
    if (!watches()) GTEST_SKIP() << "the claims are those of the CUDA rungs";
    EXPECT_LE(tested->shown_counters.size(), 3u);
    for (const std::string_view shown : tested->shown_counters) {
        EXPECT_TRUE(std::ranges::any_of(rungs(), [&](const rung& entry) {
            return std::ranges::any_of(entry.expectations, [&](auto& claim) { return claim.counter == shown; });
        })) << shown;
    }
}

}  // namespace
}  // namespace strider::ladders

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 3) {
        std::cerr << "usage: strider_rungs_test MODULE PATTERN [GoogleTest's options]\n";
        return 2;
    }
    for (const strider::ladders::pattern* one : strider::ladders::patterns) {
        if (one->name == std::string_view(argv[2])) strider::ladders::tested = one;
    }
    if (strider::ladders::tested == nullptr) {
        std::cerr << "no pattern " << argv[2] << '\n';
        return 2;
    }
    void* const module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
        std::cerr << dlerror() << '\n';
        return 2;
    }
    const auto open =
        reinterpret_cast<strider::ladders::open_device_function>(dlsym(module, strider::ladders::open_device_symbol));
    std::string why = "it exports no device";
    strider::ladders::opened.reset(open == nullptr ? nullptr : open("cpu", why));
    if (!strider::ladders::opened) {
        std::cerr << argv[1] << ": " << why << '\n';
        return 2;
    }
    const int result = RUN_ALL_TESTS();
    strider::ladders::opened.reset();
    return result;
}
// SPDX-License-Identifier: Apache-2.0
