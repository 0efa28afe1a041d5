// Wrong:  more threads than generators: curand_init() writes beyond the allocation.
// From:   one generator a row, and one thread an element
// Kernel: set_up
// Says:   writes 48 bytes
// Says:   an allocation of 720 bytes
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: threads without a generator return.
#include "../program.cuh"

#include <curand_kernel.h>

template <class State>
__global__ void draw(State* states, float* out, int n) {
    const int i = threadIdx.x;
    if (i < n)
        for (int k = 0; k < 5; ++k) out[i] = curand_uniform(&states[i]);
}

__global__ void set_up(curandState* states, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    if (i >= n) return;
#endif
    curand_init(2019, i, 0, &states[i]);  // expect: out-of-bounds
}
__global__ void set_up_philox(curandStatePhilox4_32_10_t* states) {
    curand_init(7, threadIdx.x, 0, &states[threadIdx.x]);
}

int main() {
    constexpr int n = 15;
    curandState* const states = device_array<curandState>(n);
    curandStatePhilox4_32_10_t* const others = device_array<curandStatePhilox4_32_10_t>(n);
    float* const out = device_array<float>(n);
    set_up<<<2, 32>>>(states, n);
    set_up_philox<<<1, n>>>(others);
#ifdef MENDED
    draw<<<1, 32>>>(states, out, n);
#endif
    draw<<<1, 32>>>(others, out, n);
    const std::vector<float> drawn = to_host(out, n);
    bool inside = true;
    for (const float x : drawn) inside = inside && x > 0 && x <= 1;
    cudaFree(states);
    cudaFree(others);
    cudaFree(out);
    return judge(inside, true);
}
// SPDX-License-Identifier: Apache-2.0
