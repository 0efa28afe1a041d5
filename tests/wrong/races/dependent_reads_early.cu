// Wrong:  a dependent launch reads what its primary writes, and does not wait for it.
// From:   kernels that overlap by programmatic dependent launch, with the trigger and without the wait
// Kernel: consume
// Says:   the dependent launch at
// Says:   of an allocation of 512 bytes
// Fix:    call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while the
//         launch before it still runs
// Mended: it waits after the work that needs nothing of its primary.
#include "../dependent.cuh"

constexpr int n = 128, block = 64;

__global__ void produce(int* squares) {
    cudaTriggerProgrammaticLaunchCompletion();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    squares[i] = i * i;  // may be: race-streams
}

__global__ void consume(const int* squares, int* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int offset = 2 * i;
#ifdef MENDED
    cudaGridDependencySynchronize();
#endif
    sums[i] = squares[i] + offset;  // expect: race-streams
}

int main() {
    int* const squares = device_array<int>(n);
    int* const sums = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    produce<<<n / block, block, 0, stream>>>(squares);
    launch_dependent(stream, n / block, block, consume, static_cast<const int*>(squares), sums);
    cudaStreamSynchronize(stream);
    return judge(to_host(sums, n)[5], 35);
}
// SPDX-License-Identifier: Apache-2.0
