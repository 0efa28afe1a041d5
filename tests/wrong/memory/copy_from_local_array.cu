// Wrong:  a copy of whole vectors reads one vector more than a local array has.
// From:   small messages that are put together in registers
// Compiler: g++
// Kernel: send
// Says:   which crosses the end of the local array message (40 bytes)
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: only whole vectors of the array are copied, the rest by bytes.
#include "../program.cuh"

__device__ void copy(char* to, const char* from, int bytes) {
#ifdef MENDED
    int at = 0;
    for (; at + 16 <= bytes; at += 16) memcpy(to + at, from + at, 16);
    for (; at < bytes; ++at) to[at] = from[at];
#else
    for (int at = 0; at < bytes; at += 16) memcpy(to + at, from + at, 16);  // expect: out-of-bounds
#endif
}

__global__ void send(char* to) {
    char message[40];
    for (int i = 0; i < 40; ++i) message[i] = static_cast<char>(i % 3);
    copy(to + threadIdx.x * 48, message, 40);
}

int main() {
    char* const to = device_array<char>(32 * 48);
    cudaMemset(to, 0, 32 * 48);
    send<<<1, 32>>>(to);
    int sum = 0;
    for (const char value : to_host(to, 32 * 48)) sum += value;
    return judge(sum, 32 * 39);
}
// SPDX-License-Identifier: Apache-2.0
