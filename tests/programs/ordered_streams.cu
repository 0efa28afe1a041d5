// Order between launches and copies of several streams: the default stream, events, the host, functions of the host, a
// captured fork and join; and what needs no order: atomics, parts of an array, memory that is allocated anew.
// Feature: streams: order by the default stream, events, the host, forks and joins
// Kernel: add
// Prints: 6 6 6 6
// Prints: counted 64
// Prints: sum 4032
#include <atomic>
#include <cstdio>

constexpr int n = 64, threads = 32;

__global__ void add(int* values, int amount) {
    values[blockIdx.x * blockDim.x + threadIdx.x] += amount;  // may be: uninitialised-read
}

__global__ void count(int* counter) { atomicAdd(counter, 1); }

__global__ void sum_rows(const int* values, int columns, int* sums) {
    int sum = 0;
    for (int i = 0; i < columns; ++i) sum += values[threadIdx.x * columns + i];
    sums[threadIdx.x] = sum;
}

std::atomic<bool> told = false;
void CUDART_CB tell(void*) { told = true; }

int main() {
    int *values, *counter, *host;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMallocHost(&host, n * sizeof(int));
    cudaStream_t first, second, free_one;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);

    // The default stream: behind and before all streams that are not non-blocking.
    cudaMemset(values, 0, n * sizeof(int));
    add<<<2, threads, 0, first>>>(values, 1);
    add<<<2, threads>>>(values, 1);  // may be: race-streams
#ifdef WRONG
    add<<<2, threads, 0, free_one>>>(values, 0);  // expect: race-streams
    cudaDeviceSynchronize();
#endif
    add<<<2, threads, 0, second>>>(values, 1);
    // An event, and the host that waits for one.
    cudaEventRecord(event, second);
    cudaStreamWaitEvent(free_one, event, 0);
    add<<<2, threads, 0, free_one>>>(values, 1);
    cudaEventRecord(event, free_one);
    cudaEventSynchronize(event);
    add<<<2, threads, 0, first>>>(values, 1);
    // A function of the host tells the host that it goes on.
    cudaLaunchHostFunc(first, tell, nullptr);
    while (!told) {
    }
    // Parts of the array need no order.
    add<<<1, threads, 0, second>>>(values, 1);
    add<<<1, threads, 0, free_one>>>(values + threads, 1);
    cudaDeviceSynchronize();
    cudaMemcpy(host, values, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0], host[1], host[n - 2], host[n - 1]);

    // Atomics need none, and columns that are copied side by side.
    cudaMemsetAsync(counter, 0, sizeof(int), first);
    cudaStreamSynchronize(first);
    count<<<1, threads, 0, first>>>(counter);
    count<<<1, threads, 0, free_one>>>(counter);
    for (int i = 0; i < n; ++i) host[i] = i;
    constexpr int rows = 4, columns = n / rows;
    const std::size_t pitch = columns * sizeof(int), half = pitch / 2;
    cudaMemcpy2DAsync(values, pitch, host, pitch, half, rows, cudaMemcpyHostToDevice, first);
    cudaMemcpy2DAsync(values + columns / 2, pitch, host + columns / 2, pitch, half, rows, cudaMemcpyHostToDevice,
                      free_one);
    cudaDeviceSynchronize();
    int counted;
    cudaMemcpy(&counted, counter, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("counted %d\n", counted);

    // A captured fork and join.
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    add<<<2, threads, 0, first>>>(values, 1);
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(free_one, event, 0);
    add<<<1, threads, 0, first>>>(values, 1);
    add<<<1, threads, 0, free_one>>>(values + threads, 1);
    cudaEventRecord(event, free_one);
    cudaStreamWaitEvent(first, event, 0);
    add<<<2, threads, 0, first>>>(values, -2);
    cudaStreamEndCapture(first, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (const cudaStream_t stream : {free_one, first}) cudaGraphLaunch(executable, stream);  // never beside itself
    // Memory that is given back and allocated anew in another stream has another user.
    int *sums, total = 0;
    cudaMallocAsync(&sums, rows * sizeof(int), first);
    sum_rows<<<1, rows, 0, first>>>(values, columns, sums);
    cudaFreeAsync(sums, first);
    cudaMallocAsync(&sums, rows * sizeof(int), free_one);
    cudaStreamSynchronize(first);
    sum_rows<<<1, rows, 0, free_one>>>(values, columns, sums);
    int of_rows[rows];
    cudaMemcpyAsync(of_rows, sums, rows * sizeof(int), cudaMemcpyDeviceToHost, free_one);
    for (const int sum : of_rows) total += sum;
    std::printf("sum %d\n", 2 * total);
    cudaFreeAsync(sums, free_one);
    for (cudaStream_t stream : {first, second, free_one}) cudaStreamDestroy(stream);
    cudaFree(values);
    cudaFree(counter);
    cudaFreeHost(host);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
