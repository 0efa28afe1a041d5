#include <strider/simt/runtime/kernel.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include <strider/simt/program.hpp>

#include "graphs.hpp"

using simt::runtime::binder;
using simt::runtime::kernel_work;
using simt::runtime::launch_shape;
using simt::runtime::set_last_error;

namespace {

constexpr std::size_t shared_without_asking = 48 << 10, most_shared = 227 << 10;

struct known_kernel {
    binder bind = nullptr;
    std::size_t most_dynamic_shared = shared_without_asking;
};
struct known_kernels {
    std::mutex mutex;
    std::map<const void*, known_kernel> all;

    /// A copy of what is known of the kernel; without a binder where nothing is.
    known_kernel find(const void* kernel) {
        const std::lock_guard guard(mutex);
        const auto at = all.find(kernel);
        return at == all.end() ? known_kernel{} : at->second;
    }
};
known_kernels& kernels() {
    static auto* const all = new known_kernels;
    return *all;
}

/// What runs the kernel; owns `work`.
std::function<cudaError_t()> launch_of(kernel_work* work, const launch_shape& shape) {
    return [shape, owned = std::shared_ptr<const kernel_work>(work)] {
        const cudaError_t before = cudaGetLastError();
        simt::program::detail::guarded_launch([&] { owned->run(shape); });
        const cudaError_t error = cudaPeekAtLastError();
        if (error == cudaSuccess) set_last_error(before);
        return error;
    };
}

cudaError_t invalid_function() { return set_last_error(cudaErrorInvalidDeviceFunction); }
cudaError_t no_kernel() { return set_last_error(cudaErrorInvalidResourceHandle); }  // what launches say in CUDA 13

}  // namespace

void* simt::runtime::know_kernel(const void* kernel, binder bind) {
    const std::lock_guard guard(kernels().mutex);
    kernels().all[kernel].bind = bind;
    return const_cast<void*>(kernel);
}

cudaError_t simt::runtime::submit(cudaStream_t stream, const void* kernel, const launch_shape& shape,
                                  kernel_work* work) {
    return enqueue(stream, cudaGraphNodeTypeKernel, launch_of(work, shape), kernel);
}

std::function<cudaError_t()> simt::runtime::launch_later(const void* kernel, const launch_shape& shape,
                                                         void** arguments) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr || arguments == nullptr) return nullptr;
    return launch_of(known.bind(kernel, arguments), shape);
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                             cudaStream_t stream) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr) return no_kernel();
    return simt::runtime::submit(stream, kernel, {grid, block, shared_bytes}, known.bind(kernel, arguments));
}
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr) return no_kernel();
    return simt::runtime::submit(stream, kernel, {grid, block, shared_bytes, true}, known.bind(kernel, arguments));
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
    if (config == nullptr) return set_last_error(cudaErrorInvalidValue);
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr) return no_kernel();
    launch_shape shape{config->strider_gridDim, config->strider_blockDim, config->dynamicSmemBytes};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative) shape.cooperative = attribute.val.cooperative != 0;
        const auto& cluster = attribute.val.clusterDim;
        if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z != 1)
            return simt::runtime::refuse_call(__builtin_return_address(0), "cudaLaunchKernelEx",
                                              "clusters of blocks; launch without them");
    }
    return simt::runtime::submit(config->stream, kernel, shape, known.bind(kernel, arguments));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr) return invalid_function();
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(known.most_dynamic_shared);
    attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
    const std::lock_guard guard(kernels().mutex);
    const auto at = kernels().all.find(kernel);
    if (at == kernels().all.end()) return invalid_function();
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        if (value < 0 || static_cast<std::size_t>(value) > most_shared) return set_last_error(cudaErrorInvalidValue);
        at->second.most_dynamic_shared = static_cast<std::size_t>(value);
    }
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int block_threads,
                                                          std::size_t shared_bytes) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (blocks == nullptr || kernel == nullptr || block_threads <= 0) return set_last_error(cudaErrorInvalidValue);
    *blocks = 0;
    if (block_threads > device.maxThreadsPerBlock || shared_bytes > kernels().find(kernel).most_dynamic_shared)
        return cudaSuccess;
    const int warps = (block_threads + 31) / 32;
    const std::size_t shared_of_block = shared_bytes + device.reservedSharedMemPerBlock;
    const auto by_shared = static_cast<int>(device.sharedMemPerMultiprocessor / shared_of_block);
    *blocks = std::min({device.maxThreadsPerMultiProcessor / 32 / warps, device.maxBlocksPerMultiProcessor, by_shared});
    return cudaSuccess;
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel, int blocks,
                                                      int block_threads) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (bytes == nullptr || kernel == nullptr || blocks <= 0 || block_threads <= 0)
        return set_last_error(cudaErrorInvalidValue);
    const std::size_t share = device.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
    *bytes = std::min(share - std::min(share, device.reservedSharedMemPerBlock), most_shared);
    return cudaSuccess;
}
