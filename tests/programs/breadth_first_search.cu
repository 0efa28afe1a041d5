// Distances in a graph, level by level: masks say which nodes are on the frontier, and a flag says whether to go on.
// Feature: whole programs: breadth-first search with frontier masks and a flag for the host
// Kernel: advance
// Prints: 64 nodes on 9 levels: 1 4 8 12 14 12 8 4 1
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Node {
    int first, count;
};

__global__ void visit(const Node* nodes, const int* edges, bool* frontier, bool* next, const bool* visited, int* cost,
                      int n) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n || !frontier[node]) return;
    frontier[node] = false;
    for (int i = nodes[node].first; i < nodes[node].first + nodes[node].count; i++) {
        const int other = edges[i];
        if (!visited[other]) {
            cost[other] = cost[node] + 1;
            next[other] = true;
        }
    }
}

__global__ void advance(bool* frontier, bool* next, bool* visited, bool* more, int* reached, int n) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < n && next[node]) {
        frontier[node] = true;
        visited[node] = true;
        next[node] = false;
        *more = true;
#ifdef WRONG
        (*reached)++;  // expect: race-global
#else
        atomicAdd(reached, 1);
#endif
    }
}

template <typename T>
static T* upload(const T* host, size_t count) {
    T* device = nullptr;
    if (cudaMalloc((void**)&device, count * sizeof(T)) != cudaSuccess) exit(1);
    cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

int main() {
    // A grid of 8 x 8 nodes. Each node knows its neighbours.
    const int side = 8, n = side * side;
    Node* nodes = (Node*)malloc(n * sizeof(Node));
    int *edges = (int*)malloc(4 * n * sizeof(int)), *cost = (int*)malloc(n * sizeof(int)), count = 0;
    for (int i = 0; i < n; i++) {
        nodes[i].first = count;
        if (i % side > 0) edges[count++] = i - 1;
        if (i % side < side - 1) edges[count++] = i + 1;
        if (i >= side) edges[count++] = i - side;
        if (i < n - side) edges[count++] = i + side;
        nodes[i].count = count - nodes[i].first;
        cost[i] = -1;
    }
    bool* mask = (bool*)calloc(n, sizeof(bool));
    bool* const d_next = upload(mask, n);
    const int source = 3 * side + 3;
    mask[source] = true;
    cost[source] = 0;
    bool *const d_frontier = upload(mask, n), *const d_visited = upload(mask, n), more = false;
    bool* const d_more = upload(&more, 1);
    int reached = 1;
    int* const d_reached = upload(&reached, 1);
    Node* const d_nodes = upload(nodes, n);
    int *const d_edges = upload(edges, count), *const d_cost = upload(cost, n);

    const int threads = 16, blocks = (n + threads - 1) / threads;
    int level = 0;
    do {
        more = false;
        cudaMemcpy(d_more, &more, sizeof(bool), cudaMemcpyHostToDevice);
        visit<<<blocks, threads>>>(d_nodes, d_edges, d_frontier, d_next, d_visited, d_cost, n);
        advance<<<blocks, threads>>>(d_frontier, d_next, d_visited, d_more, d_reached, n);
        cudaMemcpy(&more, d_more, sizeof(bool), cudaMemcpyDeviceToHost);
        level++;
    } while (more && level < n);

    cudaMemcpy(&reached, d_reached, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(cost, d_cost, n * sizeof(int), cudaMemcpyDeviceToHost);
    int nodes_of[2 * side] = {};
    for (int i = 0; i < n; i++) nodes_of[cost[i] < 0 || cost[i] >= 2 * side ? 2 * side - 1 : cost[i]]++;
    printf("%d nodes on %d levels:", reached, level);
    for (int i = 0; i < level && i < 2 * side; i++) printf(" %d", nodes_of[i]);
    printf("\n");
    free(nodes), free(edges), free(cost), free(mask);
    cudaFree(d_nodes), cudaFree(d_edges), cudaFree(d_cost);
    cudaFree(d_frontier), cudaFree(d_next), cudaFree(d_visited), cudaFree(d_more), cudaFree(d_reached);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
