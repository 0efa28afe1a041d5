// Heat spreads over a plate: a stencil whose weights lie in constant memory, on tiles with a halo in shared memory.
// Feature: whole programs: stencil with a halo, constant memory, buffers that are swapped
// Kernel: spread
// Prints: middle 8, sum 44
// Prints: after 4 steps: right
#include <utility>

#include "../wrong/program.cuh"

#define WIDTH 40
#define HEIGHT 24
#define BLOCK 8
#define RADIUS 2

__constant__ int weights[2 * RADIUS + 1];

__device__ __forceinline__ int inside(int at, int extent) { return min(max(at, 0), extent - 1); }

__global__ void spread(const int* in, int* out) {
    __shared__ int tile[BLOCK + 2 * RADIUS][BLOCK + 2 * RADIUS];
    const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
    const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
    tile[ty][tx] = in[y * WIDTH + x];
    if (threadIdx.x < RADIUS) {
        tile[ty][tx - RADIUS] = in[y * WIDTH + inside(x - RADIUS, WIDTH)];
        tile[ty][tx + BLOCK] = in[y * WIDTH + inside(x + BLOCK, WIDTH)];
    }
#ifdef WRONG
    if (threadIdx.y < RADIUS - 1) {  // one row too few
#else
    if (threadIdx.y < RADIUS) {
#endif
        tile[ty - RADIUS][tx] = in[inside(y - RADIUS, HEIGHT) * WIDTH + x];
        tile[ty + BLOCK][tx] = in[inside(y + BLOCK, HEIGHT) * WIDTH + x];
    }
    __syncthreads();
    int sum = 0;
    for (int i = -RADIUS; i <= RADIUS; ++i)
        sum += weights[i + RADIUS] * (tile[ty + i][tx] + tile[ty][tx + i]);  // expect: uninitialised-read
    out[y * WIDTH + x] = sum / 2;
}

std::vector<int> reference(std::vector<int> plate, const int* w, int steps) {
    const auto clamp = [](int at, int extent) { return at < 0 ? 0 : at >= extent ? extent - 1 : at; };
    for (int step = 0; step < steps; ++step) {
        const std::vector<int> in = plate;
        for (int y = 0; y < HEIGHT; ++y)
            for (int x = 0; x < WIDTH; ++x) {
                int sum = 0;
                for (int i = -RADIUS; i <= RADIUS; ++i)
                    sum += w[i + RADIUS] * (in[clamp(y + i, HEIGHT) * WIDTH + x] + in[y * WIDTH + clamp(x + i, WIDTH)]);
                plate[y * WIDTH + x] = sum / 2;
            }
    }
    return plate;
}

int main() {
    const int host_weights[2 * RADIUS + 1] = {0, 1, 0, 1, 0};
    std::vector<int> plate(WIDTH * HEIGHT, 0);
    plate[12 * WIDTH + 20] = 4;
    const std::vector<int> expected = reference(plate, host_weights, 4);
    int *in = to_device(plate), *out = device_array<int>(plate.size());
    cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights));
    dim3 threads(BLOCK, BLOCK), blocks(WIDTH / BLOCK, HEIGHT / BLOCK);
    for (int step = 0; step < 4; step++) {
        spread<<<blocks, threads>>>(in, out);
        std::swap(in, out);
    }
    plate = to_host(in, plate.size());
    std::printf("middle %d, sum %d\n", plate[12 * WIDTH + 20], sum_of(plate));
    std::printf("after 4 steps: %s\n", plate == expected ? "right" : "wrong");
    return plate != expected;
}
// SPDX-License-Identifier: Apache-2.0
