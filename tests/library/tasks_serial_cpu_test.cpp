// The calls of strider::cpu among tasks of the caller's: in a group that has been cancelled, by functions that cancel
// or throw, and by the rounding mode and the treatment of denormals that the caller has set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <strider/convolve.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>
#include <strider/segmented_reduce.hpp>

#include "tests/library/elements.hpp"
#include "tests/library/every_call.hpp"
#include "tests/library/host_backends.hpp"

namespace strider::test {

constexpr int threads = 3;

/// Runs `work` in a task whose group has been cancelled, as by a sibling that has thrown.
template <class Work>
void in_a_cancelled_group(Work work) {
    const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism, threads);
    bool ran = false;
    tbb::task_arena(threads).execute([&] {
        tbb::task_group_context group;
        const auto task = [&](int) {
            group.cancel_group_execution();
            work();
            ran = true;
        };
        tbb::parallel_for(0, 1, task, tbb::simple_partitioner{}, group);
    });
    EXPECT_TRUE(ran);
}

class TasksCpuOfEveryPattern : public testing::TestWithParam<pattern_calls<cpu_backend>> {};

TEST_P(TasksCpuOfEveryPattern, EveryCallIsDoneInACancelledGroup) {
    for (const auto& call : GetParam().calls(200'003)) {
        in_a_cancelled_group([&] { call.run(cpu{}); });
        EXPECT_TRUE(call.is_right()) << call.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Host, TasksCpuOfEveryPattern, testing::ValuesIn(listed_patterns<cpu_backend>()),
                         name_of_pattern<cpu_backend>);

TEST(TasksCpu, ExceptionsLeaveACancelledGroup) {
    std::vector<int> elements(300'000, 1);
    elements[200'000] = 2;
    const auto refuse = [](int x) { return x == 1 ? x : throw std::overflow_error("two"); };
    std::vector<int> output(elements.size());
    in_a_cancelled_group([&] { EXPECT_THROW(transform(cpu{}, elements, output, refuse), std::overflow_error); });
    const auto add = [](int a, int b) { return a < 100 ? a + b : throw std::overflow_error("a hundred"); };
    in_a_cancelled_group([&] { EXPECT_THROW(inclusive_scan(cpu{}, elements, elements, add), std::overflow_error); });
}

TEST(TasksCpu, AFunctionThatCancelsItsCallIsNoResult) {
    const std::vector<int> elements(300'000, 1);
    std::vector<int> output(elements.size());
    const auto cancel = [](int x) {
        tbb::task::current_context()->cancel_group_execution();
        return x;
    };
    EXPECT_THROW(transform(cpu{}, elements, output, cancel), std::runtime_error);
}

/// Sets what the processor's arithmetic does, and what it did at the end.
class modes {
public:
    modes(int rounding, bool keeps_denormals) {
        std::fegetenv(&before_);
        std::fesetround(rounding);
#if defined(__SSE__)
        constexpr unsigned flush_to_zero = 0x8000, denormals_are_zeros = 0x0040;
        if (!keeps_denormals) _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zeros);
#else
        static_cast<void>(keeps_denormals);
#endif
    }
    ~modes() { std::fesetenv(&before_); }
    modes(const modes&) = delete;
    modes& operator=(const modes&) = delete;

private:
    std::fenv_t before_;
};

using results = std::vector<float>;
using work_of = std::function<results(const std::vector<float>&)>;

/// What calls give of `elements` on all cores is what serial gives by the same modes.
template <class Call>
void expect_modes_of_the_caller(const char* what, const std::vector<float>& elements, Call call) {
    const auto on = [&](auto policy) -> work_of {
        return [=](const std::vector<float>& from) {
            results found(from.size());
            call(policy, from, found);
            return found;
        };
    };
    const work_of on_one = on(serial{}), on_all = on(cpu{});
    const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(threads);
    const results usual = arena.execute([&] { return on_all(elements); });  // its threads have the usual modes
    bool differs = false;
    for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        for (const bool keeps_denormals : {true, false}) {
            results right, found;
            arena.execute([&] {  // which sets the arena's modes
                const modes set(rounding, keeps_denormals);
                right = on_one(elements);
                found = on_all(elements);
            });
            const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
            EXPECT_TRUE(std::ranges::equal(right, found, {}, bits, bits))
                << what << ", rounding " << rounding << (keeps_denormals ? "" : ", without denormals");
            differs = differs || !std::ranges::equal(right, usual, {}, bits, bits);
        }
    }
    EXPECT_TRUE(differs) << what << ": no mode has an effect";
}

TEST(TasksCpu, ComputesByTheModesOfTheCaller) {
    std::vector<float> normal(600'000), elements;
    for (std::size_t i = 0; i < normal.size(); ++i) {
        const auto mixed = static_cast<std::uint32_t>(i) * 2654435761u;
        normal[i] = 1 + static_cast<float>(mixed >> 8) * 0x1p-24f;
    }
    elements = normal;
    for (std::size_t i = 0; i < elements.size(); i += 16) elements[i] = std::numeric_limits<float>::min() / 3;
    expect_modes_of_the_caller("transform", elements, [](auto at, const auto& from, auto& to) {
        transform(at, from, to, [](float x) { return x / 3; });
    });
    expect_modes_of_the_caller("reduce", elements,
                               [](auto at, const auto& from, auto& to) { to[0] = reduce(at, from); });
    expect_modes_of_the_caller("dot", elements,
                               [](auto at, const auto& from, auto& to) { to[0] = dot(at, from, from); });
    // Of normal numbers: vectors combine an element that stands alone with -0, which takes a denormal's place.
    expect_modes_of_the_caller("inclusive_scan", normal,
                               [](auto at, const auto& from, auto& to) { inclusive_scan(at, from, to); });
    expect_modes_of_the_caller("segmented_reduce", elements,
                               [](auto at, const auto& from, auto& to) { segmented_reduce(at, from, 100, to); });
    expect_modes_of_the_caller("reduce_columns", elements, [](auto at, const auto& from, auto& to) {
        reduce_columns(at, matrix_view<const float>(from.data(), 1000, 600), to);
    });
    expect_modes_of_the_caller("convolve", elements, [](auto at, const auto& from, auto& to) {
        const std::vector<float> mask{0.1f, 0.7f, 0.3f};
        convolve_separable(at, matrix_view<const float>(from.data(), 1000, 600), mask, mask,
                           matrix_view<float>(to.data(), 1000, 600));
    });
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
