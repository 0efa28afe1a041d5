// Kernels that call an operator a known number of times; see core_work_test.cpp.
#pragma once

/// Sums blocks * 256 numbers, 256 in each block.
void sum_in_tree(unsigned blocks, bool noting);

/// Thread t of each block of `threads` calls the operator t % 5 times, in a loop that the lanes leave one by one.
void sum_unevenly(unsigned blocks, unsigned threads, bool noting);

/// The host calls it.
void sum_on_host();
// SPDX-License-Identifier: Apache-2.0
