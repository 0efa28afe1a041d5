// Thrust's containers beside kernels of one's own: device_vector, host_vector, device_ptr, device_malloc, raw pointers.
// Feature: Thrust: device_vector, host_vector, universal_vector, device_ptr, device_malloc, also in kernels
// Skipped: install Thrust
// Kernel: scale
// Says: right behind an allocation of 4000 bytes, allocated at
// Prints: scaled: 0 2 1998
// Prints: points: 3 of 3
// Prints: counts: 250 250 250 250
// Prints: sum of squares: 2 + 0i
// Prints: behind the vector: 5 1001
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/universal_vector.h>

#include <cstdio>
#include <cuda/atomic>
#include <vector>

struct point {
    float x, y;
    __host__ __device__ bool operator==(const point& other) const { return x == other.x && y == other.y; }
};

__global__ void scale(float* values, int count, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef WRONG
    if (i <= count)
#else
    if (i < count)
#endif
        values[i] *= by;  // expect: out-of-bounds
}

__global__ void mirror(point* points, int count) {
    const int i = threadIdx.x;
    if (i < count) points[i] = {points[i].y, points[i].x};
}

__global__ void count(thrust::device_ptr<const int> keys, int keys_count, thrust::device_ptr<int> counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= keys_count) return;
    const cuda::atomic_ref<int, cuda::thread_scope_device> counter(*thrust::raw_pointer_cast(counts + keys[i]));
    counter.fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void square(thrust::complex<float>* values, int count) {
    const int i = threadIdx.x;
    if (i < count) values[i] = values[i] * values[i] + thrust::complex<float>(1, 0);
}

int main() {
    constexpr int n = 1000;

    thrust::device_vector<float> values(n);
    thrust::sequence(values.begin(), values.end());
    scale<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(values.data()), n, 2.0f);
    cudaDeviceSynchronize();
    const thrust::host_vector<float> scaled = values;
    std::printf("scaled: %g %g %g\n", scaled[0], scaled[1], scaled[n - 1]);

    std::vector<point> corners{{0, 1}, {2, 3}, {4, 5}};
    thrust::device_vector<point> points(corners.begin(), corners.end());
    mirror<<<1, 32>>>(thrust::raw_pointer_cast(&points[0]), 3);
    cudaMemcpy(corners.data(), thrust::raw_pointer_cast(points.data()), 3 * sizeof(point), cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < 3; ++i) right += corners[i] == point{2.0f * i + 1, 2.0f * i} && point(points[i]) == corners[i];
    std::printf("points: %d of 3\n", right);

    // Memory from device_malloc is not initialised, from cudaMalloc neither: thrust::fill writes it.
    const thrust::device_ptr<int> keys = thrust::device_malloc<int>(n);
    int* raw_counts = nullptr;
    cudaMalloc(&raw_counts, 4 * sizeof(int));
    const thrust::device_ptr<int> counts(raw_counts);
    for (int key = 0; key < 4; ++key) thrust::fill(keys + key * n / 4, keys + (key + 1) * n / 4, key);
    thrust::fill(counts, counts + 4, 0);
    count<<<(n + 127) / 128, 128>>>(keys, n, counts);
    std::vector<int> found(4);
    thrust::copy(counts, counts + 4, found.begin());
    std::printf("counts: %d %d %d %d\n", found[0], found[1], found[2], found[3]);
    thrust::device_free(keys);
    cudaFree(raw_counts);

    thrust::universal_vector<thrust::complex<float>> numbers(2);
    numbers[0] = thrust::complex<float>(1, 1);
    numbers[1] = thrust::complex<float>(1, -1);
    square<<<1, 32>>>(thrust::raw_pointer_cast(numbers.data()), 2);
    cudaDeviceSynchronize();
    const thrust::complex<float> sum = numbers[0] + numbers[1];
    std::printf("sum of squares: %g + %gi\n", sum.real(), sum.imag());

    values.push_back(5);  // moves to a larger allocation
    std::printf("behind the vector: %g %zu\n", static_cast<float>(values.back()), values.size());
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
