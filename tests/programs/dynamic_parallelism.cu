// A kernel may launch kernels on a GPU. In the executor it may not, and is told so.
// Feature: refused: launches by kernels
// Kernel: child
// Prints: 3
#include <cstdio>

__global__ void grandchild(int* value) { *value += 1; }

__global__ void child(int* value) {
    *value = 3;
#ifdef WRONG
    grandchild<<<1, 1>>>(value);  // expect: unsupported
#endif
}

int main() {
    int *value, host = 0;
    cudaMalloc(&value, sizeof(int));
    child<<<1, 1>>>(value);
    cudaMemcpy(&host, value, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    grandchild<<<1, 1>>>(value);
    return cudaDeviceSynchronize() != cudaSuccess;
}
