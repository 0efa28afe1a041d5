// Wrong:  the last of three launches waits for the second, which has not waited for the first: that may still run.
// From:   a chain of dependent launches in which a kernel without inputs skips the wait
// Kernel: add
// Says:   reads element 0 of an allocation of 256 bytes
// Fix:    call cudaGridDependencySynchronize() before this line, and in each launch between the two: one that does not
//         wait may end before the launch before it
// Mended: the second one waits as well.
#include "../dependent.cuh"

constexpr int n = 64;

__global__ void first(int* left) {
    cudaTriggerProgrammaticLaunchCompletion();
    left[threadIdx.x] = 1;  // may be: race-streams
}

__global__ void second(int* right) {
    cudaTriggerProgrammaticLaunchCompletion();
    right[threadIdx.x] = 2;
#ifdef MENDED
    cudaGridDependencySynchronize();
#endif
}

__global__ void add(const int* left, const int* right, int* sum) {
    cudaGridDependencySynchronize();
    sum[threadIdx.x] = left[threadIdx.x] + right[threadIdx.x];  // expect: race-streams
}

int main() {
    int* const left = device_array<int>(n);
    int* const right = device_array<int>(n);
    int* const sum = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    first<<<1, n, 0, stream>>>(left);
    launch_dependent(stream, 1, n, second, right);
    launch_dependent(stream, 1, n, add, static_cast<const int*>(left), static_cast<const int*>(right), sum);
    cudaStreamSynchronize(stream);
    return judge(to_host(sum, n)[n - 1], 3);
}
// SPDX-License-Identifier: Apache-2.0
