#include <strider/check/runtime/batch.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "copies.hpp"
#include "known_memory.hpp"
#include "streams.hpp"

using namespace strider::emulation::runtime;
using strider::emulation::stream_operation;

namespace {

struct batched_copy {
    copied_memory what;
    cudaMemcpySrcAccessOrder order;
    std::optional<stream_operation> early = std::nullopt;
};

cudaError_t expect_batch(std::size_t count, cudaStream_t stream) {
    if (count == 0) return invalid_value("the batch has no copies");
    if (!exists(stream)) return no_stream();
    if (is_legacy(stream))
        return invalid_value("the legacy default stream takes no batches: create a stream by cudaStreamCreate()");
    if (is_captured(stream))
        return set_last_error(cudaErrorStreamCaptureUnsupported,
                              "the stream is being captured, and a graph has no nodes for batches: capture the copies "
                              "by cudaMemcpyAsync()");
    return cudaSuccess;
}
cudaError_t expect_attributes(cudaMemcpySrcAccessOrder order, unsigned flags) {
    if (order < cudaMemcpySrcAccessOrderStream || order > cudaMemcpySrcAccessOrderAny)
        return invalid_value("srcAccessOrder is not set, or does not exist");
    return flags > cudaMemcpyFlagPreferOverlapWithCompute ? unknown_flags() : cudaSuccess;
}

/// One operation. What it reads out of the stream's order is read by an operation of its own.
cudaError_t enqueue_batch(const void* at, std::vector<batched_copy> copies, cudaStream_t stream) {
    bool at_once = false;
    for (batched_copy& one : copies) {
        const bool during = one.order == cudaMemcpySrcAccessOrderDuringApiCall;
        at_once = at_once || during;
        if (during || one.order == cudaMemcpySrcAccessOrderAny)
            one.early = order_of(stream).begin_early(at, name_of(cudaGraphNodeTypeMemcpy), during);
    }
    return enqueue(stream, cudaGraphNodeTypeMemcpy,
                   [copies = std::move(copies)]() mutable {
                       for (batched_copy& one : copies)
                           if (const cudaError_t error = copy(one.what, one.early ? &*one.early : nullptr);
                               error != cudaSuccess)
                               return error;
                       return cudaSuccess;
                   },
                   {.at = at, .at_once = at_once});
}

/// A copy of a batch as cudaMemcpy3D() has it.
std::optional<cudaMemcpy3DParms> parameters_of(const cudaMemcpy3DBatchOp& one) {
    cudaMemcpy3DParms how{};
    how.extent = one.extent;
    how.kind = cudaMemcpyDefault;
    std::size_t element = 1;
    for (const cudaMemcpy3DOperand* side : {&one.src, &one.dst})
        if (side->type == cudaMemcpyOperandTypeArray && side->op.array.array != nullptr)
            element = side->op.array.array->shape.texel_bytes();
    const auto take = [&](const cudaMemcpy3DOperand& side, cudaArray_t& array, cudaPos& place, cudaPitchedPtr& memory) {
        if (side.type == cudaMemcpyOperandTypeArray) {
            array = side.op.array.array;
            place = {side.op.array.offset.x, side.op.array.offset.y, side.op.array.offset.z};
            return array != nullptr;
        }
        const auto& [pointer, length, height, hint] = side.op.ptr;
        if (side.type != cudaMemcpyOperandTypePointer || (length != 0 && length < one.extent.width) ||
            (height != 0 && height < one.extent.height))
            return false;
        memory = {pointer, (length != 0 ? length : one.extent.width) * element, one.extent.width,
                  height != 0 ? height : one.extent.height};
        return true;
    };
    if (!take(one.src, how.srcArray, how.srcPos, how.srcPtr) || !take(one.dst, how.dstArray, how.dstPos, how.dstPtr))
        return std::nullopt;
    return how;
}

}  // namespace

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes, std::size_t count,
                                 cudaMemcpyAttributes* attributes, std::size_t* firsts, std::size_t attribute_count,
                                 cudaStream_t stream) {
    if (const cudaError_t error = expect_batch(count, stream)) return error;
    if (to == nullptr || from == nullptr || sizes == nullptr || attributes == nullptr || firsts == nullptr)
        return invalid_value("an array of the batch is null");
    if (attribute_count == 0 || attribute_count > count || firsts[0] != 0 || firsts[attribute_count - 1] >= count ||
        std::adjacent_find(firsts, firsts + attribute_count, std::greater_equal<>()) != firsts + attribute_count)
        return invalid_value(
            "attrsIdxs must begin with 0 and ascend, and each index must be below the count of copies");
    const void* const at = __builtin_return_address(0);
    std::vector<batched_copy> copies;
    for (std::size_t i = 0, of = 0; i < count; ++i) {
        if (of + 1 < attribute_count && firsts[of + 1] == i) ++of;
        if (const cudaError_t error = expect_attributes(attributes[of].srcAccessOrder, attributes[of].flags))
            return error;
        if (sizes[i] == 0) return invalid_value("a copy of the batch has no bytes");
        copies.push_back({{at, to[i], {}, from[i], {}, {sizes[i]}, cudaMemcpyDefault}, attributes[of].srcAccessOrder});
    }
    return enqueue_batch(at, std::move(copies), stream);
}

cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, cudaMemcpy3DBatchOp* all, unsigned long long flags,
                                   cudaStream_t stream) {
    if (const cudaError_t error = expect_batch(count, stream)) return error;
    if (all == nullptr) return invalid_value("the array of copies is null");
    if (flags != 0) return unknown_flags();
    const void* const at = __builtin_return_address(0);
    std::vector<batched_copy> copies;
    for (const cudaMemcpy3DBatchOp* one = all; one != all + count; ++one) {
        if (const cudaError_t error = expect_attributes(one->srcAccessOrder, one->flags)) return error;
        if (one->extent.width == 0 || one->extent.height == 0 || one->extent.depth == 0)
            return invalid_value("a copy of the batch has no bytes");
        const auto how = parameters_of(*one);
        const auto what = how ? copied_slices(at, *how) : std::nullopt;
        if (!what) return invalid_value("an operand has no type, or its rows or layers are smaller than the copy");
        copies.push_back({*what, one->srcAccessOrder});
    }
    return enqueue_batch(at, std::move(copies), stream);
}
// SPDX-License-Identifier: Apache-2.0
