// Rows and boxes: pitched memory, its copies and fills.
// Feature: memory: cudaMallocPitch, cudaMalloc3D, cudaMemcpy2D, cudaMemset2D, their 3D forms
// Kernel: add_row
// Prints: 0 1 2 | 10 11 12
// Prints: 7 7, box 115
// Prints: invalid pitch argument
#include <cstdio>
#include <vector>

__global__ void add_row(char* rows, size_t pitch, int width) {
    int* const row = reinterpret_cast<int*>(rows + blockIdx.x * pitch);
#ifdef WRONG
    row[threadIdx.x + 126 * blockIdx.x] += 10 * blockIdx.x;  // expect: out-of-bounds
#else
    if (threadIdx.x < width) row[threadIdx.x] += 10 * blockIdx.x;
#endif
}

int main() {
    const int width = 3, height = 2;
    int host[height][width] = {{0, 1, 2}, {0, 1, 2}};
    char* rows;
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, width * sizeof(int), height);
    cudaMemset2D(rows, pitch, 0, pitch, height);
    cudaMemcpy2D(rows, pitch, host, sizeof(host[0]), sizeof(host[0]), height, cudaMemcpyHostToDevice);
    add_row<<<height, 32>>>(rows, pitch, width);
    cudaMemcpy2D(host, sizeof(host[0]), rows, pitch, sizeof(host[0]), height, cudaMemcpyDeviceToHost);
    std::printf("%d %d %d | %d %d %d\n", host[0][0], host[0][1], host[0][2], host[1][0], host[1][1], host[1][2]);

    const cudaExtent extent = make_cudaExtent(8, 4, 5);
    cudaPitchedPtr box;
    cudaMalloc3D(&box, extent);
    cudaMemset3D(box, 7, extent);
    std::vector<char> bytes(8 * 4 * 5);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(bytes.data(), 8, 8, 4);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&copy);
    const char before = bytes.back();
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i % 128);
    copy.srcPtr = copy.dstPtr;
    copy.dstPtr = box;
    copy.srcPos = make_cudaPos(3, 2, 3);  // 3 * 32 + 2 * 8 + 3 = 115
    copy.extent = make_cudaExtent(1, 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    char first;
    cudaMemcpy(&first, box.ptr, 1, cudaMemcpyDeviceToHost);
    std::printf("%d %d, box %d\n", before, before, first);
    std::printf("%s\n", cudaGetErrorString(cudaMemcpy2D(host, 4, rows, pitch, 12, 2, cudaMemcpyDeviceToHost)));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
