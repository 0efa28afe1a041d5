// Kernels as values: launches by function, attributes, occupancy.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <strider/check/runtime/stream.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation::runtime {

struct launch_shape {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    bool cooperative = false;
    const void* at = nullptr;  ///< who launches, for findings
    dim3 cluster = {0, 0, 0};  ///< 0: what the kernel says
    bool large_clusters = false;
    bool dependent = false;         ///< it may begin while the launch before it runs
    cudaEvent_t started = nullptr;  ///< recorded when it has begun,
    bool may_wait = false;          ///< for launches that may wait for its end
};

/// A kernel with its arguments, to be run now or by a graph.
struct kernel_work {
    virtual ~kernel_work() = default;
    virtual void run(const launch_shape& shape) const = 0;
    /// Where its arguments lie, as cudaLaunchKernel takes them.
    virtual void** arguments() = 0;
    /// Words of the arguments, which may be pointers.
    virtual std::span<const void* const> words() const = 0;
    /// The same kernel with other arguments.
    virtual kernel_work* with(void** arguments) const = 0;
};
/// A wrapper's first parameter, before the arguments: the function that it calls.
template <class Callable>
struct callee : Callable {};
template <class... Parameters>
constexpr std::size_t hidden_parameters = 0;
template <class Callable, class... Parameters>
constexpr std::size_t hidden_parameters<callee<Callable>, Parameters...> = 1;

/// Runs the kernel, or adds it to the graph that `stream` is captured in. Takes `work`, which `new` made.
cudaError_t submit(cudaStream_t stream, const void* kernel, const launch_shape& shape, kernel_work* work);

template <class... Parameters>
struct bound_work final : kernel_work {
    using bound = emulation::detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    bound call;

    template <class... Arguments>
    explicit bound_work(void (*kernel)(Parameters...), Arguments&&... arguments)
        : call(kernel, std::forward<Arguments>(arguments)...) {}

    void run(const launch_shape& shape) const override {
        emulation::detail::run_grid({reinterpret_cast<const void*>(call.kernel), &bound::enter, &call, sizeof(call),
                                     shape.cooperative, shape.at, shape.cluster, shape.large_clusters},
                                    shape.grid, shape.block, shape.shared_bytes);
    }
    void** arguments() override { return arguments(std::index_sequence_for<Parameters...>()); }
    std::span<const void* const> words() const override {
        return {reinterpret_cast<const void* const*>(&call), sizeof(call) / sizeof(void*)};
    }
    kernel_work* with(void** arguments) const override {
        return with(arguments, std::index_sequence_for<Parameters...>());
    }

private:
    static constexpr std::size_t hidden = hidden_parameters<Parameters...>;
    template <class T>
    using pointer = std::add_pointer_t<std::remove_reference_t<T>>;

    template <std::size_t... Places>
    void** arguments(std::index_sequence<Places...>) {
        ((places_[Places] = const_cast<void*>(static_cast<const volatile void*>(
              &static_cast<emulation::detail::argument<Places, Parameters>&>(call).value))),
         ...);
        return places_ + hidden;
    }
    template <std::size_t... Places>
    kernel_work* with([[maybe_unused]] void** arguments, std::index_sequence<Places...>) const {
        if constexpr ((std::is_constructible_v<Parameters, decltype(*pointer<Parameters>())> && ...))
            return new bound_work(call.kernel, *static_cast<pointer<Parameters>>(
                                                   Places < hidden ? places_[Places] : arguments[Places - hidden])...);
        else
            return nullptr;
    }

    void* places_[sizeof...(Parameters) + 1] = {};
};

/// Binds the arguments that cudaLaunchKernel is given to a kernel of known parameters; where there are none, those that
/// lie in a buffer as in a structure.
using binder = kernel_work* (*)(const void* kernel, void** arguments, char* buffer);

