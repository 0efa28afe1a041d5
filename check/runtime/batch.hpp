// Batches of copies: one operation of a stream, which says for each source when it may be read.
#pragma once

#include <cstddef>

#include <strider/check/runtime/memory.hpp>

enum cudaMemcpyFlags { cudaMemcpyFlagDefault, cudaMemcpyFlagPreferOverlapWithCompute };
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid,
    cudaMemcpySrcAccessOrderStream,
    cudaMemcpySrcAccessOrderDuringApiCall,
    cudaMemcpySrcAccessOrderAny,
    cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};
struct cudaMemcpyAttributes {
    cudaMemcpySrcAccessOrder srcAccessOrder;
    cudaMemLocation srcLocHint, dstLocHint;
    unsigned flags;
};
enum cudaMemcpy3DOperandType {
    cudaMemcpyOperandTypePointer = 1,
    cudaMemcpyOperandTypeArray,
    cudaMemcpyOperandTypeMax = 0x7FFFFFFF
};
struct cudaOffset3D {
    std::size_t x, y, z;
};
/// Lengths and heights count elements; 0 stands for the extent of the copy.
struct cudaMemcpy3DOperand {
    cudaMemcpy3DOperandType type;
    union {
        struct {
            void* ptr;
            std::size_t rowLength, layerHeight;
            cudaMemLocation locHint;
        } ptr;
        struct {
            cudaArray_t array;
            cudaOffset3D offset;
        } array;
    } op;
};
struct cudaMemcpy3DBatchOp {
    cudaMemcpy3DOperand src, dst;
    cudaExtent extent;
    cudaMemcpySrcAccessOrder srcAccessOrder;
    unsigned flags;
};

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes, std::size_t count,
                                 cudaMemcpyAttributes* attributes, std::size_t* firsts, std::size_t attribute_count,
                                 cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, cudaMemcpy3DBatchOp* copies, unsigned long long flags,
                                   cudaStream_t stream);

template <class To, class From>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyBatchAsync(To* const* to, From* const* from,
                                                               const std::size_t* sizes, std::size_t count,
                                                               cudaMemcpyAttributes* attributes, std::size_t* firsts,
                                                               std::size_t attribute_count, cudaStream_t stream) {
    return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to), reinterpret_cast<const void* const*>(from), sizes,
                                count, attributes, firsts, attribute_count, stream);
}
template <class To, class From>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyBatchAsync(To* const* to, From* const* from,
                                                               const std::size_t* sizes, std::size_t count,
                                                               cudaMemcpyAttributes attributes, cudaStream_t stream) {
    std::size_t first = 0;
    return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to), reinterpret_cast<const void* const*>(from), sizes,
                                count, &attributes, &first, 1, stream);
}

// As of CUDA 12.8. Which copy is refused is not told.
template <class To, class From>
[[gnu::always_inline]] inline cudaError_t cudaMemcpyBatchAsync(To** to, From** from, std::size_t* sizes,
                                                               std::size_t count, cudaMemcpyAttributes* attributes,
                                                               std::size_t* firsts, std::size_t attribute_count,
                                                               std::size_t* failed, cudaStream_t stream) {
    if (failed != nullptr) *failed = ~std::size_t{0};
    return cudaMemcpyBatchAsync(to, from, sizes, count, attributes, firsts, attribute_count, stream);
}
[[gnu::always_inline]] inline cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, cudaMemcpy3DBatchOp* copies,
                                                                 std::size_t* failed, unsigned long long flags,
                                                                 cudaStream_t stream) {
    if (failed != nullptr) *failed = ~std::size_t{0};
    return cudaMemcpy3DBatchAsync(count, copies, flags, stream);
}
// SPDX-License-Identifier: Apache-2.0
