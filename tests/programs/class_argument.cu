// An argument with a copy constructor of its own: it runs on the host, and each thread has the bytes.
// Feature: launches: arguments of class type
// Kernel: fill
// Prints: 7 7 copied on the host only
#include "../wrong/program.cuh"

int copies = 0;

struct counted_view {
    int* data;
    int size;
    counted_view(int* data, int size) : data(data), size(size) {}
    counted_view(const counted_view& other) : data(other.data), size(other.size) { ++copies; }
};

__global__ void fill(counted_view view, int value) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef WRONG
    view.size += 1;
#endif
    if (i < view.size) view.data[i] = value;  // expect: out-of-bounds
}

template <class View>
__global__ void add(View view, int value) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < view.size) view.data[i] += value;
}

int main() {
    const int count = 100;
    int* const data = device_array<int>(count);
    fill<<<2, 64>>>(counted_view(data, count), 3);
    add<<<2, 64>>>(counted_view(data, count), 4);
    const std::vector<int> host = to_host(data, count);
    std::printf("%d %d %s\n", host[0], host[99], copies < 10 ? "copied on the host only" : "copied by every thread");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
