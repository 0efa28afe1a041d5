// Wrong:  a function gets, by reference, the element behind a member array: the next member.
// From:   particles as an array of structures, whose neighbours are compared
// Kernel: relax
// Says:   uses index 3 of an array of type 'float [3]'
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the last axis is compared with the first.
#include "../program.cuh"

struct particle {
    float position[3];
    float mass;
};

__device__ float larger(const float& a, const float& b) { return a < b ? b : a; }

__global__ void relax(const particle* all, float* out) {
    const particle& own = all[threadIdx.x];
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
#ifdef MENDED
        const int next = (axis + 1) % 3;
#else
        const int next = axis + 1;
#endif
        sum += larger(own.position[axis], own.position[next]);  // expect: out-of-bounds
    }
    out[threadIdx.x] = sum;
}

int main() {
    float* const out = device_array<float>(32);
    relax<<<1, 32>>>(to_device(std::vector<particle>(32, {{1, 2, 3}, 9})), out);
    return judge(sum_of(to_host(out, 32)), 32 * 8.f);
}
// SPDX-License-Identifier: Apache-2.0
