// Linear algebra by cuBLAS beside a kernel: levels 1 to 3, batches, halves, and numbers that the device holds.
// Feature: cuBLAS: levels 1 to 3 of float and double (axpy, dot, gemv, gemm, trsm, geam ...), batches, pointer modes
// Feature: cuBLAS: complex level 1, gemv, geru, gerc, gemm and its batches
// Feature: cuBLAS: cublasGemmEx of half, bfloat16, int8 and complex, cublasSetMatrix ..., status texts
// Feature: cuBLAS: cublasLtMatmul by columns, with bias, relu, gelu, batches
// Kernel: fill
// Skipped: apt-get install
// Prints: dot 140, norm 11.8322, sum 28, largest 7, smallest 1
// Prints: y = 1 3 5 7 9 11 13
// Prints: gemv 14 32
// Prints: C = 58 139 64 154
// Prints: halves 58 139 64 154, integers 58 139 64 154
// Prints: batches 58 139 64 154 58 139 64 154
// Prints: solved 1 2
// Prints: transposed 1 2 3 4 5 6
// Prints: y = 0 3 -1 5
// Prints: dots -6+7i 4-9i
// Prints: gemv 3 -3 3 2
// Prints: gemm -12 -6 -18 6
// Prints: batches -4 2 -4 2
// Prints: typed -12 -6 -18 6
// Prints: norm 2.44949, sum 4, largest 2, smallest 1
// Prints: outer 0.5 0.5 0 1 0 0 0 0
// Prints: followed 59 137 65 152
// Prints: followed 0 1 0 1
// Prints: scaled on the device 2 4 6
// Prints: CUBLAS_STATUS_INVALID_VALUE: an unsupported value or parameter was passed to the function
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cstdint>

#include "../wrong/program.cuh"

__global__ void fill(float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = static_cast<float>(i + 1);
}

template <class T>
void print(const char* what, const T* memory, int n, const char* end = "\n") {
    printf("%s", what);
    for (const T value : to_host(memory, n)) printf(" %g", static_cast<double>(value));
    printf("%s", end);
}

void vectors(cublasHandle_t blas) {
    constexpr int n = 7;
    float *x = device_array<float>(n), *y = device_array<float>(n);
    fill<<<1, 32>>>(x, n);
    float dot, norm, sum;
    int largest, smallest;
    cublasSdot(blas, n, x, 1, x, 1, &dot);
    cublasSnrm2(blas, n, x, 1, &norm);
    cublasSasum(blas, n, x, 1, &sum);
    cublasIsamax(blas, n, x, 1, &largest);
    cublasIsamin(blas, n, x, 1, &smallest);
    printf("dot %g, norm %g, sum %g, largest %d, smallest %d\n", dot, norm, sum, largest, smallest);
    const float minus_one = -1, two = 2;
#ifndef WRONG
    cudaMemset(y, 0, n * sizeof(float));
#endif
    cublasSaxpy(blas, n, &two, x, 1, y, 1);  // expect: uninitialised-read
    cudaMemset(x, 0, n * sizeof(float));
    fill<<<1, 32>>>(x, 1);
    std::vector<float> ones(n, 1);
    cublasSetVector(n, sizeof(float), ones.data(), 1, x, 1);
    cublasSaxpy(blas, n, &minus_one, x, 1, y, 1);
    print("y =", y, n);
}

