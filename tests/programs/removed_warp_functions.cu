// Warp functions without a mask were removed for compute_70: nvcc refuses them there, and so does the emulator.
// Feature: warp functions: those without a mask (__shfl, __any ...) are refused, as by nvcc
// Refused: use __shfl_xor_sync(), whose first argument is the mask of the lanes
__device__ float2 __shfl_xor(const float2 pair, const unsigned distance) {  // the program's own
    return {__shfl_xor_sync(~0u, pair.x, distance), __shfl_xor_sync(~0u, pair.y, distance)};
}

__global__ void sum(int* values) {
    int all = values[threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) all += __shfl_xor(all, distance);
    const float2 pair = __shfl_xor({1, 2}, 1), other = __shfl_xor(pair, 2);
    values[threadIdx.x] = all + static_cast<int>(other.y);
}

int main() {
    int* values = nullptr;
    cudaMalloc(&values, 32 * sizeof(int));
    sum<<<1, 32>>>(values);
    return cudaDeviceSynchronize() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
