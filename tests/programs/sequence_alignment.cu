// Two sequences are aligned tile by tile along anti-diagonals, in a launch each, with the scores kept on a grid of
// ints.
// Feature: whole programs: alignment of sequences along anti-diagonals of tiles
// Kernel: score_tile
// Prints: best score -19, as on the host
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 16
#define SIZE 64 /* of each sequence, a multiple of BLOCK */
#define COLUMNS (SIZE + 1)
#define GAP 2

__host__ __device__ int larger_of_three(int a, int b, int c) {
    const int larger = a >= b ? a : b;
    return larger >= c ? larger : c;
}

__global__ void score_tile(const int* similarity, int* scores, int diagonal, int first) {
    __shared__ int score[BLOCK + 1][BLOCK + 1];
    __shared__ int similar[BLOCK][BLOCK];
    const int column = first + blockIdx.x, row = diagonal - column, t = threadIdx.x;
    const int corner = row * BLOCK * COLUMNS + column * BLOCK;
    if (t == 0) score[0][0] = scores[corner];
    for (int i = 0; i < BLOCK; i++) similar[i][t] = similarity[corner + COLUMNS * (i + 1) + t + 1];
    score[t + 1][0] = scores[corner + COLUMNS * (t + 1)];
    score[0][t + 1] = scores[corner + t + 1];
    __syncthreads();
    for (int step = 0; step < 2 * BLOCK - 1; step++) {
        const int x = t + 1, y = step - t + 1;
        if (y >= 1 && y <= BLOCK)
            score[y][x] = larger_of_three(score[y - 1][x - 1] + similar[y - 1][x - 1],  // expect: race-shared
                                          score[y][x - 1] - GAP,                        // may be: race-shared
                                          score[y - 1][x] - GAP);                       // may be: race-shared
#ifdef WRONG
        if (step < BLOCK) __syncthreads();  // and while the diagonals grow shorter?
#else
        __syncthreads();
#endif
    }
    for (int i = 0; i < BLOCK; i++)
        scores[corner + COLUMNS * (i + 1) + t + 1] = score[i + 1][t + 1];  // may be: race-shared
}

int main(void) {
    const size_t bytes = COLUMNS * COLUMNS * sizeof(int);
    int *similarity = (int*)malloc(bytes), *scores = (int*)malloc(bytes), *expected = (int*)malloc(bytes);
    for (int y = 0; y < COLUMNS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            const int i = y * COLUMNS + x;
            similarity[i] = (y * y + 3) % 7 == (x * x + x) % 7 ? 3 : -1;
            scores[i] = expected[i] = y == 0 ? -x * GAP : x == 0 ? -y * GAP : 0;
        }
    for (int y = 1; y < COLUMNS; y++)
        for (int x = 1; x < COLUMNS; x++) {
            int* at = expected + y * COLUMNS + x;
            *at = larger_of_three(at[-COLUMNS - 1] + similarity[y * COLUMNS + x], at[-1] - GAP, at[-COLUMNS] - GAP);
        }
    int *d_similarity, *d_scores;
    cudaMalloc((void**)&d_similarity, bytes);
    cudaMalloc((void**)&d_scores, bytes);
    cudaMemcpy(d_similarity, similarity, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_scores, scores, bytes, cudaMemcpyHostToDevice);
    const int tiles = SIZE / BLOCK;
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
        const int first = diagonal < tiles ? 0 : diagonal - tiles + 1, last = diagonal < tiles ? diagonal : tiles - 1;
        score_tile<<<last - first + 1, BLOCK>>>(d_similarity, d_scores, diagonal, first);
    }
    cudaMemcpy(scores, d_scores, bytes, cudaMemcpyDeviceToHost);
    int same = 1;
    for (int i = 0; i < COLUMNS * COLUMNS; i++) same = same && scores[i] == expected[i];
    printf("best score %d, %s\n", scores[COLUMNS * COLUMNS - 1], same ? "as on the host" : "not as on the host");
    cudaFree(d_similarity);
    cudaFree(d_scores);
    free(similarity);
    free(scores);
    free(expected);
    return !same;
}
// SPDX-License-Identifier: Apache-2.0
