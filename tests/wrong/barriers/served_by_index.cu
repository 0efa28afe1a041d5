// Wrong:  blocks are served in the order of their tickets, but each calls the number behind its index. In the ordinary
//         order they are the same.
// From:   ticket locks whose ticket is replaced by the block's index
// Kernel: append_in_turn
// Schedules: 10
// Fix:    let a lane that can run write the value that the others wait for, before any loop or barrier that waits for
//         it
// Mended: it calls the number behind its ticket.
#include "../program.cuh"

__global__ void append_in_turn(int* tickets, int* served, int* list, int* length) {
    const int ticket = atomicAdd(tickets, 1);
    while (atomicAdd(served, 0) != ticket) {  // expect: deadlock
    }
    __threadfence();
    list[*length] = 1;
    *length += 1;
    __threadfence();
#ifdef MENDED
    atomicExch(served, ticket + 1);
#else
    atomicExch(served, blockIdx.x + 1);
#endif
}

int main() {
    constexpr int blocks = 8;
    const auto zero = [] { return to_device(std::vector<int>{0}); };
    int* const list = to_device(std::vector<int>(blocks));
    append_in_turn<<<blocks, 1>>>(zero(), zero(), list, zero());
    return judge(to_host(list, blocks), std::vector<int>(blocks, 1));
}
// SPDX-License-Identifier: Apache-2.0
