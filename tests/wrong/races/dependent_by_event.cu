// Wrong:  a stream waits for a programmatic event, which says that the launch has begun; its kernel reads the results.
// From:   two streams that overlap by cudaLaunchAttributeProgrammaticEvent
// Kernel: consume
// Says:   reads element 0 of an allocation of 256 bytes
// Fix:    call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while the
//         launch before it still runs
// Mended: the kernel waits for the launch itself.
#include "../dependent.cuh"

constexpr int n = 64;

__global__ void produce(int* made) {
    cudaTriggerProgrammaticLaunchCompletion();
    made[threadIdx.x] = static_cast<int>(threadIdx.x);  // may be: race-streams
}

__global__ void consume(const int* made, int* used) {
#ifdef MENDED
    cudaGridDependencySynchronize();
#endif
    used[threadIdx.x] = made[threadIdx.x] + 1;  // expect: race-streams
}

int main() {
    int* const made = device_array<int>(n);
    int* const used = device_array<int>(n);
    cudaStream_t maker, user;
    cudaStreamCreate(&maker);
    cudaStreamCreate(&user);
    cudaEvent_t started;
    cudaEventCreateWithFlags(&started, cudaEventDisableTiming);
    cudaLaunchAttribute records = {};
    records.id = cudaLaunchAttributeProgrammaticEvent;
    records.val.programmaticEvent.event = started;
    launch_with(records, maker, 1, n, produce, made);
    cudaStreamWaitEvent(user, started, 0);
    consume<<<1, n, 0, user>>>(made, used);
    cudaDeviceSynchronize();
    return judge(to_host(used, n)[n - 1], n);
}
// SPDX-License-Identifier: Apache-2.0
