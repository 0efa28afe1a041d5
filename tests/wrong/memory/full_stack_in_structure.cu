// Wrong:  a stack of eight entries, the last member of a structure in global memory, takes a ninth one.
// From:   traversals of trees whose stacks lie in an array of structures
// Compiler: g++
// Kernel: descend
// Says:   uses index 8 of an array of type 'int [8]'
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the stack is as deep as the tree.
#include "../program.cuh"

#ifdef MENDED
constexpr int most = 9;
#else
constexpr int most = 8;
#endif

struct stack {
    int count;
    int entries[most];
    __device__ void push(int entry) { entries[count++] = entry; }  // expect: out-of-bounds
};

__global__ void descend(stack* stacks, int depth, int* sums) {
    stack& own = stacks[threadIdx.x];
    own.count = 0;
    for (int i = 0; i < depth; ++i) own.push(i);
    int sum = 0;
    while (own.count > 0) sum += own.entries[--own.count];
    sums[threadIdx.x] = sum;
}

int main() {
    int* const sums = device_array<int>(32);
    descend<<<1, 32>>>(device_array<stack>(33), 9, sums);
    return judge(sum_of(to_host(sums, 32)), 32 * 36);
}
// SPDX-License-Identifier: Apache-2.0
