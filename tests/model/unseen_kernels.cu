// Twenty kernels that the model of time was not fitted to: their predictions are results/model-unseen.jsonl, made by
//   strider check --predict --seconds 600 --format jsonl tests/model/unseen_kernels.cu
// Each is launched once. To compare, time each launch by itself on an H200 with cold caches.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int count = 1 << 20, block = 256, side = 1024;
constexpr int matrix = 128, tile = 16;

__global__ void axpy(float* y, const float* x, float a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}

__global__ void triad(double* a, const double* b, const double* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i] + 3.0 * c[i];
}

__global__ void copy_by_fours(float4* to, const float4* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

__global__ void copy_strided(float* to, const float* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int at = i % 32 * (count / 32) + i / 32;
    to[at] = from[at];
}

__global__ void reverse(float* to, const float* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[count - 1 - i];
}

__global__ void split_pairs(float* first, float* second, const float2* pairs) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    first[i] = pairs[i].x;
    second[i] = pairs[i].y;
}

__global__ void gather_reversed_bits(float* to, const float* from) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[__brev(i) >> 12];
}

__global__ void three_points(float* to, const float* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float left = i > 0 ? from[i - 1] : 0, right = i < count - 1 ? from[i + 1] : 0;
    to[i] = 0.25f * left + 0.5f * from[i] + 0.25f * right;
}

__global__ void five_points(float* to, const float* from) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == side - 1 || y == side - 1) return;
    const int at = y * side + x;
    to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - side] + from[at + side]);
}

__global__ void polynomial(float* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = values[i];
    float y = 1;
    for (int term = 0; term < 64; ++term) y = y * x + 0.5f;
    values[i] = y;
}

__global__ void row_sums(float* sums, const float* from) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int column = 0; column < side; ++column) sum += from[row * side + column];
    sums[row] = sum;
}

__global__ void column_sums(float* sums, const float* from) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < side; ++row) sum += from[row * side + column];
    sums[column] = sum;
}

__global__ void dot(float* sum, const float* a, const float* b) {
    __shared__ float partial[block];
    float mine = 0;
    for (int i = blockIdx.x * block + threadIdx.x; i < count; i += gridDim.x * block) mine += a[i] * b[i];
    partial[threadIdx.x] = mine;
    for (int half = block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(sum, partial[0]);
}

__global__ void largest_of_warps(int* largest, const int* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = from[i];
    for (int distance = 16; distance > 0; distance /= 2)
        mine = max(mine, __shfl_down_sync(0xFFFFFFFFu, mine, distance));
    if (threadIdx.x % 32 == 0) largest[i / 32] = mine;
}

__global__ void count_even(unsigned* total, const int* from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned even = __ballot_sync(0xFFFFFFFFu, from[i] % 2 == 0);
    if (threadIdx.x % 32 == 0) atomicAdd(total, __popc(even));
}

__global__ void count_bytes(unsigned* bins, const unsigned char* from) {
    __shared__ unsigned mine[block];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * block + threadIdx.x; i < count; i += gridDim.x * block) atomicAdd(&mine[from[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void scan_blocks(int* to, const int* from) {
    __shared__ int sums[block];
    const int i = blockIdx.x * block + threadIdx.x;
    sums[threadIdx.x] = from[i];
    for (int distance = 1; distance < block; distance *= 2) {
        __syncthreads();
        const int before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    to[i] = sums[threadIdx.x];
}

__global__ void transpose_with_conflicts(float* to, const float* from) {
    __shared__ float held[32][32];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8) held[threadIdx.y + row][threadIdx.x] = from[(y + row) * side + x];
    __syncthreads();
    const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    for (int row = 0; row < 32; row += 8) to[(to_y + row) * side + to_x] = held[threadIdx.x][threadIdx.y + row];
}

__global__ void multiply(float* c, const float* a, const float* b) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < matrix; ++k) sum += a[y * matrix + k] * b[k * matrix + x];
    c[y * matrix + x] = sum;
}

__global__ void multiply_tiles(float* c, const float* a, const float* b) {
    __shared__ float left[tile][tile], right[tile][tile];
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    float sum = 0;
    for (int first = 0; first < matrix; first += tile) {
        left[threadIdx.y][threadIdx.x] = a[y * matrix + first + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * matrix + x];
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[y * matrix + x] = sum;
}

template <class T>
T* zeros(int elements) {
    T* made = nullptr;
    cudaMalloc(&made, elements * sizeof(T));
    cudaMemset(made, 0, elements * sizeof(T));
    return made;
}

int main() {
    constexpr int blocks = count / block;
    float *x = zeros<float>(count), *y = zeros<float>(2 * count), *z = zeros<float>(count);
    double *a = zeros<double>(count), *b = zeros<double>(count), *c = zeros<double>(count);
    int *from = zeros<int>(count), *to = zeros<int>(count);
    axpy<<<blocks, block>>>(x, y, 2.0f);
    triad<<<blocks, block>>>(a, b, c);
    copy_by_fours<<<blocks / 4, block>>>(reinterpret_cast<float4*>(x), reinterpret_cast<float4*>(z));
    copy_strided<<<blocks, block>>>(x, z);
    reverse<<<blocks, block>>>(x, z);
    split_pairs<<<blocks, block>>>(x, z, reinterpret_cast<float2*>(y));
    gather_reversed_bits<<<blocks, block>>>(x, z);
    three_points<<<blocks, block>>>(x, z);
    five_points<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(x, z);
    polynomial<<<blocks, block>>>(x);
    row_sums<<<side / block, block>>>(x, z);
    column_sums<<<side / block, block>>>(x, z);
    dot<<<1056, block>>>(y, x, z);
    largest_of_warps<<<blocks, block>>>(to, from);
    count_even<<<blocks, block>>>(reinterpret_cast<unsigned*>(to), from);
    count_bytes<<<528, block>>>(reinterpret_cast<unsigned*>(to), reinterpret_cast<unsigned char*>(from));
    scan_blocks<<<blocks / 4, block>>>(to, from);
    transpose_with_conflicts<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(x, z);
    multiply<<<dim3(matrix / tile, matrix / tile), dim3(tile, tile)>>>(x, y, z);
    multiply_tiles<<<dim3(matrix / tile, matrix / tile), dim3(tile, tile)>>>(x, y, z);
    const cudaError_t failed = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(failed));
    return failed != cudaSuccess;
}