template <class... Parameters, std::size_t... Places>
kernel_work* bind(const void* kernel, void** arguments, char* buffer, std::index_sequence<Places...>) {
    char* const begin = buffer;
    [[maybe_unused]] const auto next = [&buffer, begin](std::size_t bytes, std::size_t alignment) {
        char* const place = begin + (static_cast<std::size_t>(buffer - begin) + alignment - 1) / alignment * alignment;
        buffer = place + bytes;
        return static_cast<void*>(place);
    };
    void* places[] = {next(sizeof(Parameters), alignof(Parameters))..., nullptr};
    if (sizeof...(Parameters) != 0 && arguments == nullptr && begin == nullptr) return nullptr;
    if (arguments == nullptr) arguments = places;
    return new bound_work<Parameters...>(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(kernel)),
                                         *static_cast<std::remove_reference_t<Parameters>*>(arguments[Places])...);
}

void* know_kernel(const void* kernel, binder bind);

/// The kernel's address, which cudaLaunchKernel knows: for calls without the kernel's type.
template <class... Parameters>
void* handle(void (*kernel)(Parameters...)) {
    return know_kernel(reinterpret_cast<const void*>(kernel), [](const void* address, void** arguments, char* buffer) {
        return bind<Parameters...>(address, arguments, buffer, std::index_sequence_for<Parameters...>{});
    });
}

/// A kernel that a call is given: by its address, or with its type.
class kernel_address {
public:
    kernel_address(const void* kernel) : kernel_(kernel) {}
    template <class... Parameters>
    kernel_address(void (*kernel)(Parameters...)) : kernel_(handle(kernel)) {}
    operator const void*() const { return kernel_; }

private:
    const void* kernel_;
};

/// Makes the kernel, which `handle` knows, one that modules find by its name.
void name_function(const char* module, const char* name, const void* kernel);

}  // namespace strider::emulation::runtime

cudaError_t cudaLaunchKernel(strider::emulation::runtime::kernel_address kernel, dim3 grid, dim3 block,
                             void** arguments, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(strider::emulation::runtime::kernel_address kernel, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);

using cudaFunction_t = struct CUfunc_st*;
inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, strider::emulation::runtime::kernel_address kernel) {
    *function = static_cast<cudaFunction_t>(const_cast<void*>(static_cast<const void*>(kernel)));
    return cudaSuccess;
}

// ---- Launches by configuration
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy,
    cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference,
    cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributeProgrammaticEvent,
    cudaLaunchAttributePriority,
    cudaLaunchAttributeMemSyncDomainMap,
    cudaLaunchAttributeMemSyncDomain,
    cudaLaunchAttributePreferredClusterDimension,
    cudaLaunchAttributeLaunchCompletionEvent,
    cudaLaunchAttributeDeviceUpdatableKernelNode,
    cudaLaunchAttributePreferredSharedMemoryCarveout
};
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
    void* base_ptr;
    std::size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};
enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault,
    cudaClusterSchedulingPolicySpread,
    cudaClusterSchedulingPolicyLoadBalancing
};
union cudaLaunchAttributeValue {
    char pad[64];
    cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim, preferredClusterDim;
    cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    struct {
        cudaEvent_t event;
        int flags, triggerAtBlockStart;
    } programmaticEvent;
    struct {
        cudaEvent_t event;
        int flags;
    } launchCompletionEvent;
    int priority;
    unsigned sharedMemCarveout;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
// The translator renames gridDim and blockDim, also where they are members.
struct cudaLaunchConfig_t {
    dim3 strider_gridDim, strider_blockDim;
    std::size_t dynamicSmemBytes = 0;
    cudaStream_t stream = nullptr;
    cudaLaunchAttribute* attrs = nullptr;
    unsigned numAttrs = 0;
};
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, strider::emulation::runtime::kernel_address kernel,
                                void** arguments);
template <class... Parameters, class... Arguments>
STRIDER_EMULATOR_ARITHMETIC cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                                           void (*kernel)(Parameters...), Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    return [&](Parameters... converted) __attribute__((always_inline)) {
        void* places[] = {const_cast<void*>(static_cast<const volatile void*>(&converted))..., nullptr};
        return cudaLaunchKernelExC(config, kernel, places);
    }(std::forward<Arguments>(arguments)...);
}