void matrices(cublasHandle_t blas) {
    // Columns one behind the other: A is 2 x 3, B is 3 x 2.
    float *A = device_array<float>(6), *B = to_device<float>({7, 9, 11, 8, 10, 12}), *C = device_array<float>(8),
          *x = to_device<float>({1, 2, 3});
    const float host[] = {1, 4, 2, 5, 3, 6};
    cublasSetMatrix(2, 3, sizeof(float), host, 2, A, 2);
    const float one = 1, zero = 0;
    cublasSgemv(blas, CUBLAS_OP_N, 2, 3, &one, A, 2, x, 1, &zero, C, 1);
    print("gemv", C, 2);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, A, 2, B, 3, &zero, C, 2);
    print("C =", C, 4);

    std::vector<__half> a(6), b(6);
    std::vector<std::int8_t> small_a(6), small_b(6);
    const float factors[] = {7, 9, 11, 8, 10, 12};
    for (int i = 0; i < 6; ++i) {
        a[i] = __float2half(host[i]);
        b[i] = __float2half(factors[i]);
        small_a[i] = static_cast<std::int8_t>(host[i]);
        small_b[i] = static_cast<std::int8_t>(factors[i]);
    }
    __half *half_a = to_device(a), *half_b = to_device(b), *half_c = device_array<__half>(4);
    cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, half_a, CUDA_R_16F, 2, half_b, CUDA_R_16F, 3, &zero,
                 half_c, CUDA_R_16F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    const std::vector<__half> half_result = to_host(half_c, 4);
    printf("halves");
    for (const __half value : half_result) printf(" %g", __half2float(value));
    // Tensor cores take leading dimensions of four bytes.
    std::vector<std::int8_t> wide_a(12), wide_b(8);
    for (int i = 0; i < 6; ++i) wide_a[i / 2 * 4 + i % 2] = small_a[i];
    for (int i = 0; i < 6; ++i) wide_b[i / 3 * 4 + i % 3] = small_b[i];
    std::int8_t *char_a = to_device(wide_a), *char_b = to_device(wide_b);
    int* int_c = to_device<int>(std::vector<int>(16));
    const int int_one = 1, int_zero = 0;
    cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 2, 3, &int_one, char_a, CUDA_R_8I, 4, char_b, CUDA_R_8I, 4,
                 &int_zero, int_c, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
    const std::vector<int> int_result = to_host(int_c, 8);
    printf(", integers %d %d %d %d\n", int_result[0], int_result[1], int_result[4], int_result[5]);

    cublasSgemmStridedBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, A, 2, 0, B, 3, 0, &zero, C, 2, 4, 2);
    print("batches", C, 8);

    // [2 0; 1 1] X = [2; 3], and the triangle above the diagonal is never read.
    float *L = to_device<float>({2, 1, 99, 1}), *right = to_device<float>({2, 3});
    cublasStrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1, &one, L, 2,
                right, 2);
    print("solved", right, 2);
    float* T = device_array<float>(6);
    cublasSgeam(blas, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, A, 2, &zero, T, 3, T, 3);
    print("transposed", T, 6);
}

