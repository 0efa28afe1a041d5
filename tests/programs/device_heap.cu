// Lists and buffers that kernels allocate themselves.
// Feature: the C library in kernels: malloc and free, new and delete, checked as allocations
// Kernel: build_lists
// Prints: sums 496 4960, too much: null
// Says: which was 'malloc() at
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

struct node {
    int value;
    node* next;
};

__device__ node* heads[2];

__global__ void build_lists() {
    node* head = nullptr;
    for (int i = 0; i < 32; ++i) {
        node* const one = static_cast<node*>(malloc(sizeof(node)));
        one->value = threadIdx.x == 0 ? i : 10 * i;
        one->next = head;
        head = one;
    }
    heads[threadIdx.x] = head;
    int* const scratch = new int[4];
    scratch[threadIdx.x] = 1;
    delete[] scratch;
#ifdef WRONG
    heads[threadIdx.x] = nullptr;
    free(head);
    head->value = 0;  // expect: out-of-bounds
#endif
}

__global__ void sum_lists(int* sums) {
    int sum = 0;
    for (node* one = heads[threadIdx.x]; one != nullptr;) {
        sum += one->value;
        node* const next = one->next;
        free(one);
        one = next;
    }
    sums[threadIdx.x] = sum;
    if (threadIdx.x == 0) sums[2] = malloc(std::size_t{1} << 30) == nullptr;
}

int main() {
    int *sums, host[3] = {};
    cudaMalloc(&sums, sizeof(host));
    build_lists<<<1, 2>>>();
    sum_lists<<<1, 2>>>(sums);
    cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost);
    int* const of_the_host = new int(0);
    std::free(std::malloc(100));
    std::printf("sums %d %d, too much: %s\n", host[0], host[1], host[2] + *of_the_host ? "null" : "not null");
    delete of_the_host;
    cudaFree(sums);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
