// A launch that may be too large for the device: whoever asks for its error can launch otherwise; whoever does not goes
// on with a kernel that has never run.
// Feature: launches: refused shapes and streams, with CUDA's errors
// Kernel: halve
// Prints: invalid argument; 256 threads a block
// Prints: 500 500 500 500
#include <cstdio>
#include <vector>

__global__ void halve(float* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= 0.5f;
}

int main() {
    const int n = 5000;
    std::vector<float> host(n, 1000);
    float* values;
    cudaMalloc(&values, n * sizeof(float));
    cudaMemcpy(values, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    int threads = 2048;
#ifdef WRONG
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    halve<<<(n + threads - 1) / threads, threads>>>(values, n);  // expect: bad-launch
    halve<<<(n + 255) / 256, 256, 0, stream>>>(values, n);       // expect: bad-launch
#else
    halve<<<(n + threads - 1) / threads, threads>>>(values, n);
    for (cudaError_t error; (error = cudaGetLastError()) != cudaSuccess;) {
        threads = 256;
        std::printf("%s; %d threads a block\n", cudaGetErrorString(error), threads);
        halve<<<(n + threads - 1) / threads, threads>>>(values, n);
    }
#endif
    cudaMemcpy(host.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g %g %g %g\n", host[0], host[1], host[n / 2], host[n - 1]);
    cudaFree(values);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
