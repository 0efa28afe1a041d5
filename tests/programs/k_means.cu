// k-means: points take the nearest centre, centres move to the mean of their points, until none changes.
// Feature: whole programs: k-means with atomics, a counter for the host and several launches per step
// Kernel: assign
// Prints: 3 clusters of 100, 100 and 100 points
#include <cfloat>

#include "../wrong/program.cuh"

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
    float2 *const d_points = to_device(points), *const d_centres =
                                                    to_device(std::vector<float2>(points.begin(), points.begin() + k));
    int *const d_cluster = to_device(std::vector<int>(n, -1)), *const d_changed = device_array<int>(1);
    Sums* const d_sums = to_device(std::vector<Sums>(k));
    int changed = n, steps = 0;
    while (changed != 0 && steps++ < 20) {
        cudaMemset(d_changed, 0, sizeof(int));
        assign<<<(n + 127) / 128, 128>>>(d_points, n, d_centres, k, d_cluster, d_sums, d_changed);
        move<<<1, 32>>>(d_centres, d_sums, k);
        changed = to_host(d_changed, 1)[0];
    }
    int points_of[k] = {};
    for (int c : to_host(d_cluster, n)) ++points_of[c];
    std::printf("%d clusters of %d, %d and %d points\n", k, points_of[0], points_of[1], points_of[2]);
    return changed != 0;
}
// SPDX-License-Identifier: Apache-2.0
