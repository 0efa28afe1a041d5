// The executor counts what the hardware counts: thirteen kernels, with the figures of an H200 (Nsight Compute,
// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}, l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_{ld,st},
// smsp__average_thread_inst_executed_per_inst_executed; kernels built with nvcc -O3 for sm_90).
#include <gmock/gmock.h>

#include <strider/simt/session.hpp>

#include "core_table_kernels.hpp"

namespace {

using namespace strider::executor;

struct row {
    const char* name;
    void (*run)();
    std::uint64_t shared_load_wavefronts, shared_store_wavefronts;
    std::uint64_t global_load_requests, global_load_sectors;
    std::uint64_t global_store_requests, global_store_sectors;
    double threads_per_instruction;
};

constexpr row rows[] = {
    {"reduce_strided", reduce_strided, 380, 220, 32, 128, 4, 4, 31.77},
    {"reduce_sequential", reduce_sequential, 100, 80, 32, 128, 4, 4, 31.70},
    {"transpose_tile_32", transpose_tile_32, 4096, 128, 128, 512, 128, 512, 32},
    {"transpose_tile_33", transpose_tile_33, 128, 128, 128, 512, 128, 512, 32},
    {"copy_offset", copy_offset, 0, 0, 8, 40, 8, 32, 32},
    {"copy_stride_2", copy_stride_2, 0, 0, 8, 64, 8, 32, 32},
    {"copy_stride_32", copy_stride_32, 0, 0, 8, 256, 8, 32, 32},
    {"copy_float4", copy_float4, 0, 0, 2, 32, 2, 32, 32},
    {"sum_16_consecutive", sum_16_consecutive, 0, 0, 16, 512, 1, 4, 32},
    {"copy_16_consecutive", copy_16_consecutive, 0, 0, 16, 512, 16, 512, 32},
    {"square_and_add", square_and_add, 0, 0, 2, 8, 2, 8, 32},
    {"uneven_loops", uneven_loops, 0, 0, 16, 64, 1, 4, 24.94},
    {"shuffle_sum", shuffle_sum, 0, 0, 4, 16, 0, 0, 26.83},
};

TEST(bank_conflicts, are_notes_where_they_are_asked_for) {
    const auto notes_of = [](void (*run)(), bool asked) {
        session here({.speed = speed::count, .bank_conflicts = asked});
        run();
        EXPECT_THAT(here.report().findings, testing::IsEmpty());
        return here.report().notes;
    };
    const std::vector<finding> found = notes_of(transpose_tile_32, true);
    ASSERT_THAT(found, testing::SizeIs(1));
    EXPECT_EQ(name(found[0].kind), "bank-conflict");
    EXPECT_EQ(found[0].occurrences, 128u) << "each load of a column";
    EXPECT_THAT(found[0].message, testing::HasSubstr("32 passes over shared memory, where 1 would do"));
    EXPECT_THAT(notes_of(transpose_tile_33, true), testing::IsEmpty());
    EXPECT_THAT(notes_of(transpose_tile_32, false), testing::IsEmpty());
}

class table : public testing::TestWithParam<row> {};

INSTANTIATE_TEST_SUITE_P(h200, table, testing::ValuesIn(rows), [](const auto& info) { return info.param.name; });

TEST_P(table, is_counted_as_by_the_hardware) {
    session here({.speed = speed::count});
    GetParam().run();
    const counters& got = here.report().total;
    EXPECT_EQ(got.shared_load_wavefronts, GetParam().shared_load_wavefronts);
    EXPECT_EQ(got.shared_store_wavefronts, GetParam().shared_store_wavefronts);
    EXPECT_EQ(got.global_load_requests, GetParam().global_load_requests);
    EXPECT_EQ(got.global_load_sectors, GetParam().global_load_sectors);
    EXPECT_EQ(got.global_store_requests, GetParam().global_store_requests);
    EXPECT_EQ(got.global_store_sectors, GetParam().global_store_sectors);
    EXPECT_THAT(here.report().findings, testing::IsEmpty());
    // The hardware's figure is weighted by instructions, some of them predicated instead of branched over; ours by
    // basic blocks, which compilers cut differently. They are equal where nothing diverges, and close where something
    // does.
    if (GetParam().threads_per_instruction == 32) {
        EXPECT_EQ(got.threads_per_instruction(), 32);
        EXPECT_EQ(got.divergent_branches, 0u);
    } else {
        EXPECT_LT(got.threads_per_instruction(), 32);
        EXPECT_NEAR(got.threads_per_instruction(), GetParam().threads_per_instruction, 3.5);
        EXPECT_GT(got.divergent_branches, 0u);
    }
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
