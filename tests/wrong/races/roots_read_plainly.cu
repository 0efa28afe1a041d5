// Wrong:  lanes look for roots by plain loads, in loops of lengths of their own, while others join trees atomically.
// From:   connected components by a lock-free union-find
// Kernel: join
// Fix:    make both accesses atomic: read by cuda::atomic_ref<T,
//         cuda::thread_scope_device>(element).load(cuda::memory_order_relaxed)
// Mended: atomic loads.
#include <cuda/atomic>

#include "../program.cuh"

__device__ int parent_of(int* parents, int node) {
#ifdef MENDED
    return cuda::atomic_ref<int, cuda::thread_scope_device>(parents[node]).load(cuda::memory_order_relaxed);
#else
    return parents[node];  // expect: race-global
#endif
}

__device__ int root_of(int* parents, int node) {
    for (int above; (above = parent_of(parents, node)) != node;) node = above;
    return node;
}

__global__ void join(int* parents, const int* from, const int* to) {
    int a = from[threadIdx.x], b = to[threadIdx.x];
    while ((a = root_of(parents, a)) != (b = root_of(parents, b))) {
        const int child = max(a, b), parent = min(a, b);
        a = parent;
        b = atomicMin(&parents[child], parent);
    }
}

int main() {
    constexpr int nodes = 30;
    std::vector<int> parents(nodes), from, to;
    for (int i = 0; i < nodes; ++i) parents[i] = i;
    for (int k = 0; k < nodes - 3; ++k) {
        const int i = 3 + k * 10 % (nodes - 3);  // each once, in an order that joins trees of several nodes
        from.push_back(i);
        to.push_back(i - 3);
    }
    int* const joined = to_device(parents);
    join<<<1, nodes - 3>>>(joined, to_device(from), to_device(to));
    parents = to_host(joined, nodes);
    std::vector<int> roots(nodes), expected(nodes);
    for (int i = 0; i < nodes; ++i) {
        roots[i] = i;
        while (parents[roots[i]] != roots[i]) roots[i] = parents[roots[i]];
        expected[i] = i % 3;
    }
    return judge(roots, expected);
}
// SPDX-License-Identifier: Apache-2.0
