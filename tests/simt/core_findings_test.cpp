// Every defect is found, named and placed; what is right is left alone. At every speed that checks.
#include <gmock/gmock.h>

#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>

#include <strider/simt/session.hpp>

#include "core_findings_kernels.hpp"

namespace {

using namespace strider::executor;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What the test framework prints of a finding.
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

struct defect {
    const char* name;
    void (*kernel)();
    finding_kind kind;
    const char* message;  ///< a part of it
    schedule order = schedule::independent;
};

const defect defects[] = {
    {"missing_barrier", wrong::missing_barrier, finding_kind::race_shared, "with no barrier between"},
    {"missing_syncwarp", wrong::missing_syncwarp, finding_kind::race_shared, "with no __syncwarp() between"},
    {"volatile_tail", wrong::volatile_tail, finding_kind::race_shared, "do not run in step since Volta"},
    {"same_value_written_twice", wrong::same_value_written_twice, finding_kind::race_global,
     "thread 1 of block 0 writes element 0 of 'cells' (256 bytes), and thread 0 of block 0 writes it at "},
    {"neighbour_bytes", wrong::neighbour_bytes, finding_kind::race_global, "element 0 of 'cells'"},
    {"in_place_block_results", wrong::in_place_block_results, finding_kind::race_global,
     "blocks of one launch run in any order"},
    {"plain_counter", wrong::plain_counter, finding_kind::race_global,
     "thread 0 of block 1 reads element 0 of 'cells'"},
    {"atomic_and_plain", wrong::atomic_and_plain, finding_kind::race_shared, "updates atomically element 0 of count"},
    {"ticket_without_fence", wrong::ticket_without_fence, finding_kind::race_global,
     "thread 0 of block 7 reads element 0 of 'cells'"},
    {"flag_of_an_earlier_launch", wrong::flag_of_an_earlier_launch, finding_kind::race_shared, "element 0 of data"},
    {"reads_beyond_allocation", wrong::reads_beyond_allocation, finding_kind::out_of_bounds,
     "thread 62 of block 0 reads 4 bytes at 0x"},
    {"writes_beyond_allocation", wrong::writes_beyond_allocation, finding_kind::out_of_bounds,
     "right behind 'cells' (256 bytes)"},
    {"writes_before_allocation", wrong::writes_before_allocation, finding_kind::out_of_bounds,
     "4 bytes before 'cells' (256 bytes)"},
    {"reads_null", wrong::reads_null, finding_kind::out_of_bounds, "a null pointer"},
    {"writes_to_constant_region", wrong::writes_to_constant_region, finding_kind::out_of_bounds,
     "writes 4 bytes of element 0 of 'values' (256 bytes), which kernels may only read"},
    {"index_beyond_static_array", wrong::index_beyond_static_array, finding_kind::out_of_bounds,
     "thread 0 of block 0 uses index 16 of an array of type 'int"},
    {"pointer_beyond_static_array", wrong::pointer_beyond_static_array, finding_kind::out_of_bounds,
     "thread 0 of block 0 writes 4 bytes at 0x"},
    {"beyond_dynamic_array", wrong::beyond_dynamic_array, finding_kind::out_of_bounds,
     "right behind the dynamic shared memory (64 bytes)"},
    {"unwritten_shared", wrong::unwritten_shared, finding_kind::uninitialised_read,
     "thread 63 of block 0 reads element 63 of tile, which was never written in this block"},
    {"unwritten_global", wrong::unwritten_global, finding_kind::uninitialised_read,
     "thread 1 of block 0 reads element 1 of 'fresh' (256 bytes), which was never written"},
    {"barrier_in_branch", wrong::barrier_in_branch, finding_kind::barrier_divergence,
     "threads 40-63 returned before it"},
    {"return_before_barrier", wrong::return_before_barrier, finding_kind::barrier_divergence,
     "threads 20-31 returned before it"},
    {"two_barriers", wrong::two_barriers, finding_kind::barrier_divergence, "meet at different barriers"},
    {"lane_outside_of_mask", wrong::lane_outside_of_mask, finding_kind::warp_divergence,
     "(lane 31) takes part with mask 0x7fffffff, which does not name this lane"},
    {"different_collectives", wrong::different_collectives, finding_kind::warp_divergence, "another warp operation"},
    {"meeting_across_barrier", wrong::meeting_across_barrier, finding_kind::deadlock,
     "threads 0-4, 6-31 wait for other lanes of the warp at "},
    {"lock_in_warp", wrong::lock_in_warp, finding_kind::deadlock,
     "thread 0 holds what they spin for, and waits to go on at ", schedule::lock_step},
    {"flag_behind_loop_in_warp", wrong::flag_behind_loop_in_warp, finding_kind::deadlock,
     "; thread 31 waits to go on at ", schedule::lock_step},
    {"flag_that_nobody_sets", wrong::flag_that_nobody_sets, finding_kind::deadlock, "threads 0-31 spin at "},
    {"deep_recursion", wrong::deep_recursion, finding_kind::stack_overflow, "KiB of local variables and calls"},
    {"flag_of_a_lost_lane", wrong::flag_of_a_lost_lane, finding_kind::out_of_bounds,
     "thread 0 of block 0 writes 4 bytes"},
    {"element_of_a_lost_lane", wrong::element_of_a_lost_lane, finding_kind::out_of_bounds,
     "thread 63 of block 0 reads 4 bytes"},
    {"block_atomics_of_two_blocks", wrong::block_atomics_of_two_blocks, finding_kind::race_global,
     "each atomic only within its block"},
    {"volatile_sums_of_warps", wrong::volatile_sums_of_warps, finding_kind::race_volatile,
     "both through volatile, which does not order them"},
    {"misaligned_vector", wrong::misaligned_vector, finding_kind::misaligned_access, "which is not a multiple of 16"},
    {"shuffle_from_exited_lane", wrong::shuffle_from_exited_lane, finding_kind::warp_divergence,
     "but that thread has exited"},
    {"last_byte_unwritten", wrong::last_byte_unwritten, finding_kind::uninitialised_read, "which was never written"},
    {"exchange_of_unwritten", wrong::exchange_of_unwritten, finding_kind::uninitialised_read,
     "which was never written"},
    {"use_after_free", wrong::use_after_free, finding_kind::out_of_bounds, "'cells' (256 bytes), which has been freed"},
    {"empty_block", wrong::empty_block, finding_kind::bad_launch, "a block of (16, 0, 1) threads"},
    {"missing_grid_barrier", wrong::missing_grid_barrier, finding_kind::race_global,
     "blocks of one launch run in any order"},
    {"block_that_misses_the_grid_barrier", wrong::block_that_misses_the_grid_barrier, finding_kind::deadlock,
     "not all blocks of the grid reach the grid barrier: of 4 blocks, 3 wait at it and 1 ended before"},
    {"grid_barrier_in_a_plain_launch", wrong::grid_barrier_in_a_plain_launch, finding_kind::bad_launch,
     "was not launched cooperatively"},
    {"grid_that_is_too_large", wrong::grid_that_is_too_large, finding_kind::bad_launch, "at most 1024 can be alive"},
};

class wrong_kernel : public testing::TestWithParam<defect> {};

INSTANTIATE_TEST_SUITE_P(each, wrong_kernel, testing::ValuesIn(defects),
                         [](const auto& info) { return info.param.name; });

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

struct sound {
    const char* name;
    void (*kernel)();
    schedule order = schedule::independent;
};

const sound sounds[] = {
    {"barrier", right::barrier},
    {"partial_syncwarp", right::partial_syncwarp},
    {"lock", right::lock},
    {"lock_in_lock_step", right::lock, schedule::lock_step},
    {"ticket", right::ticket},
    {"look_back", right::look_back},
    {"flags_between_warps", right::flags_between_warps},
    {"bytes_of_one_word", right::bytes_of_one_word},
    {"host_written", right::host_written},
    {"warp_synchronous_in_lock_step", right::warp_synchronous, schedule::lock_step},
    {"early_return_without_barrier", right::early_return_without_barrier},
    {"sub_warp_blocks", right::sub_warp_blocks},
    {"local_arrays", right::local_arrays},
    {"device_variable", right::device_variable},
    {"block_atomics_of_each_block", right::block_atomics_of_each_block},
    {"exchange_whose_result_is_unused", right::exchange_whose_result_is_unused},
    {"volatile_flag", right::volatile_flag},
    {"bytes_written_one_by_one", right::bytes_written_one_by_one},
    {"grid_barrier", right::grid_barrier},
    {"grid_barrier_in_lock_step", right::grid_barrier, schedule::lock_step},
    {"lock_independent_of_warps", wrong::lock_in_warp},
};

class right_kernel : public testing::TestWithParam<sound> {};

INSTANTIATE_TEST_SUITE_P(each, right_kernel, testing::ValuesIn(sounds),
                         [](const auto& info) { return info.param.name; });

TEST_P(right_kernel, has_no_findings) {
    for (const speed at : {speed::check, speed::count})
        for (const unsigned workers : {1u, 0u}) {
            const auto made = run(GetParam().kernel, at, GetParam().order, workers);
            EXPECT_THAT(made.findings, IsEmpty()) << listing(made);
        }
}

TEST(constant_memory, is_loaded_without_global_loads) {
    const auto made = run(right::device_variable, speed::count);
    EXPECT_EQ(made.total.global_load_bytes, 0u);
    EXPECT_GT(made.total.global_store_bytes, 0u);
}

TEST(sessions, of_two_threads_do_not_mix) {
    std::size_t found_here = 0, found_there = 1;
    std::thread other([&] {
        for (int i = 0; i < 20; ++i) found_there = run(right::barrier, speed::check).findings.size();
    });
    for (int i = 0; i < 20; ++i) found_here = run(wrong::missing_barrier, speed::check).findings.size();
    other.join();
    EXPECT_GT(found_here, 0u);
    EXPECT_EQ(found_there, 0u);
}

TEST(sessions, nest) {
    session outer({.speed = speed::check});
    wrong::missing_barrier();
    EXPECT_THAT(run(right::barrier, speed::check).findings, IsEmpty());
    EXPECT_EQ(outer.report().total.launches, 1u);
    EXPECT_THAT(outer.report().of("race-shared"), testing::Not(IsEmpty()));
}

TEST(sessions, find_one_defect_once_with_all_its_occurrences) {
    const auto made = run(wrong::unwritten_shared, speed::check);
    ASSERT_THAT(made.findings, SizeIs(1));
    EXPECT_EQ(made.findings[0].occurrences, 1u);
    EXPECT_EQ(made.findings[0].kernel, "read_shared");
    EXPECT_THAT(made.findings[0].fix, HasSubstr("write every element in this block before a thread reads it"));
}

TEST(sessions, note_equal_values_that_several_lanes_store) {
    session here({.speed = speed::check, .workers = 1});
    wrong::same_value_written_twice();
    EXPECT_THAT(here.report().findings, IsEmpty()) << listing(here.report());
    ASSERT_THAT(here.report().notes, SizeIs(1));
    EXPECT_THAT(here.report().notes[0].message, HasSubstr("writes the same value, and nothing orders the two"));
}

TEST(launches, are_refused_with_impossible_shapes) {
    EXPECT_THAT(wrong::empty_block, testing::ThrowsMessage<std::invalid_argument>(
                                        HasSubstr("a block of (16, 0, 1) threads; 1 to 1024 threads are possible")));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
