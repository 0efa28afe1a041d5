// Pools of device memory, allocation in the order of a stream, and cudaFree(), which gives memory back to its pool.
#include <strider/check/runtime/memory.hpp>

#include <algorithm>
#include <map>
#include <mutex>

#include <strider/check/runtime/thrust.hpp>
#include <strider/emulator/lane.hpp>

#include "allocate.hpp"
#include "operands.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using strider::emulation::runtime::enqueue;
using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::operation_line;
using strider::emulation::runtime::pointer_place;
using strider::emulation::runtime::set_last_error;

struct CUmemPoolHandle_st {
    std::map<cudaMemPoolAttr, unsigned long long> set;
    std::map<void*, std::size_t> blocks;
    unsigned long long used = 0, most_used = 0;
};

namespace {

std::mutex pools_mutex;
cudaMemPool_t default_pool() {
    static auto* const pool = new CUmemPoolHandle_st;
    return pool;
}
cudaMemPool_t current_pool = nullptr;

std::map<void*, cudaMemPool_t>& pool_of() {
    static auto* const all = new std::map<void*, cudaMemPool_t>;
    return *all;
}
/// How many bytes the memory has that is given back to its pool; 0: it is no pool's.
std::size_t take_back(void* pointer) {
    const std::lock_guard guard(pools_mutex);
    const auto in = pool_of().find(pointer);
    if (in == pool_of().end()) return 0;
    const std::size_t bytes = in->second->blocks.extract(pointer).mapped();
    in->second->used -= bytes;
    pool_of().erase(in);
    return bytes;
}

/// Who uses the memory before it is there, or when it has been freed, by the order of streams, races with the operation
/// that allocates or frees it.
cudaError_t touch(void* pointer, std::size_t bytes) {
    strider::emulation::runtime::note({{{reinterpret_cast<std::uintptr_t>(pointer), bytes, bytes, 1}, true}});
    return cudaSuccess;
}

cudaError_t allocate_from(cudaMemPool_t pool, void** pointer, std::size_t bytes, cudaStream_t stream,
                          const void* caller) {
    if (pool == nullptr) return strider::emulation::runtime::no_object("the pool is null");
    cudaStreamCaptureStatus captured{};
    if (const cudaError_t error = cudaStreamIsCapturing(stream, &captured); error != cudaSuccess) return error;
    if (captured != cudaStreamCaptureStatusNone) {
        if (const cudaError_t error = strider::emulation::runtime::allocate_for_graph(pointer, bytes);
            error != cudaSuccess)
            return error;
        return enqueue(stream, cudaGraphNodeTypeMemAlloc, [] { return cudaSuccess; }, {});
    }
    if (const cudaError_t error = strider::emulation::runtime::allocate_device(pointer, bytes, caller);
        error != cudaSuccess)
        return error;
    {
        const std::lock_guard guard(pools_mutex);
        pool->blocks[*pointer] = bytes;
        pool_of()[*pointer] = pool;
        pool->used += bytes;
        pool->most_used = std::max(pool->most_used, pool->used);
    }
    return enqueue(stream, cudaGraphNodeTypeMemAlloc, [memory = *pointer, bytes] { return touch(memory, bytes); },
                   {.at = caller});
}

}  // namespace

cudaError_t cudaMallocAsync(pointer_place pointer, std::size_t bytes, cudaStream_t stream) {
    return allocate_from(current_pool != nullptr ? current_pool : default_pool(), pointer, bytes, stream,
                         __builtin_return_address(0));
}
cudaError_t cudaMallocFromPoolAsync(pointer_place pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return allocate_from(pool, pointer, bytes, stream, __builtin_return_address(0));
}
cudaError_t cudaMallocAsync(pointer_place pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return allocate_from(pool, pointer, bytes, stream, __builtin_return_address(0));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    cudaStreamCaptureStatus captured{};
    if (const cudaError_t error = cudaStreamIsCapturing(stream, &captured); error != cudaSuccess) return error;
    if (captured != cudaStreamCaptureStatusNone)  // the next launch uses it again
        return enqueue(stream, cudaGraphNodeTypeMemFree, [] { return cudaSuccess; }, {});
    const auto free = [pointer, at = __builtin_return_address(0)] {
        if (const std::size_t bytes = take_back(pointer); bytes != 0) touch(pointer, bytes);
        return strider::emulation::runtime::free_device(pointer, at);
    };
    return enqueue(stream, cudaGraphNodeTypeMemFree, free, {.at = __builtin_return_address(0)});
}
namespace {
/// cudaFree() takes the memory back that is a pool's, if it is: the host must have waited for whoever uses it.
void note_free_of_pool(void* pointer, const void* at) {
    const std::size_t bytes = take_back(pointer);
    if (bytes == 0) return;
    static auto* const of_host = new operation_line(operation_line::kind::non_blocking, 0);
    strider::emulation::runtime::carry_out(
        of_host->begin(at, strider::emulation::runtime::name_of(cudaGraphNodeTypeMemFree), true),
        cudaGraphNodeTypeMemFree, [=] { return touch(pointer, bytes); }, strider::emulation::runtime::turn::at_once);
}
}  // namespace

