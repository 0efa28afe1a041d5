// Kernels of core_scheduler_test.cpp, started from plain C++.
#pragma once

#include <vector>

struct launch_shape {
    unsigned grid[3] = {1, 1, 1};
    unsigned block[3] = {1, 1, 1};
};

/// Every thread writes 1 + its number in the grid, computed from all its indices.
std::vector<unsigned> number_threads(const launch_shape& at);

/// Block sums of `values`, by sequential addressing in static shared memory; 256 threads a block.
std::vector<float> block_sums(const std::vector<float>& values);

/// The same in dynamic shared memory, with any power of two of threads.
std::vector<float> block_sums_dynamic(const std::vector<float>& values, unsigned threads);

/// For each warp of 32 threads the sum of its values, by shuffles, in every lane.
std::vector<int> warp_sums(const std::vector<int>& values);

/// Every block waits for the block before it, and adds 1 to what that one has written.
std::vector<int> chain_of_blocks(unsigned blocks);

/// The same from the last block to the first.
std::vector<int> chain_backwards(unsigned blocks);

/// Every thread begins with the number of its block, and in each round takes over what the next block's has; with grid
/// barriers between.
std::vector<int> pass_on_in_grid(unsigned blocks, unsigned threads, int rounds);

/// A kernel in which thread 0 waits at the block barrier and the others of its warp for a shuffle with it.
void cannot_go_on();

/// A kernel that spins on a flag that nobody writes.
void spins_forever();

/// A kernel that throws std::out_of_range in one thread.
void throws();

/// All lanes of a warp take a lock by atomicCAS, without keeping the critical section in the loop. Returns the count.
int counts_under_lock(unsigned blocks, unsigned threads);
// SPDX-License-Identifier: Apache-2.0
