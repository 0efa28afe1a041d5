// A kernel that runs beside the host: it waits for what the host writes to mapped memory, answers, and takes the next
// request; and one that waits for a copy in another stream. What stands behind them in their streams comes later.
// Feature: host memory: kernels that wait for the host
// Kernel: serve
// Prints: answers 2 3 4
// Prints: not ready, then 7
// Prints: told 5
// Prints: variable 9
#include <cstdio>

__global__ void serve(volatile int* request, volatile int* answer, int requests) {
    if (threadIdx.x != 0) return;
    for (int i = 1; i <= requests; ++i) {
        while (*request != i) {  // expect: deadlock
        }
        *answer = i + 1;
    }
}

__global__ void wait_for_flag(volatile int* flag, int* seen) {
    while (*flag == 0) {
    }
    *seen = *flag;
}

__managed__ volatile int variable = 0;
__global__ void wait_for_variable(int* seen) {
    while (variable == 0) {
    }
    *seen = variable;
}

__global__ void note(const int* seen, int* noted) { *noted = *seen; }

int main() {
    volatile int *request, *answer;
    cudaHostAlloc(const_cast<int**>(&request), sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(const_cast<int**>(&answer), sizeof(int), cudaHostAllocMapped);
    *request = *answer = 0;
    cudaStream_t work, copies;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    serve<<<1, 32, 0, work>>>(request, answer, 3);
    int answers[3];
    for (int i = 1; i <= 3; ++i) {
#ifdef WRONG
        if (i == 3) break;
#endif
        *request = i;
        while (*answer != i + 1) {
        }
        answers[i - 1] = *answer;
    }
    cudaStreamSynchronize(work);
    std::printf("answers %d %d %d\n", answers[0], answers[1], answers[2]);

    // A flag in managed memory; the kernel behind the waiting one waits too.
    int *flag, *seen, *noted, one = 5, result = 0;
    cudaMallocManaged(&flag, sizeof(int));
    cudaMalloc(&seen, 2 * sizeof(int));
    noted = seen + 1;
    *flag = 0;
    wait_for_flag<<<1, 1, 0, work>>>(flag, seen);
    note<<<1, 1, 0, work>>>(seen, noted);
    const bool early = cudaStreamQuery(work) == cudaSuccess;
    *static_cast<volatile int*>(flag) = 7;
    cudaStreamSynchronize(work);
    cudaMemcpy(&result, noted, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%s, then %d\n", early ? "ready" : "not ready", result);

    // A flag in device memory, set by a copy in the other stream.
    int* device_flag;
    cudaMalloc(&device_flag, sizeof(int));
    cudaMemset(device_flag, 0, sizeof(int));
    cudaDeviceSynchronize();
    wait_for_flag<<<1, 1, 0, work>>>(device_flag, seen);
    cudaMemcpyAsync(device_flag, &one, sizeof(int), cudaMemcpyHostToDevice, copies);
    cudaMemcpyAsync(&result, seen, sizeof(int), cudaMemcpyDeviceToHost, work);
    std::printf("told %d\n", result);

    wait_for_variable<<<1, 1, 0, work>>>(seen);
    variable = 9;
    cudaMemcpyAsync(&result, seen, sizeof(int), cudaMemcpyDeviceToHost, work);
    std::printf("variable %d\n", result);
    cudaDeviceSynchronize();
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
