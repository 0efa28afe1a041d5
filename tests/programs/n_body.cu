// Bodies that attract each other: all pairs by tiles of float4 in shared memory, in a few steps of time.
// Feature: whole programs: n-body with float4, rsqrtf and dynamic shared memory
// Kernel: accelerate
// Prints: energy falls: no, momentum 0
#include <cmath>

#include "../wrong/program.cuh"

static const float softening = 0.1f;

__device__ float3 attract(float4 on, float4 by, float3 sum) {
    const float3 r = make_float3(by.x - on.x, by.y - on.y, by.z - on.z);
    const float squared = r.x * r.x + r.y * r.y + r.z * r.z + softening * softening;
    const float inverse = rsqrtf(squared), pull = by.w * inverse * inverse * inverse;
    sum.x += r.x * pull;
    sum.y += r.y * pull;
    sum.z += r.z * pull;
    return sum;
}

__global__ void accelerate(const float4* bodies, float4* accelerations, int n) {
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        const int j = first + threadIdx.x;
#ifdef WRONG
        tile[threadIdx.x] = bodies[j];  // expect: out-of-bounds
#else
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
#endif
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) sum = attract(own, tile[k], sum);
        __syncthreads();
    }
    if (i < n) accelerations[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

__global__ void move(float4* bodies, float4* velocities, const float4* accelerations, float dt, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = velocities[i], p = bodies[i];
    const float4 a = accelerations[i];
    v.x += a.x * dt, v.y += a.y * dt, v.z += a.z * dt;
    p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
    velocities[i] = v;
    bodies[i] = p;
}

int main() {
    const int n = 100, threads = 64, blocks = (n + threads - 1) / threads;
    std::vector<float4> bodies(n), velocities(n, make_float4(0, 0, 0, 0));
    for (int i = 0; i < n; i++) bodies[i] = make_float4(std::cos(0.7f * i), std::sin(1.3f * i), 0.01f * i, 1.0f / n);
    float4 *d_bodies = to_device(bodies), *d_velocities = to_device(velocities),
           *d_accelerations = device_array<float4>(n);
    for (int step = 0; step < 5; step++) {
        accelerate<<<blocks, threads, threads * sizeof(float4)>>>(d_bodies, d_accelerations, n);
        move<<<blocks, threads>>>(d_bodies, d_velocities, d_accelerations, 0.01f, n);
    }
    const cudaError_t error = cudaDeviceSynchronize();
    velocities = to_host(d_velocities, n);
    double energy = 0, momentum = 0;
    for (const float4& v : velocities) {
        energy += v.x * v.x + v.y * v.y + v.z * v.z;
        momentum += v.x + v.y + v.z;
    }
    std::printf("energy falls: %s, momentum %d\n", energy > 0 ? "no" : "yes", (int)std::lround(1000 * momentum));
    return error != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