// Real and imaginary parts, side by side.
void complex_numbers(cublasHandle_t blas) {
    cuDoubleComplex *x = to_device<cuDoubleComplex>({{1, 0}, {1, 1}}),
                    *y = to_device<cuDoubleComplex>({{0, 2}, {0, 4}});
    const cuDoubleComplex i{0, 1}, one{1, 0}, zero{0, 0};
    cublasZaxpy(blas, 2, &i, x, 1, y, 1);
    print("y =", &y->x, 4);
    cuDoubleComplex plain, conjugate;
    cublasZscal(blas, 2, &one, x, 1);
    cublasZdotu(blas, 2, x, 1, y, 1, &plain);
    cublasZdotc(blas, 2, y, 1, x, 1, &conjugate);
    printf("dots %g%+gi %g%+gi\n", plain.x, plain.y, conjugate.x, conjugate.y);
    cuDoubleComplex* product = device_array<cuDoubleComplex>(2);
    cuDoubleComplex* A = to_device<cuDoubleComplex>({{1, 1}, {0, 2}, {3, 0}, {1, -1}});
    cublasZgemv(blas, CUBLAS_OP_C, 2, 2, &one, A, 2, x, 1, &zero, product, 1);
    print("gemv", &product->x, 4);

    cuComplex *a = to_device<cuComplex>({{1, 1}, {0, 2}}), *b = to_device<cuComplex>({{3, -1}}),
              *c = device_array<cuComplex>(4);
    const cuComplex scale{0, -3}, single{1, 0}, none{0, 0};
#ifdef WRONG
    cublasCgemm(blas, CUBLAS_OP_C, CUBLAS_OP_N, 2, 2, 1, &scale, a, 1, b, 1, &none, c, 2);  // expect: out-of-bounds
#endif
    cublasCgemm(blas, CUBLAS_OP_C, CUBLAS_OP_N, 2, 1, 1, &scale, a, 1, b, 1, &none, c, 2);
    print("gemm", &c->x, 4);
    cublasCgemmStridedBatched(blas, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &single, a, 2, 0, a, 2, 0, &none, c, 1, 1, 2);
    print("batches", &c->x, 4);
    cublasGemmEx(blas, CUBLAS_OP_C, CUBLAS_OP_N, 2, 1, 1, &scale, a, CUDA_C_32F, 1, b, CUDA_C_32F, 1, &none, c,
                 CUDA_C_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    print("typed", &c->x, 4);

    float norm, sum;
    int largest, smallest;
    const float half = 0.5f;
    cublasScnrm2(blas, 2, a, 1, &norm);
    cublasScasum(blas, 2, a, 1, &sum);
    cublasIzamax(blas, 2, x, 1, &largest);
    cublasIzamin(blas, 2, x, 1, &smallest);
    printf("norm %g, sum %g, largest %d, smallest %d\n", norm, sum, largest, smallest);
    // a = (0.5 + 0.5i, i), then A += a a^T and A += a a^H.
    cublasCsscal(blas, 2, &half, a, 1);
    cudaMemset(c, 0, 4 * sizeof(cuComplex));
    cublasCgeru(blas, 2, 2, &single, a, 1, a, 1, c, 2);
    cublasCgerc(blas, 2, 2, &single, a, 1, a, 1, c, 2);
    print("outer", &c->x, 8);
}

// D = op(A) B + bias, where A is kept by rows; then relu.
void products_with_more() {
    float *A = to_device<float>({1, 2, 3, 4, 5, 6}), *B = to_device<float>({7, 9, 11, 8, 10, 12}),
          *bias = to_device<float>({1, -2}), *D = device_array<float>(4);
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t a, b, d;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t best;
    cublasLtCreate(&lt);
    cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 3, 2, 3);
    cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 3, 2, 3);
    cublasLtMatrixLayoutCreate(&d, CUDA_R_32F, 2, 2, 2);
    cublasLtMatmulPreferenceCreate(&preference);
    const cublasOperation_t transposed = CUBLAS_OP_T;
    cublasLtEpilogue_t then = CUBLASLT_EPILOGUE_BIAS;
    cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(transposed));
    cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_EPILOGUE, &then, sizeof(then));
    cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof(bias));
    int found = 0;
    cublasLtMatmulAlgoGetHeuristic(lt, how, a, b, d, d, preference, 1, &best, &found);
    const float one = 1, zero = 0, small = -0.01f;
    cublasLtMatmul(lt, how, &one, A, a, B, b, &zero, D, d, D, d, &best.algo, nullptr, 0, nullptr);
    print("followed", D, 4);
    cudaMemcpy(bias, std::vector<float>{0, 2.39f}.data(), 2 * sizeof(float), cudaMemcpyHostToDevice);
    then = CUBLASLT_EPILOGUE_RELU_BIAS;
    cublasLtMatmulDescSetAttribute(how, CUBLASLT_MATMUL_DESC_EPILOGUE, &then, sizeof(then));
    cublasLtMatmul(lt, how, &small, A, a, B, b, &zero, D, d, D, d, &best.algo, nullptr, 0, nullptr);
    const std::vector<float> values = to_host(D, 4);
    printf("followed %.0f %.0f %.0f %.0f\n", values[0], values[1], values[2], values[3]);
    cublasLtMatmulPreferenceDestroy(preference);
    for (cublasLtMatrixLayout_t layout : {a, b, d}) cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(how);
    cublasLtDestroy(lt);
}

int main() {
    cublasHandle_t blas;
    if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS) return 1;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    vectors(blas);
    matrices(blas);
    complex_numbers(blas);
    products_with_more();

    double *values = to_device<double>({1, 2, 3}), *factor = to_device<double>({2});
    cublasSetStream(blas, stream);
    cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
    cublasDscal(blas, 3, factor, values, 1);
    cudaStreamSynchronize(stream);
    print("scaled on the device", values, 3);
    printf("%s: %s\n", cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE),
           cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
    cudaStreamDestroy(stream);
    cublasDestroy(blas);
}
// SPDX-License-Identifier: Apache-2.0
