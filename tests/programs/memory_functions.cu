// memcpy, memmove and memset of kernels, by each of their names: the accesses that they stand for are checked.
// Feature: the C library in kernels: memcpy, memmove and memset, by pointers to them too; std::copy and std::fill
// Compile: --expt-relaxed-constexpr
// Kernel: copy_by
// Prints: 12 right
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#ifdef WRONG
constexpr unsigned beyond = 4;
#else
constexpr unsigned beyond = 0;
#endif

using copy_function = void* (*)(void*, const void*, std::size_t);

struct record {
    double weight;
    char key;
    int count;
    char mark;
};

constexpr int ways = 12;

__global__ void copy_by(int way, char* to, const char* from, std::size_t n) {
    const copy_function functions[] = {memcpy, std::memmove};
    char local[52];
    switch (way) {
        case 0:
            memcpy(to, from, n);  // expect: out-of-bounds
            break;
        case 1:
            std::memmove(to, from, n);  // expect: out-of-bounds
            break;
        case 2: {
            using std::memcpy;
            memcpy(to, from, n);  // expect: out-of-bounds
            break;
        }
        case 3:
            __builtin_memcpy(to, from, n);  // expect: out-of-bounds
            break;
        case 4:
            functions[n % 2](to, from, n);  // expect: out-of-bounds
            break;
        case 5:
            std::copy(from, from + n, to);  // expect: out-of-bounds
            break;
        case 6:
            memcpy(to, from, 48 + beyond);  // expect: out-of-bounds
            break;
        case 7:
            memcpy(to, from, 44);
            memcpy(to + 44 + beyond, from + 44, 4);  // expect: out-of-bounds
            break;
        case 8:
            memcpy(local, from, n);
            memcpy(to, local, n);  // expect: out-of-bounds
            break;
        case 9:
            memset(to, 5, n);  // expect: out-of-bounds
            break;
        case 10:
            std::fill(to, to + n, 5);  // expect: out-of-bounds
            break;
        case 11:
            memcpy(to, from, n - 1 - beyond);
            memmove(to + 1, to, n - 1);  // expect: out-of-bounds
            to[0] = from[0];
    }
}

// Padding, which nobody writes, is copied with the members.
__global__ void copy_records(record* to, std::size_t bytes) {
    to[0].weight = 1;
    to[0].key = 'k';
    to[0].count = 2;
    to[0].mark = 'm';
    memcpy(to + 1, to, bytes);
}

int main(int argc, char**) {
    const std::size_t n = 47 + argc;  // 48, unknown to the compiler
    char from_host[52], *from, *to;
    for (int i = 0; i < 52; ++i) from_host[i] = 5;
    cudaMalloc(&from, sizeof from_host);
    cudaMemcpy(from, from_host, sizeof from_host, cudaMemcpyHostToDevice);
    cudaMalloc(&to, n);
    int right = 0;
    for (int way = 0; way < ways; ++way) {
        char got[48] = {};
        cudaMemset(to, 0, n);
        copy_by<<<1, 1>>>(way, to, from, n + beyond);
        cudaMemcpy(got, to, n, cudaMemcpyDeviceToHost);
        right += std::memcmp(got, from_host, n) == 0;
    }
    record* records;
    cudaMalloc(&records, 2 * sizeof(record));
    copy_records<<<1, 1>>>(records, (n / 48) * sizeof(record));
    std::printf("%d right\n", right);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
