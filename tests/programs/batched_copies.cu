// A batch of copies is one operation of its stream. For each source, it says when the source may be read.
// Feature: memory: cudaMemcpyBatchAsync, cudaMemcpy3DBatchAsync, also by the driver, with the order of source accesses
// Kernel: twice
// Prints: 4 parts: 8064
// Prints: box: 2016
// Prints: array: 120
// Prints: driver: 2016
// Prints: refused: 9
// Prints: captured: operation not permitted when stream is capturing
#include <cuda.h>

#include "../wrong/program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

cudaMemcpyAttributes in_order(cudaMemcpySrcAccessOrder order) {
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = order;
    how.srcLocHint.type = cudaMemLocationTypeHost;
    how.flags = cudaMemcpyFlagPreferOverlapWithCompute;
    return how;
}

/// The array ends with the function.
void give(int* to, int first, cudaStream_t stream) {
    int values[n / 4];
    for (int i = 0; i < n / 4; ++i) values[i] = first + i;
    const size_t bytes = sizeof(values);
    const int* from = values;
    cudaMemcpyBatchAsync(&to, &from, &bytes, 1, in_order(cudaMemcpySrcAccessOrderDuringApiCall), stream);
}

int parts(int* device, cudaStream_t stream) {
    for (int part = 0; part < 4; ++part) give(device + part * n / 4, part * n / 4, stream);
    twice<<<1, n, 0, stream>>>(device);
    twice<<<1, n, 0, stream>>>(device);
    std::vector<int> result(n);
    void* to[] = {result.data(), result.data() + n / 4, result.data() + n / 2};
    const void* from[] = {device, device + n / 4, device + n / 2};
    const size_t sizes[] = {n, n, 2 * n};
    cudaMemcpyAttributes how[] = {in_order(cudaMemcpySrcAccessOrderStream), in_order(cudaMemcpySrcAccessOrderStream)};
    size_t first[] = {0, 2};
    cudaMemcpyBatchAsync(to, from, sizes, 3, how, first, 2, stream);
    cudaStreamSynchronize(stream);
    return sum_of(result);
}

cudaMemcpy3DOperand operand(int* begin, size_t row = 0) {
    cudaMemcpy3DOperand result = {};
    result.type = cudaMemcpyOperandTypePointer;
    result.op.ptr.ptr = begin;
    result.op.ptr.rowLength = row;
    return result;
}

int box(int* device, cudaStream_t stream) {
    std::vector<int> wide(8 * 12), result(n);
    for (int i = 0; i < n; ++i) wide[i / 8 * 12 + i % 8] = i;
    cudaMemcpy3DBatchOp there = {}, back = {};
    there.src = operand(wide.data(), 12 * sizeof(int));
    there.dst = operand(device);
    there.extent = make_cudaExtent(8 * sizeof(int), 4, 2);
    there.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    there.src.op.ptr.layerHeight = 4;
    cudaMemcpy3DBatchAsync(1, &there, 0, stream);
    back.src = operand(device);
    back.dst = operand(result.data());
    back.extent = make_cudaExtent(n * sizeof(int), 1, 1);
    back.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaMemcpy3DBatchAsync(1, &back, 0, stream);
    cudaStreamSynchronize(stream);
    return sum_of(result);
}

int array(int* device, cudaStream_t stream) {
    const cudaChannelFormatDesc words = cudaCreateChannelDesc<int>();
    cudaArray_t image = nullptr;
    cudaMallocArray(&image, &words, 4, 4);
    std::vector<int> values(16), result(16);
    for (int i = 0; i < 16; ++i) values[i] = i;
    cudaMemcpy3DBatchOp copies[2] = {};
    copies[0].src = operand(values.data());
    copies[0].dst.type = cudaMemcpyOperandTypeArray;
    copies[0].dst.op.array.array = image;
    copies[0].extent = make_cudaExtent(4, 4, 1);
    copies[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaMemcpy3DBatchAsync(1, copies, 0, stream);
    copies[1].src = copies[0].dst;
    copies[1].dst = operand(result.data());
    copies[1].extent = copies[0].extent;
    copies[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaMemcpy3DBatchAsync(1, copies + 1, 0, stream);
    cudaStreamSynchronize(stream);
    cudaFreeArray(image);
    return sum_of(result);
}

int driver(int* device, cudaStream_t stream) {
    std::vector<int> values(n), result(n);
    for (int i = 0; i < n; ++i) values[i] = i;
    CUdeviceptr to = reinterpret_cast<CUdeviceptr>(device), from = reinterpret_cast<CUdeviceptr>(values.data());
    size_t bytes = n * sizeof(int), first = 0;
    CUmemcpyAttributes how = {};
    how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    cuMemcpyBatchAsync(&to, &from, &bytes, 1, &how, &first, 1, stream);
    CUDA_MEMCPY3D_BATCH_OP back = {};
    back.src.type = back.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
    back.src.op.ptr.ptr = to;
    back.dst.op.ptr.ptr = reinterpret_cast<CUdeviceptr>(result.data());
    back.extent = {bytes, 1, 1};
    back.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    cuMemcpy3DBatchAsync(1, &back, 0, stream);
    cudaStreamSynchronize(stream);
    return sum_of(result);
}

/// How many of these CUDA refuses as an invalid value: all.
int refused(int* device, cudaStream_t stream) {
    int value = 0, count = 0;
    void* to[] = {device, device + 1};
    const void* from[] = {&value, &value};
    const size_t sizes[] = {4, 4}, none[] = {0, 0};
    cudaMemcpyAttributes how[] = {in_order(cudaMemcpySrcAccessOrderStream), in_order(cudaMemcpySrcAccessOrderInvalid)};
    size_t first[] = {0, 1}, second[] = {1, 0};
    count += cudaMemcpyBatchAsync(to, from, sizes, 0, how, first, 1, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 0, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, sizes, 2, how, second, 1, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, sizes, 1, how, first, 2, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 2, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, none, 2, how, first, 1, stream) == cudaErrorInvalidValue;
    count += cudaMemcpyBatchAsync(to, from, sizes, 2, how, first, 1, nullptr) == cudaErrorInvalidValue;
    count += cudaMemcpy3DBatchAsync(0, nullptr, 0, stream) == cudaErrorInvalidValue;
    cudaMemcpy3DBatchOp empty = {};
    count += cudaMemcpy3DBatchAsync(1, &empty, 0, stream) == cudaErrorInvalidValue;
    cudaGetLastError();
    return count;
}

const char* captured(int* device, cudaStream_t stream) {
    int value = 1;
    const int* from = &value;
    const size_t bytes = sizeof(value);
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    const cudaError_t status =
        cudaMemcpyBatchAsync(&device, &from, &bytes, 1, in_order(cudaMemcpySrcAccessOrderStream), stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    return cudaGetErrorString(status);
}

int main() {
    int* const device = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    std::printf("4 parts: %d\n", parts(device, stream));
    std::printf("box: %d\n", box(device, stream));
    std::printf("array: %d\n", array(device, stream));
    std::printf("driver: %d\n", driver(device, stream));
    std::printf("refused: %d\n", refused(device, stream));
    std::printf("captured: %s\n", captured(device, stream));
    cudaStreamDestroy(stream);
    cudaFree(device);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
