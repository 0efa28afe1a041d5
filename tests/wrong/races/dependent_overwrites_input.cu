// Wrong:  a dependent launch writes the array that its primary still reads.
// From:   a loop that reuses one buffer for the next step's input
// Kernel: prepare
// Says:   writes element 0 of an allocation of 256 bytes
// Says:   the launch of smooth at
// Fix:    call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while the
//         launch before it still runs
// Mended: it waits before it writes.
#include "../dependent.cuh"

constexpr int n = 64;

__global__ void smooth(const int* input, int* output) {
    cudaTriggerProgrammaticLaunchCompletion();
    const int i = threadIdx.x;
    output[i] = input[i] + input[(i + 1) % n];  // may be: race-streams
}

__global__ void prepare(int* input, int step) {
#ifdef MENDED
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    input[threadIdx.x] = step;  // expect: race-streams
}

int main() {
    int* const input = to_device(numbers(n));
    int* const output = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    smooth<<<1, n, 0, stream>>>(input, output);
    launch_dependent(stream, 1, n, prepare, input, 7);
    cudaStreamSynchronize(stream);
    return judge(to_host(output, n)[1] + to_host(input, n)[0], 3 + 7);
}
// SPDX-License-Identifier: Apache-2.0
