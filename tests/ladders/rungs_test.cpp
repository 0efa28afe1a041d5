// Every rung of a module is right, for every type and operation, at every size that is special and at a thousand that
// are not, from aligned and unaligned input.
//
//   strider_rungs_test MODULE [GoogleTest's options]
//
// On the executor (a module whose device cannot time) the sizes are smaller and every rung is watched as well.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <random>

#include <ladders/device.hpp>
#include <ladders/reduce/problem.hpp>

namespace strider::ladders {
namespace {

std::unique_ptr<device> opened;

struct device_memory {
    void* address;
    explicit device_memory(std::size_t bytes) : address(opened->allocate(bytes)) {}
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    ~device_memory() { opened->release(address); }
};

bool watches() { return !opened->roof(traffic::read, 1 << 20); }

std::string describe(const rung& entry, const arguments& with, bool aligned) {
    return std::string(entry.name) + ", " + std::string(name(with.type)) + " " + std::string(name(with.op)) + " of " +
           std::to_string(with.elements) + (aligned ? "" : ", unaligned");
}

/// One run of one rung against the exact result; the output is poisoned first.
template <class T>
void expect_right(const rung& entry, arguments with, bool aligned, bool observed, std::uint64_t seed) {
    const std::vector<T> values = reduce::make_input<T>(with.elements, with.op, seed);
    const std::size_t offset = aligned ? 0 : sizeof(T);
    const device_memory input(values.size() * sizeof(T) + offset), output(sizeof(T)),
        scratch(entry.scratch_bytes(with));
    unsigned char poison[sizeof(T)];
    std::memset(poison, 0xa5, sizeof poison);
    opened->copy_in(static_cast<unsigned char*>(input.address) + offset, values.data(), values.size() * sizeof(T));
    opened->copy_in(output.address, poison, sizeof poison);
    with.input = static_cast<unsigned char*>(input.address) + offset;
    with.output = output.address;
    with.scratch = scratch.address;

    if (observed) {
        const auto seen = opened->observe(entry, with);
        ASSERT_TRUE(seen);
        for (const std::string& finding : seen->findings)
            ADD_FAILURE() << describe(entry, with, aligned) << ": " << finding;
    } else {
        opened->run(entry, with);
    }
    T result;
    opened->copy_out(&result, output.address, sizeof result);
    const T right = reduce::expected(values, with.op);
    EXPECT_EQ(std::memcmp(&result, &right, sizeof right), 0)
        << describe(entry, with, aligned) << ": " << +result << " instead of " << +right;
}

void expect_right(const rung& entry, element_type type, operation op, std::uint64_t elements, bool aligned = true,
                  bool observed = false, std::uint64_t seed = 1) {
    arguments with;
    with.type = type;
    with.op = op;
    with.elements = elements;
    with_type(type, [&](auto zero) { expect_right<decltype(zero)>(entry, with, aligned, observed, seed); });
}

std::vector<rung> rungs_of_reduce() {
    std::vector<rung> found;
    for (const rung& entry : opened->rungs()) {
        if (entry.pattern == std::string_view("reduce")) found.push_back(entry);
    }
    return found;
}

TEST(Rungs, AreRegisteredOnceAndSayWhatTheyAre) {
    std::vector<int> numbers;
    for (const rung& entry : rungs_of_reduce()) {
        EXPECT_EQ(std::ranges::count(numbers, entry.number), 0) << entry.number;
        numbers.push_back(entry.number);
        EXPECT_NE(entry.run, nullptr);
        for (const char* word : {entry.name, entry.idea, entry.hypothesis, entry.source})
            EXPECT_GT(std::strlen(word), 2u);
    }
    EXPECT_GE(numbers.size(), 5u);
}

TEST(Rungs, AreRightAtEverySpecialSize) {
    std::vector<std::uint64_t> sizes = {0,   1,   2,   31,   32,   33,   255,  256,  257,
                                        511, 512, 513, 4095, 4096, 4097, 8191, 8192, 8193};
    if (!watches()) sizes.insert(sizes.end(), {(1 << 20) - 1, 1 << 20, (1 << 20) + 1});
    for (const rung& entry : rungs_of_reduce()) {
        for (const element_type type : reduce::types) {
            for (const operation op : reduce::operations) {
                if (!entry.supports(type, op)) continue;
                for (const std::uint64_t elements : sizes) expect_right(entry, type, op, elements);
            }
        }
    }
}

/// For compute-sanitizer, under which everything takes a thousand times as long.
TEST(Rungs, AreRightAtAFewSizes) {
    for (const rung& entry : rungs_of_reduce()) {
        for (const std::uint64_t elements : {0, 1, 33, 257, 4097, 40'003}) {
            for (const operation op : reduce::operations) expect_right(entry, element_type::i32, op, elements);
            expect_right(entry, element_type::f64, operation::sum, elements, false);
        }
    }
}

TEST(Rungs, AreRightAroundAMillionElements) {
    for (const rung& entry : rungs_of_reduce()) {
        expect_right(entry, element_type::i32, operation::sum, (1 << 20) - 1);
        expect_right(entry, element_type::f64, operation::sum, (1 << 20) + 1);
    }
}

TEST(Rungs, AreRightAtAThousandRandomSizes) {
    std::mt19937_64 random(2026);
    const std::vector<rung> rungs = rungs_of_reduce();
    const unsigned largest_bits = watches() ? 13 : 20;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t elements = random() & ((std::uint64_t{1} << (1 + random() % largest_bits)) - 1);
        const element_type type = reduce::types[random() % std::size(reduce::types)];
        const operation op = reduce::operations[random() % std::size(reduce::operations)];
        const bool aligned = random() % 2 == 0;
        for (const rung& entry : rungs) expect_right(entry, type, op, elements, aligned, false, random());
    }
}

TEST(Rungs, TakeUnalignedInput) {
    for (const rung& entry : rungs_of_reduce()) {
        for (const element_type type : reduce::types) {
            for (const std::uint64_t elements : {0, 1, 2, 3, 4, 5, 7, 31, 33, 1023, 4100, 70001}) {
                expect_right(entry, type, operation::sum, elements, false);
            }
        }
    }
}

TEST(Rungs, HaveNoFindingsInTheExecutor) {
    if (!watches()) GTEST_SKIP() << "this device does not watch";
    for (const rung& entry : rungs_of_reduce()) {
        for (const element_type type : reduce::types) {
            for (const operation op : reduce::operations) {
                for (const std::uint64_t elements : {0, 1, 33, 257, 4097})
                    expect_right(entry, type, op, elements, true, true);
            }
            expect_right(entry, type, operation::sum, 100'003, false, true);
        }
    }
}

/// The counters of a rung on 2^18 values.
std::map<std::string, double> counters_of(const rung& entry) {
    const std::vector<std::int32_t> values = reduce::make_input<std::int32_t>(1 << 18, operation::sum, 1);
    arguments with;
    with.elements = values.size();
    const device_memory input(values.size() * 4), output(4), scratch(entry.scratch_bytes(with));
    opened->copy_in(input.address, values.data(), values.size() * 4);
    with.input = input.address;
    with.output = output.address;
    with.scratch = scratch.address;
    const auto seen = opened->observe(entry, with);
    return {seen->counters.begin(), seen->counters.end()};
}

TEST(Rungs, MoveTheCountersThatTheyClaimToMove) {
    if (!watches()) GTEST_SKIP() << "this device does not watch";
    std::map<int, rung> by_number;
    for (const rung& entry : rungs_of_reduce()) by_number.emplace(entry.number, entry);
    for (const auto& [number, entry] : by_number) {
        if (entry.expectations.empty()) continue;
        ASSERT_TRUE(by_number.contains(entry.follows)) << entry.name;
        const auto before = counters_of(by_number.at(entry.follows)), after = counters_of(entry);
        for (const expectation& claim : entry.expectations) {
            ASSERT_TRUE(after.contains(claim.counter)) << claim.counter;
            const double was = before.at(claim.counter), is = after.at(claim.counter);
            const direction moved = is > 1.02 * was   ? direction::rises
                                    : is < 0.98 * was ? direction::falls
                                                      : direction::stays;
            EXPECT_STREQ(name(moved), name(claim.way))
                << entry.name << ": " << claim.counter << " from " << was << " to " << is;
        }
    }
}

}  // namespace
}  // namespace strider::ladders

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc != 2) {
        std::cerr << "usage: strider_rungs_test MODULE [GoogleTest's options]\n";
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
