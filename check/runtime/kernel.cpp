#include <strider/check/runtime/kernel.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <strider/emulator/session.hpp>

#include "defects.hpp"
#include "devices.hpp"
#include "kernels.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using strider::emulation::runtime::binder;
using strider::emulation::runtime::kernel_address;
using strider::emulation::runtime::kernel_work;
using strider::emulation::runtime::launch;
using strider::emulation::runtime::launch_shape;
using strider::emulation::runtime::set_last_error;

namespace {

constexpr std::size_t shared_without_asking = 48 << 10, most_shared = 227 << 10;

struct known_kernel {
    binder bind = nullptr;
    std::size_t most_dynamic_shared = 0;  ///< by its attribute; 0: that was never set
    bool large_clusters = false;
    bool refused_shared = false;  ///< more dynamic shared memory than there is
    int carveout = cudaSharedmemCarveoutDefault;
};
struct known_kernels {
    std::mutex mutex;
    std::map<const void*, known_kernel> all;
    std::map<std::pair<std::string, std::string>, const void*> by_name;  // of a module

    /// A copy of what is known of the kernel; without a binder where nothing is.
    known_kernel find(const void* kernel) {
        const std::lock_guard guard(mutex);
        const auto at = all.find(kernel);
        return at == all.end() ? known_kernel{} : at->second;
    }
    /// The most dynamic shared memory that an attribute allows the kernel. What a launch calls through a wrapper is
    /// known by its name alone.
    std::size_t most_dynamic_shared(const void* kernel) {
        const std::lock_guard guard(mutex);
        if (const auto at = all.find(kernel); at != all.end()) return at->second.most_dynamic_shared;
        std::size_t most = 0;
        const std::string name = strider::emulation::kernel_name(kernel);
        for (const auto& [other, known] : all)
            if (known.most_dynamic_shared > most && strider::emulation::kernel_name(other) == name)
                most = known.most_dynamic_shared;
        return most;
    }
};
known_kernels& kernels() {
    static auto* const all = new known_kernels;
    return *all;
}

/// The static shared memory of the kernel; the least where it is not known which instance of a template it is.
std::size_t static_shared_bytes(const void* kernel) {
    const auto& instances = strider::emulation::static_shared_of(kernel);
    const auto least = std::min_element(instances.begin(), instances.end(),
                                        [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
    return least == instances.end() ? 0 : least->bytes;
}

/// The most dynamic shared memory that the kernel may be launched with.
std::size_t most_dynamic_shared(const void* kernel) {
    const std::size_t allowed = kernels().most_dynamic_shared(kernel), fixed = static_shared_bytes(kernel);
    return std::max(allowed, shared_without_asking - std::min(shared_without_asking, fixed));
}

/// Whether a compiler for GPUs takes the kernel with its static arrays; a finding where it does not.
bool static_shared_fits(const void* kernel, const void* at) {
    for (const strider::emulation::static_shared& one : strider::emulation::static_shared_of(kernel)) {
        if (one.bytes <= shared_without_asking) continue;
        strider::emulation::program::report_defect(
            strider::emulation::finding_kind::bad_launch, at,
            "the kernel has " + std::to_string(one.bytes) + " bytes of static shared memory (" + one.arrays +
                "); nvcc accepts at most " + std::to_string(shared_without_asking),
            "make the arrays smaller; or declare them extern __shared__, give their bytes as the launch's third "
            "argument, and call cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) "
            "before the launch",
            kernel);
        return false;
    }
    return true;
}

/// Whether CUDA takes the launch with its dynamic shared memory; a finding where it does not.
bool dynamic_shared_fits(const void* kernel, const launch_shape& shape) {
    const std::size_t most = shape.shared_bytes == 0 ? 0 : most_dynamic_shared(kernel);
    if (shape.shared_bytes <= most) return true;
    const std::size_t fixed = static_shared_bytes(kernel), optional = most_shared - fixed;
    const std::string beside = fixed == 0 ? "" : " beside its " + std::to_string(fixed) + " of static arrays";
    strider::emulation::program::report_defect(
        strider::emulation::finding_kind::bad_launch, shape.at,
        "launched with " + std::to_string(shape.shared_bytes) +
            " bytes of dynamic shared memory; the kernel may have " + std::to_string(most) + beside,
        shape.shared_bytes <= optional
            ? "allow it before: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"
            : "use less: with cudaFuncSetAttribute() " + std::to_string(optional) + " are possible",
        kernel,
        kernels().find(kernel).refused_shared ? strider::emulation::weight::consequence_of_refusal
                                              : strider::emulation::weight::finding);
    return false;
}

bool is_possible(dim3 grid, dim3 block, unsigned most_threads) {
    const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
    return grid.x != 0 && grid.y - 1 < 0xFFFF && grid.z - 1 < 0xFFFF && threads - 1 < most_threads && block.z <= 64;
}

/// The blocks of a cluster as the launch says; 0: it does not.
dim3 cluster_of(const cudaLaunchConfig_t& config) {
    for (unsigned i = 0; i < config.numAttrs; ++i)
        if (const cudaLaunchAttribute& one = config.attrs[i]; one.id == cudaLaunchAttributeClusterDimension)
            return {one.val.clusterDim.x, one.val.clusterDim.y, one.val.clusterDim.z};
    return {0, 0, 0};
}

cudaError_t no_kernel() {
    return set_last_error(cudaErrorInvalidResourceHandle, "the function is no kernel of the program");
}

/// Runs the launch inside of the program's session, and makes its exceptions what a CUDA program expects: an error code
/// for cudaGetLastError(). They are in the report as well.
template <class Launch>
void guarded_launch(const Launch& start) {
    using namespace strider::emulation;
    program::need_session();
    try {
        start();
    } catch (const cooperative_launch_too_large&) {
        runtime::set_last_error(cudaErrorCooperativeLaunchTooLarge);
    } catch (const invalid_cluster&) {
        runtime::set_last_error(cudaErrorInvalidClusterSize);
    } catch (const std::invalid_argument&) {
        runtime::set_last_error(cudaErrorInvalidValue);  // cudaErrorInvalidConfiguration before CUDA 13
    } catch (const stopped_kernel& stop) {
        runtime::set_kernel_error(stop.by_assertion ? cudaErrorAssert : cudaErrorLaunchFailure);
    } catch (const std::exception&) {
        runtime::set_kernel_error(cudaErrorLaunchFailure);
    }
}

/// How much shared memory a multiprocessor has for blocks of this size, by the kernel's carveout in percent; below 0:
/// as much as there is.
std::size_t shared_by_carveout(int percent, std::size_t of_block, std::size_t most) {
    for (const std::size_t size : {8, 16, 32, 64, 100, 132, 164, 196})  // KiB that compute capability 9.0 can have
        if (percent >= 0 && size << 10 >= std::max(of_block, most / 100 * static_cast<unsigned>(percent)))
            return size << 10;
    return most;
}

}  // namespace

cudaError_t strider::emulation::runtime::apply(const cudaLaunchAttribute& attribute, launch_shape& shape) {
    const auto& value = attribute.val;
    switch (attribute.id) {
        case cudaLaunchAttributeCooperative:
            shape.cooperative = value.cooperative != 0;
            return cudaSuccess;
        case cudaLaunchAttributeClusterDimension:
            shape.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
            return cudaSuccess;
        case cudaLaunchAttributeProgrammaticStreamSerialization:
            shape.dependent = value.programmaticStreamSerializationAllowed != 0;
            return cudaSuccess;
        case cudaLaunchAttributeProgrammaticEvent:
            shape.may_wait = true;
            shape.started = value.programmaticEvent.event;
            return may_record_start(shape.started);
        case cudaLaunchAttributeLaunchCompletionEvent:
            shape.started = value.launchCompletionEvent.event;
            return may_record_start(shape.started);
        default:
            return cudaSuccess;
    }
}

std::function<cudaError_t()> strider::emulation::runtime::launch_of(const kernel_node& node) {
    return [kernel = node.kernel, shape = node.shape, owned = node.work] {
        const cudaError_t before = strider::emulation::runtime::take_error();
        if (!static_shared_fits(kernel, shape.at)) return set_last_error(cudaErrorNoKernelImageForDevice);
        if (!dynamic_shared_fits(kernel, shape)) return set_last_error(cudaErrorInvalidValue);
        const auto run = [kernel, shape, owned] {
            const strider::emulation::program::running_kernel_scope running(kernel, shape.at);
            guarded_launch([&] { owned->run(shape); });
            return strider::emulation::runtime::take_error();
        };
        using namespace strider::emulation::runtime;
        const cudaError_t error = can_answer_kernels() ? run_beside_host(run) : run();
        set_last_error(error == cudaSuccess ? before : error);
        return error;
    };
}

void* strider::emulation::runtime::know_kernel(const void* kernel, binder bind) {
    const std::lock_guard guard(kernels().mutex);
    kernels().all[kernel].bind = bind;
    return const_cast<void*>(kernel);
}

void strider::emulation::runtime::name_function(const char* module, const char* name, const void* kernel) {
    const std::lock_guard guard(kernels().mutex);
    kernels().by_name[{module, name}] = kernel;
}
const void* strider::emulation::runtime::find_function(const std::string& module, const std::string& name) {
    const std::lock_guard guard(kernels().mutex);
    const auto at = kernels().by_name.find({module, name});
    return at == kernels().by_name.end() ? nullptr : at->second;
}

cudaError_t strider::emulation::runtime::submit(cudaStream_t stream, const void* kernel, const launch_shape& shape,
                                                kernel_work* work) {
    launch_shape whole = shape;
    whole.large_clusters = kernels().find(kernel).large_clusters;
    const node_parameters parameters = kernel_node{std::shared_ptr<kernel_work>(work), kernel, whole};
    const std::function<cudaError_t()> launch = launch_of(std::get<kernel_node>(parameters));
    // What may be refused is refused by the call.
    const bool is_simple = shape.shared_bytes <= shared_without_asking && !shape.cooperative && shape.cluster.x == 0 &&
                           is_possible(shape.grid, shape.block, required_threads(kernel));
    const bool stream_exists = exists(stream);
    if (stream_exists && device_of(stream) == current_device()) {
        if (const cudaError_t error = use_in_capture(stream)) {
            program::report_defect(
                finding_kind::bad_launch, shape.at,
                std::string("launched into the legacy default stream: ") + blocking_stream_is_captured,
                "launch it into a stream of its own, or after the capture", kernel);
            return error;
        }
        // A graph does not get it.
        if (is_captured(stream) && (!is_possible(shape.grid, shape.block, required_threads(kernel)) ||
                                    (shape.shared_bytes != 0 && shape.shared_bytes > most_dynamic_shared(kernel))))
            return launch();
        return enqueue(stream, cudaGraphNodeTypeKernel, launch,
                       {.at = shape.at,
                        .kernel = kernel,
                        .at_once = !is_simple,
                        .parameters = &parameters,
                        .dependent = shape.dependent,
                        .started = shape.started,
                        .may_wait = shape.may_wait});
    }
    if (stream_exists)
        program::report_defect(finding_kind::bad_launch, shape.at,
                               "launched into a stream of device " + std::to_string(device_of(stream)) +
                                   " while device " + std::to_string(current_device()) + " is current",
                               "call cudaSetDevice() before the launch, for the device that the stream was made on",
                               kernel);
    else
        program::report_defect(finding_kind::bad_launch, shape.at, "launched into a stream that does not exist",
                               "launch it before the stream is destroyed, into one that cudaStreamCreate() has made",
                               kernel);
    return set_last_error(cudaErrorInvalidResourceHandle);
}

strider::emulation::runtime::kernel_node strider::emulation::runtime::launch_later(const void* kernel,
                                                                                   const launch_shape& shape,
                                                                                   void** arguments,
                                                                                   const kernel_node& before) {
    const known_kernel known = kernels().find(kernel);
    if (arguments == nullptr || (known.bind == nullptr && kernel != before.kernel)) return {};
    kernel_work* const work =
        known.bind == nullptr ? before.work->with(arguments) : known.bind(kernel, arguments, nullptr);
    return {std::shared_ptr<kernel_work>(work), kernel, shape};
}

cudaError_t strider::emulation::runtime::launch(const void* kernel, const launch_shape& shape, void** arguments,
                                                cudaStream_t stream, char* buffer) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr) return no_kernel();
    kernel_work* const work = known.bind(kernel, arguments, buffer);
    if (work == nullptr) return invalid_value("the kernel has parameters, and the pointer to its arguments is null");
    const cudaError_t error = submit(stream, kernel, shape, work);
    if (error != cudaSuccess && !is_unread("cudaLaunch") && !is_unread("cuLaunch")) refused_launches_are_known();
    return error;
}