cudaError_t cudaFree(void* pointer) {
    // By the destructor of an argument that each thread has copied (see program::launch); on a GPU none runs.
    if (strider::emulation::on_lane() || pointer == nullptr) return cudaSuccess;
    if (const cudaError_t error = strider::emulation::runtime::forbidden_in_capture()) return error;
    note_free_of_pool(pointer, __builtin_return_address(0));
    strider::emulation::runtime::wait_for_all();
    return strider::emulation::runtime::free_device(pointer, __builtin_return_address(0));
}
void strider::emulation::runtime::release_for_thrust(void* pointer) {
    if (on_lane()) return heap_release(STRIDER_EMULATOR_CALLER, pointer);
    cudaFree(pointer);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
    if (pool == nullptr) return invalid_value();
    *pool = new CUmemPoolHandle_st;
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (pool == nullptr || pool == default_pool()) return invalid_value("the pool is null, or the default pool");
    const std::lock_guard guard(pools_mutex);
    for (const auto& [pointer, bytes] : pool->blocks) pool_of().erase(pointer);
    if (current_pool == pool) current_pool = nullptr;
    delete pool;
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (pool == nullptr || value == nullptr || attribute < cudaMemPoolReuseFollowEventDependencies ||
        attribute > cudaMemPoolAttrUsedMemHigh)
        return invalid_value("the pool or the value is null, or the attribute does not exist");
    const std::lock_guard guard(pools_mutex);
    if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh) {
        pool->most_used = pool->used;
    } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
        pool->set[attribute] = *static_cast<unsigned long long*>(value);
    } else {
        pool->set[attribute] = static_cast<unsigned long long>(*static_cast<int*>(value));
    }
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (pool == nullptr || value == nullptr || attribute < cudaMemPoolReuseFollowEventDependencies ||
        attribute > cudaMemPoolAttrUsedMemHigh)
        return invalid_value("the pool or the value is null, or the attribute does not exist");
    const std::lock_guard guard(pools_mutex);
    const auto set = pool->set.find(attribute);
    auto& wide = *static_cast<unsigned long long*>(value);
    switch (attribute) {
        case cudaMemPoolAttrReservedMemCurrent:
        case cudaMemPoolAttrUsedMemCurrent:
            wide = pool->used;
            return cudaSuccess;
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemHigh:
            wide = pool->most_used;
            return cudaSuccess;
        case cudaMemPoolAttrReleaseThreshold:
            wide = set == pool->set.end() ? 0 : set->second;
            return cudaSuccess;
        default:
            *static_cast<int*>(value) = set == pool->set.end() ? 1 : static_cast<int>(set->second);
            return cudaSuccess;
    }
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
    return pool == nullptr ? invalid_value() : cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count) {
    if (pool == nullptr || (accesses == nullptr && count != 0)) return invalid_value("the pool or the list is null");
    for (std::size_t i = 0; i < count; ++i)
        if (accesses[i].location.type == cudaMemLocationTypeDevice && accesses[i].location.id != 0)
            return set_last_error(cudaErrorInvalidDevice);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    if (device != 0) return set_last_error(cudaErrorInvalidDevice);
    return strider::emulation::runtime::give(pool, default_pool());
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    if (device != 0) return set_last_error(cudaErrorInvalidDevice);
    return strider::emulation::runtime::give(pool, current_pool != nullptr ? current_pool : default_pool());
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    if (pool == nullptr) return strider::emulation::runtime::no_object("the pool is null");
    if (device != 0) return set_last_error(cudaErrorInvalidDevice);
    current_pool = pool;
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
