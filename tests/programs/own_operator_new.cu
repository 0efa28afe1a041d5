// An operator new of the program's own, which the emulator calls too, while a kernel runs.
// Feature: host code: an operator new of the program
// Kernel: fill
// Prints: filled
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

// A pool that counts. Nothing of it is an access of the kernel.
alignas(16) char pool[1 << 22];
std::size_t used, blocks;

static char* next_block(std::size_t bytes) {
    char* const block = pool + used;
    used += (bytes + 15) / 16 * 16;
    ++blocks;
    return block;
}
#ifndef __CUDA_ARCH__  // nvcc compiles both for the device too
void* operator new(std::size_t bytes) { return used + bytes < sizeof(pool) ? next_block(bytes) : std::malloc(bytes); }
void operator delete(void* memory) noexcept {
    const char* const block = static_cast<char*>(memory);
    if (block < pool || block >= pool + sizeof(pool)) std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
#endif

__global__ void fill(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = i;
    if (i == 0) printf("filled\n");
}

int main() {
    constexpr int count = 100000;
    int* values;
    cudaMalloc(&values, count * sizeof(int));
    fill<<<(count + 127) / 128, 128>>>(values, count);
    int last = 0;
    cudaMemcpy(&last, values + count - 1, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(values);
    const std::size_t before = blocks;
    delete new int(last);
    const bool right = last == count - 1 && blocks - before <= 1;
    printf("%s\n", right ? "right" : "wrong");
    return right ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
