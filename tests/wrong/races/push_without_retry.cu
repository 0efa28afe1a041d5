// Wrong:  a push onto a list does not look whether its compare-and-swap succeeds. In the ordinary order it always does.
// From:   lists without locks, such as those of an A-buffer
// Kernel: push
// Schedules: 10
// Mended: it tries again until the swap succeeds.
#include "../program.cuh"

__global__ void push(int* head, int* next) {  // expect: wrong-result
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    int first = atomicAdd(head, 0);
    for (;;) {
        next[node] = first;
        const int seen = atomicCAS(head, first, node);
#ifdef MENDED
        if (seen != first) {
            first = seen;
            continue;
        }
#endif
        (void)seen;
        break;
    }
}

int main() {
    constexpr int nodes = 64;
    int* const head = to_device(std::vector<int>{-1});
    int* const next = device_array<int>(nodes);
    push<<<2, nodes / 2>>>(head, next);
    const std::vector<int> links = to_host(next, nodes);
    int length = 0;
    for (int at = to_host(head, 1)[0]; at >= 0 && length < nodes; at = links[at]) ++length;
    return judge(length, nodes);
}
// SPDX-License-Identifier: Apache-2.0
