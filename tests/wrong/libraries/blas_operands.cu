// Wrong: calls of cuBLAS whose matrices do not fit their memory, and a product that runs beside the kernel that fills
// it.
// Kernel: fill
// Says: cublasSgemm is refused: its lda is 3, and must be at least 4
// Says: cublasSgemm: its B ends 16 bytes beyond an allocation of 48 bytes
// Says: cublasSscal: its x has been freed
// Says: cublasSdot: the host uses result, which lies in device memory
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Fix:    call cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) before this call
// Fix:    free the memory only after the last call that uses it
// Fix:    matrices lie column by column: the leading dimension is the number of rows of the whole array
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

#ifdef MENDED
constexpr int lda = 4, columns = 4;
#else
constexpr int lda = 3, columns = 3;
#endif

__global__ void fill(float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 1;  // may be: race-streams
}

int main() {
    cublasHandle_t blas;
    cublasCreate(&blas);
    float *A, *B, *C, *result, one = 1, zero = 0;
    cudaMalloc(&A, 16 * sizeof(float));
    cudaMalloc(&B, 4 * columns * sizeof(float));
    cudaMalloc(&C, 16 * sizeof(float));
    cudaMalloc(&result, sizeof(float));
    fill<<<1, 32>>>(A, 16);
    fill<<<1, 32>>>(B, 4 * columns);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, A, lda, B, 4, &zero, C, 4);  // expect: bad-launch
#ifndef MENDED
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, A, 4, B, 4, &zero, C, 4);  // expect: out-of-bounds
#endif

    float dot = 0;
#ifdef MENDED
    cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
#endif
    cublasSdot(blas, 16, A, 1, A, 1, result);  // expect: host-access
    cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST);
    cublasSdot(blas, 16, A, 1, A, 1, &dot);

    cudaStream_t producer, consumer;
    cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    fill<<<1, 32, 0, producer>>>(A, 16);
#ifdef MENDED
    cudaStreamSynchronize(producer);
#endif
    cublasSetStream(blas, consumer);
    cublasSscal(blas, 16, &one, A, 1);  // expect: race-streams
    cudaStreamSynchronize(consumer);

#ifdef MENDED
    cublasSscal(blas, 16, &one, A, 1);
    cudaFree(A);
#else
    cudaFree(A);
    cublasSscal(blas, 16, &one, A, 1);  // expect: out-of-bounds
#endif
    for (float* memory : {B, C, result}) cudaFree(memory);
    cudaStreamDestroy(producer);
    cudaStreamDestroy(consumer);
    cublasDestroy(blas);
    printf("%g\n", dot);
}
// SPDX-License-Identifier: Apache-2.0
