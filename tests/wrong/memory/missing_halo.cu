// Wrong:  a block loads the elements of its output tile, and not the halo beside it that the mask reaches.
// From:   sources/001 (lecture), tiled 1D convolution, where the halo takes two more loads
// Kernel: blur
// Fix:    write every element of the array, call __syncthreads(), then read; elements without input get a neutral
//         value, such as 0 for a sum
// Mended: the first threads load the halo as well, with zeros beyond the ends.
#include "../program.cuh"

constexpr int tile_size = 64, radius = 2, count = 4 * tile_size;

__constant__ int weights[2 * radius + 1];

__global__ void blur(const int* input, int* output) {
    __shared__ int tile[tile_size + 2 * radius];
    const int t = threadIdx.x, i = blockIdx.x * tile_size + t;
    tile[t + radius] = input[i];
#ifdef MENDED
    if (t < radius) {
        tile[t] = i >= radius ? input[i - radius] : 0;
        tile[t + radius + tile_size] = i + tile_size < count ? input[i + tile_size] : 0;
    }
#endif
    __syncthreads();
    int sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += weights[k] * tile[t + k];  // expect: uninitialised-read
    output[i] = sum;
}

int main() {
    constexpr int host_weights[2 * radius + 1] = {1, 4, 6, 4, 1};
    const std::vector<int> values = numbers(count);
    std::vector<int> expected(count);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k <= 2 * radius; ++k)
            if (const int at = i + k - radius; at >= 0 && at < count) expected[i] += host_weights[k] * values[at];
    cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights));
    int* const output = device_array<int>(count);
    blur<<<count / tile_size, tile_size>>>(to_device(values), output);
    return judge(to_host(output, count), expected);
}
// SPDX-License-Identifier: Apache-2.0
