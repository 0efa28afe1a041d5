// Wrong:  a copy reads more bytes than malloc() gave, in a program that has an operator new of its own.
// Kernel: add_one
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Mended: it reads as many. The program's operator new gets the sizes that are asked for.
// Says:   this copy reads 404 bytes of an allocation (malloc) of 400 bytes: it ends 4 bytes beyond
#include <cstdlib>
#include <new>

#include "../program.cuh"

std::size_t asked;
#ifndef __CUDA_ARCH__  // nvcc compiles them for the device too
void* operator new(std::size_t bytes) {
    asked += bytes;
    return std::malloc(bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

__global__ void add_one(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

int main() {
    constexpr int count = 100;
#ifdef MENDED
    constexpr int copied = count;
#else
    constexpr int copied = count + 1;
#endif
    int* const host = static_cast<int*>(std::calloc(count, sizeof(int)));
    int* const device = device_array<int>(count + 1);
    cudaMemcpy(device, host, copied * sizeof(int), cudaMemcpyHostToDevice);  // expect: bad-copy
    add_one<<<1, 128>>>(device, count);
    cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost);
    asked = 0;
    int* const sum = new int(host[0] + host[count - 1]);
    const int right = asked == sizeof(int) ? *sum : 0;
    delete sum;
    std::free(host);
    return judge(right, 2);
}
// SPDX-License-Identifier: Apache-2.0
