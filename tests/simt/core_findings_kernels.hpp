// Small kernels with one defect each (and some that only look as if); see core_findings_test.cpp.
#pragma once

namespace wrong {
void missing_barrier();
void missing_syncwarp();
void volatile_tail();
void same_value_written_twice();
void neighbour_bytes();
void in_place_block_results();
void plain_counter();
void atomic_and_plain();
void ticket_without_fence();
void flag_of_an_earlier_launch();
void reads_beyond_allocation();
void writes_beyond_allocation();
void writes_before_allocation();
void reads_null();
void writes_to_constant_region();
void index_beyond_static_array();
void pointer_beyond_static_array();
void beyond_dynamic_array();
void unwritten_shared();
void unwritten_global();
void barrier_in_branch();
void return_before_barrier();
void two_barriers();
void lane_outside_of_mask();
void different_collectives();
void meeting_across_barrier();
void lock_in_warp();
void flag_behind_loop_in_warp();
void flag_that_nobody_sets();
void deep_recursion();
void flag_of_a_lost_lane();
void element_of_a_lost_lane();
void block_atomics_of_two_blocks();
void volatile_sums_of_warps();
void misaligned_vector();
void shuffle_from_exited_lane();
void last_byte_unwritten();
void exchange_of_unwritten();
void use_after_free();
void empty_block();
void missing_grid_barrier();
void block_that_misses_the_grid_barrier();
void grid_barrier_in_a_plain_launch();
void grid_that_is_too_large();
}  // namespace wrong

namespace right {
void barrier();
void partial_syncwarp();
void lock();
void ticket();
void look_back();
void flags_between_warps();
void bytes_of_one_word();
void host_written();
void warp_synchronous();
void early_return_without_barrier();
void sub_warp_blocks();
void local_arrays();
void device_variable();
void grid_barrier();
void block_atomics_of_each_block();
void exchange_whose_result_is_unused();
void volatile_flag();
void bytes_written_one_by_one();
}  // namespace right
// SPDX-License-Identifier: Apache-2.0
