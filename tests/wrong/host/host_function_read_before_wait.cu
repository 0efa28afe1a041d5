// Wrong:  the host reads what a function that a stream calls has yet to write, and changes what the function has yet to
//         read; another stream copies what the function writes.
// From:   programs that take cudaLaunchHostFunc() for a call, or for a wait
// Kernel: twice
// Says:   the host reads element 0 of total, which the host function at
// Says:   the host writes 4 bytes of its own memory, which the host function at
// Says:   may still be reading
// Says:   the host function at
// Fix:    call cudaStreamSynchronize(stream) between the host function at line 54 and this access
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: the host waits for the stream, for a flag of the function's or a mutex; the other stream waits for an event.
//         What the function prints by, and memory that it allocates itself, need no wait.
#include <atomic>
#include <condition_variable>
#include <iomanip>
#include <iostream>
#include <mutex>

#include "../program.cuh"

constexpr int n = 32;

__global__ void twice(const int* from, int* to) { to[threadIdx.x] = 2 * from[threadIdx.x]; }

struct task {
    const int* values;
    int count;
};
int total = 0, more = 0;
std::atomic<bool> is_added = false;
std::mutex mutex;
std::condition_variable changed;
bool is_changed = false;

void add_up(void* data) {
    const task& what = *static_cast<const task*>(data);
    for (int i = 0; i < what.count; ++i) total += what.values[i];
    more = total;
}

int main() {
    int *device = nullptr, *values = nullptr;
    cudaMalloc(&device, n * sizeof(int));
    cudaMallocHost(&values, n * sizeof(int));
    cudaStream_t stream, other;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    for (int i = 0; i < n; ++i) values[i] = i;

    task what{values, n};
    cudaLaunchHostFunc(stream, add_up, &what);
#ifdef MENDED
    cudaStreamSynchronize(stream);
#endif
    int sum = total;  // expect: host-access
    what.count = 2;   // expect: host-access
    cudaStreamSynchronize(stream);

    // The function's memory is pinned, and another stream uses it.
    const auto fill = [](void* to) {
        for (int i = 0; i < n; ++i) static_cast<int*>(to)[i] = 1;
    };
    cudaLaunchHostFunc(stream, fill, values);  // may be: race-streams
#ifdef MENDED
    cudaEventRecord(filled, stream);
    cudaStreamWaitEvent(other, filled, 0);
#endif
    cudaMemcpyAsync(device, values, n * sizeof(int), cudaMemcpyHostToDevice, other);  // expect: race-streams
    cudaDeviceSynchronize();
    twice<<<1, n, 0, other>>>(device, device);
    cudaLaunchHostFunc(stream, [](void* to) { *static_cast<int*>(to) = 5; }, values);  // may be: race-streams
#ifdef MENDED
    cudaStreamSynchronize(stream);
#endif
    twice<<<1, n, 0, other>>>(values, device);  // expect: race-streams
    cudaDeviceSynchronize();

#ifdef MENDED
    // Flags and mutexes tell the host of the function.
    cudaLaunchHostFunc(stream, [](void*) { more = 1, is_added = true; }, nullptr);
    while (!is_added) {
    }
    sum += more;
    const auto change = [](void*) {
        std::vector<int> own(n, 2);
        own[3] = 5;
        std::cout << std::setw(4) << own[3] << "\n";
        more = 2;
        const std::lock_guard guard(mutex);
        is_changed = true;
        changed.notify_one();
    };
    cudaLaunchHostFunc(stream, change, nullptr);
    std::vector<int> own(n, 2);
    own[3] = 7;
    std::cout << std::setw(4) << own[3] << "\n";
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [] { return is_changed; });
    }
    sum += more - 3;
#endif
    return judge(sum + to_host(device, n)[0], n * (n - 1) / 2 + 10);
}
// SPDX-License-Identifier: Apache-2.0
