// Wrong:  one thread waits for the primary, and the others read without having met it.
// From:   a wait that was moved into the branch of the first thread
// Kernel: scale
// Says:   reads element 1 of an allocation of 256 bytes
// Fix:    call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while the
//         launch before it still runs
// Mended: all threads meet the one that has waited.
#include "../dependent.cuh"

constexpr int n = 64;

__global__ void fill(int* values, int value) {
    values[threadIdx.x] = value;  // may be: race-streams
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void scale(const int* values, int* scaled) {
    if (threadIdx.x == 0) cudaGridDependencySynchronize();
#ifdef MENDED
    __syncthreads();
#endif
    scaled[threadIdx.x] = 2 * values[threadIdx.x];  // expect: race-streams
}

int main() {
    int* const values = device_array<int>(n);
    int* const scaled = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    fill<<<1, n, 0, stream>>>(values, 4);
    launch_dependent(stream, 1, n, scale, static_cast<const int*>(values), scaled);
    cudaStreamSynchronize(stream);
    return judge(to_host(scaled, n)[n - 1], 8);
}
// SPDX-License-Identifier: Apache-2.0
