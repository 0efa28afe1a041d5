// Jacobi's iteration in managed memory: a stream for each half of the rows, whose errors the host adds.
// Feature: whole programs: Jacobi iteration in managed memory, on two streams
// Kernel: iterate
// Prints: converged: yes
// Prints: solution 1 1 1 1
#include <cmath>
#include <cstdio>

template <int Threads>
__device__ double block_sum(double value) {
    __shared__ double part[Threads];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int half = Threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    return part[0];
}

constexpr int threads = 32;

__global__ void iterate(const double* A, const double* b, const double* x, double* next, double* error, int first,
                        int last, int n) {
    const int row = first + blockIdx.x * blockDim.x + threadIdx.x;
    double change = 0;
#ifdef WRONG
    if (row <= last) {  // a row too many, which the other half has, or nobody
#else
    if (row < last) {
#endif
        double sum = b[row];  // expect: out-of-bounds
        for (int j = 0; j < n; ++j)
            if (j != row) sum -= A[row * n + j] * x[j];
        next[row] = sum / A[row * n + row];
        change = fabs(next[row] - x[row]);
    }
    change = block_sum<threads>(change);
    if (threadIdx.x == 0) atomicAdd(error, change);
}

int main() {
    const int n = 60, half = n / 2;
    double *A, *b, *x, *next, *errors;
    cudaMallocManaged(&A, n * n * sizeof(double));
    cudaMallocManaged(&b, n * sizeof(double));
    cudaMallocManaged(&x, n * sizeof(double));
    cudaMallocManaged(&next, n * sizeof(double));
    cudaMallocManaged(&errors, 2 * sizeof(double));
    for (int i = 0; i < n; ++i) {
        b[i] = 0;
        x[i] = 0;
        for (int j = 0; j < n; ++j) {
            A[i * n + j] = i == j ? 2.0 * n : (i + j) % 2;
            b[i] += A[i * n + j];
        }
    }
    cudaStream_t streams[2];
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    int steps = 0;
    double error = 1;
    for (; error > 1e-9 && steps < 100; ++steps) {
        for (int s = 0; s < 2; ++s) {
            errors[s] = 0;
            const int blocks = (half + threads - 1) / threads, first = s * half, last = first + half;
            iterate<<<blocks, threads, 0, streams[s]>>>(A, b, x, next, &errors[s], first, last,  // may be: race-streams
                                                        n);
        }
        cudaDeviceSynchronize();
        error = errors[0] + errors[1];
        double* const before = x;
        x = next;
        next = before;
    }
    std::printf("converged: %s\n", error <= 1e-9 ? "yes" : "no");
    std::printf("solution %.4g %.4g %.4g %.4g\n", x[0], x[1], x[n - 2], x[n - 1]);
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    for (double* each : {A, b, x, next, errors}) cudaFree(each);
    return error > 1e-9;
}
// SPDX-License-Identifier: Apache-2.0
