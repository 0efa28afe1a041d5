// The Mandelbrot set as an image: colours of four bytes are written to a surface and to pitched memory.
// Feature: whole programs: an image of uchar4 on a surface and in pitched memory
// Kernel: colour
// Prints: image and surface: the same
// Prints: #########.......
#include <cstdio>
#include <vector>

__device__ int escape(float cx, float cy, int limit) {
    float x = 0, y = 0;
    int n = 0;
    for (; n < limit && x * x + y * y < 4; ++n) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    return n;
}

__global__ void colour(cudaSurfaceObject_t surface, uchar4* image, size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int n = escape(-2.0f + 3.0f * x / width, -1.0f + 2.0f * y / height, 20);
    const uchar4 value = n == 20 ? make_uchar4(0, 0, 0, 255) : make_uchar4(12 * n, 255 - 12 * n, 128, 255);
    surf2Dwrite(value, surface, x * (int)sizeof(uchar4), y);
#ifdef WRONG
    image[y * pitch + x] = value;  // expect: out-of-bounds
#else
    reinterpret_cast<uchar4*>(reinterpret_cast<char*>(image) + y * pitch)[x] = value;
#endif
}

int main() {
    const int width = 48, height = 16;
    cudaArray_t array;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &channels, width, height, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    uchar4* d_image;
    size_t pitch = 0;
    cudaMallocPitch(&d_image, &pitch, width * sizeof(uchar4), height);

    const dim3 block(16, 8), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    colour<<<grid, block>>>(surface, d_image, pitch, width, height);

    std::vector<uchar4> image(width * height), of_surface(width * height);
    const size_t row = width * sizeof(uchar4);
    cudaMemcpy2D(image.data(), row, d_image, pitch, row, height, cudaMemcpyDeviceToHost);
    cudaMemcpy2DFromArray(of_surface.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost);
    bool same = true;
    for (int i = 0; i < width * height; ++i)
        same = same && image[i].x == of_surface[i].x && image[i].y == of_surface[i].y && image[i].w == 255;
    std::printf("image and surface: %s\n", same ? "the same" : "different");
    for (int x = 28; x < 44; ++x) std::printf("%c", image[height / 2 * width + x].x == 0 ? '#' : '.');
    std::printf("\n");
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    cudaFree(d_image);
    return !same;
}
// SPDX-License-Identifier: Apache-2.0