cudaError_t cudaLaunchKernel(kernel_address kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes,
                             cudaStream_t stream) {
    return launch(kernel, {grid, block, shared_bytes, false, __builtin_return_address(0)}, arguments, stream);
}
cudaError_t cudaLaunchCooperativeKernel(kernel_address kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
    return launch(kernel, {grid, block, shared_bytes, true, __builtin_return_address(0)}, arguments, stream);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, kernel_address kernel, void** arguments) {
    if (config == nullptr) return set_last_error(cudaErrorInvalidValue);
    const void* const at = __builtin_return_address(0);
    launch_shape shape{config->strider_gridDim, config->strider_blockDim, config->dynamicSmemBytes, false, at};
    for (unsigned i = 0; i < config->numAttrs; ++i)
        if (const cudaError_t error = apply(config->attrs[i], shape)) return error;
    return launch(kernel, shape, arguments, config->stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, kernel_address kernel) {
    const known_kernel known = kernels().find(kernel);
    if (known.bind == nullptr && !strider::emulation::program::defines_kernel(kernel)) return no_kernel();
    if (attributes == nullptr) return strider::emulation::runtime::invalid_value("the pointer to the result is null");
    *attributes = {};
    attributes->maxThreadsPerBlock = static_cast<int>(strider::emulation::required_threads(kernel));
    attributes->numRegs = 32;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->constSizeBytes = strider::emulation::constant_bytes();
    attributes->sharedSizeBytes = static_shared_bytes(kernel);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(most_dynamic_shared(kernel));
    attributes->preferredShmemCarveout = known.carveout;
    const dim3 cluster = strider::emulation::required_cluster(kernel);
    attributes->requiredClusterWidth = static_cast<int>(cluster.x);
    attributes->requiredClusterHeight = static_cast<int>(cluster.y);
    attributes->requiredClusterDepth = static_cast<int>(cluster.z);
    attributes->nonPortableClusterSizeAllowed = known.large_clusters;
    return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(kernel_address kernel, cudaFuncAttribute attribute, int value) {
    const bool is_defined = strider::emulation::program::defines_kernel(kernel);
    const std::lock_guard guard(kernels().mutex);
    const auto at = is_defined ? kernels().all.try_emplace(kernel).first : kernels().all.find(kernel);
    if (at == kernels().all.end()) return no_kernel();
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        at->second.refused_shared =
            value < 0 || static_cast<std::size_t>(value) + static_shared_bytes(kernel) > most_shared;
        if (at->second.refused_shared)
            return set_last_error(cudaErrorInvalidValue,
                                  "a block has at most 227 KiB of shared memory, with its static arrays");
        at->second.most_dynamic_shared = static_cast<std::size_t>(value);
    } else if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            return set_last_error(cudaErrorInvalidValue, "the carveout is a percentage, or -1",
                                  strider::emulation::runtime::refusal::of_hint);
        at->second.carveout = value;
    } else if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
        at->second.large_clusters = value != 0;
    } else if (attribute < cudaFuncAttributeClusterDimMustBeSet || attribute >= cudaFuncAttributeMax) {
        return set_last_error(cudaErrorInvalidValue, "the attribute does not exist, or cannot be set");
    }
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, kernel_address kernel, int block_threads,
                                                          std::size_t shared_bytes) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (blocks == nullptr || kernel == nullptr || block_threads <= 0) return set_last_error(cudaErrorInvalidValue);
    *blocks = 0;
    if (block_threads > device.maxThreadsPerBlock || shared_bytes > most_dynamic_shared(kernel)) return cudaSuccess;
    const int warps = (block_threads + 31) / 32;
    const std::size_t shared_of_block = static_shared_bytes(kernel) + shared_bytes + device.reservedSharedMemPerBlock;
    const auto by_shared = static_cast<int>(
        shared_by_carveout(kernels().find(kernel).carveout, shared_of_block, device.sharedMemPerMultiprocessor) /
        shared_of_block);
    *blocks = std::min({device.maxThreadsPerMultiProcessor / 32 / warps, device.maxBlocksPerMultiProcessor, by_shared});
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, kernel_address kernel, const cudaLaunchConfig_t* config) {
    if (blocks == nullptr || kernel == nullptr || config == nullptr) return set_last_error(cudaErrorInvalidValue);
    *blocks = kernels().find(kernel).large_clusters ? 16 : 8;
    return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, kernel_address kernel, const cudaLaunchConfig_t* config) {
    if (clusters == nullptr || kernel == nullptr || config == nullptr) return set_last_error(cudaErrorInvalidValue);
    const auto extent = [](dim3 of) { return static_cast<int>(of.x * of.y * of.z); };
    dim3 cluster = cluster_of(*config);
    if (cluster.x == 0) cluster = strider::emulation::required_cluster(kernel);
    const int of_cluster = cluster.x == 0 ? 1 : extent(cluster);
    if (of_cluster <= 0 || of_cluster > (kernels().find(kernel).large_clusters ? 16 : 8))
        return set_last_error(cudaErrorInvalidClusterSize,
                              "a cluster has 1 to 8 blocks; or 16, where cudaFuncSetAttribute() allows that");
    int blocks = 0;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, extent(config->strider_blockDim), config->dynamicSmemBytes);
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    *clusters = blocks * device.multiProcessorCount / of_cluster;
    return error;
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, kernel_address kernel, int blocks,
                                                      int block_threads) {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    if (bytes == nullptr || kernel == nullptr || blocks <= 0 || block_threads <= 0)
        return set_last_error(cudaErrorInvalidValue);
    const std::size_t share = device.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
    const std::size_t taken = device.reservedSharedMemPerBlock + static_shared_bytes(kernel);
    *bytes = std::min(share - std::min(share, taken), most_shared - static_shared_bytes(kernel));
    return cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
