// Wrong:  CUDA refuses a texture whose rows are no multiple of 32 bytes, and nothing looks at the status.
// Kernel: mirror
// Says:   cudaCreateTextureObject() returns cudaErrorInvalidValue, and the program does not look at it: the pitch
// Fix:    correct the call, and check the status of each call
// Mended: the rows come from cudaMallocPitch().
#include "../program.cuh"

constexpr std::size_t width = 30, height = 6;

__global__ void mirror(cudaTextureObject_t image, float* out) {
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(image, width - 1 - threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

int main() {
    std::vector<float> given(width * height);
    for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<float>(i);
    float *rows, *const out = device_array<float>(width * height);
    std::size_t pitch = width * sizeof(float);
#ifdef MENDED
    cudaMallocPitch(&rows, &pitch, width * sizeof(float), height);
#else
    cudaMalloc(&rows, pitch * height);
#endif
    cudaMemcpy2D(rows, pitch, given.data(), width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
    cudaResourceDesc memory{};
    memory.resType = cudaResourceTypePitch2D;
    memory.res.pitch2D = {rows, cudaCreateChannelDesc<float>(), width, height, pitch};
    cudaTextureDesc how{};
    cudaTextureObject_t image = 0;
    cudaCreateTextureObject(&image, &memory, &how, nullptr);  // expect: refused-call
    mirror<<<height, width>>>(image, out);
    const auto got = to_host(out, width * height);
    std::puts(got[0] == 29 && got[179] == 150 ? "right" : "wrong");
    return got[0] != 29 || got[179] != 150;
}
// SPDX-License-Identifier: Apache-2.0
