// Launches and dynamic shared memory as people and formatters spell them.
// Feature: launches: blanks in << < >> >, overloads on const, comparisons in template arguments
// Feature: shared memory: dynamic shared memory as one structure
// Kernel: fill
// Prints: 5 32 64 3
#include <cstdio>

struct tiles {
    int left[32], right[32];
};

__global__ void fill(int* out, int value) {
    extern __shared__ tiles parts;
    parts.left[threadIdx.x] = value;
    parts.right[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = parts.left[31 - threadIdx.x] + parts.right[0];
#ifdef WRONG
    parts.right[threadIdx.x + 1] = 1;  // expect: out-of-bounds
#endif
}
void fill(int* out) { fill<<<1, 32, sizeof(tiles)>>>(out, 5); }

template <class T, int Count>
__global__ void count(T* out) {
    if (threadIdx.x == 0) *out = T(Count);
}

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }
__global__ void twice(const int* values) {
    if (values[threadIdx.x] < 0) printf("negative\n");
}

template <int Added>
static __global__ void add(int* value) {
    *value += Added;
}
template <class Kernel, class... Arguments>
bool launch(Kernel kernel, Arguments... arguments) {
    cudaFuncAttributes found;
    if (cudaFuncGetAttributes(&found, reinterpret_cast<const void*>(kernel)) != cudaSuccess) return false;
    kernel<<<1, 1>>>(arguments...);
    return true;
}

int main() {
    int* out = nullptr;
    cudaMallocManaged(&out, 34 * sizeof(int));
    out[33] = 1;
    fill(out);
    count<int, (sizeof(int) > 2 ? 32 : 16)><<<1, 32>>>(out + 32);
    cudaDeviceSynchronize();
    std::printf("%d %d ", out[31], out[32]);
    // clang-format off
    twice << <1, 33 >> > (out);
    // clang-format on
    const bool launched = launch(add<1 << 1>, out + 33);
    add<1 << 2 == 5><<<1, 1>>>(out + 33);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", out[32], launched ? out[33] : -1);
    cudaFree(out);
}
// SPDX-License-Identifier: Apache-2.0
