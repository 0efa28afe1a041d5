// k-means: points take the nearest centre, centres move to the mean of their points, until none changes.
// Feature: whole programs: k-means with atomics, a counter for the host and several launches per step
// Kernel: assign
// Prints: 3 clusters of 100, 100 and 100 points
#include <cfloat>
#include <cstdio>
#include <vector>

struct Sums {
    float x, y;
    int count;
};

__global__ void assign(const float2* points, int n, const float2* centres, int k, int* cluster, Sums* sums,
                       int* changed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float2 p = points[i];
    float best = FLT_MAX;
    int nearest = 0;
    for (int c = 0; c < k; ++c) {
        const float dx = p.x - centres[c].x, dy = p.y - centres[c].y, distance = fmaf(dx, dx, dy * dy);
        if (distance < best) best = distance, nearest = c;
    }
    if (cluster[i] != nearest) {
        cluster[i] = nearest;
        atomicAdd(changed, 1);
    }
    atomicAdd(&sums[nearest].x, p.x);
    atomicAdd(&sums[nearest].y, p.y);
#ifdef WRONG
    sums[nearest].count++;  // expect: race-global
#else
    atomicAdd(&sums[nearest].count, 1);
#endif
}

__global__ void move(float2* centres, Sums* sums, int k) {
    const int c = threadIdx.x;
    if (c >= k) return;
    if (sums[c].count != 0) {
        centres[c].x = sums[c].x / sums[c].count;
        centres[c].y = sums[c].y / sums[c].count;
    }
    sums[c] = Sums{0, 0, 0};
}

int main() {
    const int n = 300, k = 3;
    std::vector<float2> points(n);
    for (int i = 0; i < n; ++i)
        points[i] = make_float2(10.0f * (i % 3) + (i % 7) * 0.25f, (i % 3 == 1 ? 20.0f : 0.0f) + (i % 5) * 0.25f);
    float2 *d_points, *d_centres;
    int *d_cluster, *d_changed, changed = n, steps = 0;
    Sums* d_sums;
    cudaMalloc(&d_points, n * sizeof(float2));
    cudaMalloc(&d_centres, k * sizeof(float2));
    cudaMalloc(&d_cluster, n * sizeof(int));
    cudaMalloc(&d_sums, k * sizeof(Sums));
    cudaMalloc(&d_changed, sizeof(int));
    cudaMemcpy(d_points, points.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(d_centres, points.data(), k * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemset(d_cluster, 0xFF, n * sizeof(int));
    cudaMemset(d_sums, 0, k * sizeof(Sums));
    while (changed != 0 && steps++ < 20) {
        cudaMemset(d_changed, 0, sizeof(int));
        assign<<<(n + 127) / 128, 128>>>(d_points, n, d_centres, k, d_cluster, d_sums, d_changed);
        move<<<1, 32>>>(d_centres, d_sums, k);
        cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    std::vector<int> cluster(n);
    cudaMemcpy(cluster.data(), d_cluster, n * sizeof(int), cudaMemcpyDeviceToHost);
    int points_of[k] = {};
    for (int c : cluster) ++points_of[c];
    std::printf("%d clusters of %d, %d and %d points\n", k, points_of[0], points_of[1], points_of[2]);
    cudaFree(d_points), cudaFree(d_centres), cudaFree(d_cluster), cudaFree(d_sums), cudaFree(d_changed);
    return changed != 0;
}
// SPDX-License-Identifier: Apache-2.0