// ---- Hints that L2 caches and streams take; the emulator has no caches.
using cudaStreamAttrID = cudaLaunchAttributeID;
using cudaStreamAttrValue = cudaLaunchAttributeValue;
constexpr auto cudaStreamAttributeAccessPolicyWindow = cudaLaunchAttributeAccessPolicyWindow;
constexpr auto cudaStreamAttributePriority = cudaLaunchAttributePriority;
inline cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue*) {
    return cudaSuccess;
}
inline cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

// ---- Attributes. The emulator does not know how many registers a kernel takes on a GPU: 32, with which all threads of
// a multiprocessor can be resident.
struct cudaFuncAttributes {
    std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
    int preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight;
    int requiredClusterDepth, clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout,
    cudaFuncAttributeClusterDimMustBeSet,
    cudaFuncAttributeRequiredClusterWidth,
    cudaFuncAttributeRequiredClusterHeight,
    cudaFuncAttributeRequiredClusterDepth,
    cudaFuncAttributeNonPortableClusterSizeAllowed,
    cudaFuncAttributeClusterSchedulingPolicyPreference,
    cudaFuncAttributeMax
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, strider::emulation::runtime::kernel_address kernel);
cudaError_t cudaFuncSetAttribute(strider::emulation::runtime::kernel_address kernel, cudaFuncAttribute attribute,
                                 int value);
inline cudaError_t cudaFuncSetCacheConfig(strider::emulation::runtime::kernel_address, cudaFuncCache) {
    return cudaSuccess;
}
inline cudaError_t cudaFuncSetSharedMemConfig(strider::emulation::runtime::kernel_address, cudaSharedMemConfig) {
    return cudaSuccess;
}

constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;
/// By threads, blocks and dynamic shared memory of a multiprocessor of compute capability 9.0.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                          strider::emulation::runtime::kernel_address kernel,
                                                          int block_threads, std::size_t shared_bytes);
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, strider::emulation::runtime::kernel_address kernel, int block_threads, std::size_t shared_bytes,
    unsigned) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, block_threads, shared_bytes);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                      strider::emulation::runtime::kernel_address kernel, int blocks,
                                                      int block_threads);

/// By the blocks that all multiprocessors can hold at once; 8 blocks a cluster, or 16 where the kernel allows it.
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, strider::emulation::runtime::kernel_address kernel,
                                                 const cudaLaunchConfig_t* config);
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, strider::emulation::runtime::kernel_address kernel,
                                           const cudaLaunchConfig_t* config);

/// The block size with which most threads of a multiprocessor can be resident, the largest of those that are equal, and
/// how many such blocks fill the device. `shared_bytes` gives the dynamic shared memory of a block of so many threads.
template <class Kernel, class SharedBytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* least_blocks, int* block_threads, Kernel kernel,
                                                           SharedBytes shared_bytes, int most_threads = 0) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (most_threads <= 0 || most_threads > device.maxThreadsPerBlock) most_threads = device.maxThreadsPerBlock;
    int most_resident = 0;
    for (int threads = most_threads; threads > 0; threads = (threads - 1) / 32 * 32) {
        int blocks = 0;
        const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes(threads));
        if (error != cudaSuccess) return error;
        if (blocks * threads <= most_resident) continue;
        most_resident = blocks * threads;
        *block_threads = threads;
        *least_blocks = blocks * device.multiProcessorCount;
    }
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_blocks, int* block_threads, Kernel kernel,
                                               std::size_t shared_bytes = 0, int most_threads = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        least_blocks, block_threads, kernel, [=](int) { return shared_bytes; }, most_threads);
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* least_blocks, int* block_threads, Kernel kernel,
                                                        std::size_t shared_bytes = 0, int most_threads = 0,
                                                        unsigned = cudaOccupancyDefault) {
    return cudaOccupancyMaxPotentialBlockSize(least_blocks, block_threads, kernel, shared_bytes, most_threads);
}
// SPDX-License-Identifier: Apache-2.0
