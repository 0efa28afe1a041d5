// The thirteen kernels whose memory traffic was counted on an H200; see core_table_test.cpp.
#pragma once

void reduce_strided();
void reduce_sequential();
void transpose_tile_32();
void transpose_tile_33();
void copy_offset();
void copy_stride_2();
void copy_stride_32();
void copy_float4();
void sum_16_consecutive();
void copy_16_consecutive();
void square_and_add();
void uneven_loops();
void shuffle_sum();
// SPDX-License-Identifier: Apache-2.0
