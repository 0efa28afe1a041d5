// Every defect is found with its kind and place; clean kernels have no findings. At every speed that checks.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>

#include <strider/emulator/session.hpp>

#include "core_findings_kernels.hpp"

namespace {

std::atomic<bool> told{false};

}  // namespace

// Not instrumented, as kernels are.
void store_late(int* cell) {
    told = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *cell = 7;
}

void await_late_store() {
    while (!told) std::this_thread::yield();
}

namespace {

using namespace strider::emulation;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// The test framework prints a finding by this.
[[maybe_unused]] void PrintTo(const finding& one, std::ostream* to) { *to << name(one.kind); }

struct report run(void (*kernel)(), speed at, schedule order = schedule::independent, unsigned workers = 1) {
    session here({.speed = at, .schedule = order, .workers = workers, .strict = true});
    try {
        kernel();
    } catch (const std::exception&) {
        // Some defects end the launch as well; the finding is what counts here.
    }
    return here.report();
}

std::string listing(const struct report& made) {
    std::string result;
    for (const finding& one : made.findings) result += text(one) + "\n";
    return result;
}

const auto name_of = [](const auto& info) { return info.param.name; };

auto kernel_named(std::string_view name) {
    for (const auto& clean_kernels : {clean_memory_kernels, clean_order_kernels})
        for (const clean_kernel& one : clean_kernels)
            if (one.name == name) return one.kernel;
    for (const auto& defects : {memory_defects, order_defects})
        for (const defect& one : defects)
            if (one.name == name) return one.kernel;
    throw std::invalid_argument(std::string(name));
}

class wrong_kernel : public testing::TestWithParam<defect> {};

INSTANTIATE_TEST_SUITE_P(memory, wrong_kernel, testing::ValuesIn(memory_defects), name_of);
INSTANTIATE_TEST_SUITE_P(order, wrong_kernel, testing::ValuesIn(order_defects), name_of);

TEST_P(wrong_kernel, is_found) {
    for (const auto& [at, workers] : {std::pair(speed::check, 1u), {speed::count, 1u}, {speed::check, 16u}}) {
        const auto made = run(GetParam().kernel, at, GetParam().order, workers);
        const std::string all = listing(made);
        // Which threads meet a defect first depends on the workers, but not the defect.
        const char* const message = workers == 1 ? GetParam().message : "";
        EXPECT_THAT(made.findings, Contains(AllOf(Field(&finding::kind, GetParam().kind),
                                                  Field(&finding::message, HasSubstr(message)))))
            << all;
        // One defect is not reported as several kinds.
        EXPECT_THAT(made.findings, Each(Field(&finding::kind, GetParam().kind))) << all;
        if (made.findings.at(0).kind != finding_kind::bad_launch) {
            EXPECT_THAT(made.findings,
                        Each(Field(&finding::where,
                                   Field(&source_line::file,
                                         testing::ContainsRegex("/core_findings_(order|memory)_kernels.cu$")))))
                << all;
        }
    }
}

class right_kernel : public testing::TestWithParam<clean_kernel> {};

INSTANTIATE_TEST_SUITE_P(memory, right_kernel, testing::ValuesIn(clean_memory_kernels), name_of);
INSTANTIATE_TEST_SUITE_P(order, right_kernel, testing::ValuesIn(clean_order_kernels), name_of);

TEST_P(right_kernel, has_no_findings) {
    for (const speed at : {speed::check, speed::count})
        for (const unsigned workers : {1u, 0u}) {
            const auto made = run(GetParam().kernel, at, GetParam().order, workers);
            EXPECT_THAT(made.findings, IsEmpty()) << listing(made);
        }
}

TEST(constant_memory, is_loaded_without_global_loads) {
    const auto made = run(kernel_named("device_variable"), speed::count);
    EXPECT_EQ(made.total.global_load_bytes, 0u);
    EXPECT_GT(made.total.global_store_bytes, 0u);
}

TEST(sessions, of_two_threads_do_not_mix) {
    std::size_t found_here = 0, found_there = 1;
    std::thread other([&] {
        for (int i = 0; i < 20; ++i) found_there = run(kernel_named("barrier"), speed::check).findings.size();
    });
    for (int i = 0; i < 20; ++i) found_here = run(kernel_named("missing_barrier"), speed::check).findings.size();
    other.join();
    EXPECT_GT(found_here, 0u);
    EXPECT_EQ(found_there, 0u);
}

TEST(sessions, nest) {
    session outer({.speed = speed::check});
    kernel_named("missing_barrier")();
    EXPECT_THAT(run(kernel_named("barrier"), speed::check).findings, IsEmpty());
    EXPECT_EQ(outer.report().total.launches, 1u);
    EXPECT_THAT(outer.report().of("race-shared"), testing::Not(IsEmpty()));
}

TEST(sessions, find_one_defect_once_with_all_its_occurrences) {
    const auto made = run(kernel_named("unwritten_shared"), speed::check);
    ASSERT_THAT(made.findings, SizeIs(1));
    EXPECT_EQ(made.findings[0].occurrences, 1u);
    EXPECT_EQ(made.findings[0].kernel, "read_shared");
    EXPECT_THAT(made.findings[0].fix, HasSubstr("write every element of the array, call __syncthreads(), then read"));
}

TEST(sessions, note_equal_values_that_several_lanes_store) {
    session here({.speed = speed::check, .workers = 1});
    kernel_named("same_value_written_twice")();
    EXPECT_THAT(here.report().findings, IsEmpty()) << listing(here.report());
    ASSERT_THAT(here.report().notes, SizeIs(1));
    EXPECT_THAT(here.report().notes[0].message, HasSubstr("writes the same value, and nothing orders the two"));
}

TEST(sessions, compare_values_of_two_workers_when_both_are_stored) {
    session here({.speed = speed::check, .workers = 2});
    store_equally_by_two_workers();
    EXPECT_THAT(here.report().findings, IsEmpty()) << listing(here.report());
}

TEST(launches, are_refused_with_impossible_shapes) {
    EXPECT_THAT(kernel_named("empty_block"), testing::ThrowsMessage<std::invalid_argument>(HasSubstr(
                                                 "a block of (16, 0, 1) threads; 1 to 1024 threads are possible")));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
