// No assembler knows the instruction.
void prefix_sums(const int* in, int* out, int n) { asm volatile("no_such_instruction"); }
// SPDX-License-Identifier: Apache-2.0
