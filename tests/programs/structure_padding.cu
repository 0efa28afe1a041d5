// All fields of a structure are written one by one, then it is copied whole: its padding is not data.
// Feature: memory: structures with padding, copied whole
// Kernel: step
// Prints: 32 alive, 496
#include "../wrong/program.cuh"

struct particle {
    float x, y;
    bool alive;  // three bytes of padding follow
    int id;
};

__global__ void start(particle* all) {
    particle& mine = all[threadIdx.x];
    mine.x = mine.y = 0;
    mine.alive = true;
    mine.id = threadIdx.x;
}

__global__ void step(particle* all) {
    particle mine = all[threadIdx.x];
    if (mine.alive) mine.x += mine.id;
    all[threadIdx.x] = mine;
#ifdef WRONG
    all[threadIdx.x + 32].id = 1;  // expect: out-of-bounds
#endif
}

int main() {
    particle* const device = device_array<particle>(32);
    start<<<1, 32>>>(device);
    step<<<1, 32>>>(device);
    int alive = 0;
    float sum = 0;
    for (const particle& one : to_host(device, 32)) {
        alive += one.alive;
        sum += one.x;
    }
    std::printf("%d alive, %g\n", alive, sum);
}
// SPDX-License-Identifier: Apache-2.0
