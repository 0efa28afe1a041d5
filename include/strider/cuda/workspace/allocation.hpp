// A workspace's requests to CUDA, and to the emulator: cleared memory whose clearing no graph captures, whether memory
// that it has taken is still there, and whose calls share their scratch.
#pragma once

#include <cstddef>
#include <thread>

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/workspace/memory_resource.hpp>
#if defined(__CUDACC__)
#include <cuda.h>

#include <tuple>
#else
#include <cstring>

#include <strider/emulator/memory.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

#if defined(__CUDACC__)

/// A number that no other memory of this process has had or will have; 0 where it is none that CUDA knows, or no more.
inline unsigned long long identity_of(const void* memory) {
    static const auto attribute = [] {
        void* entry = nullptr;
        check(cudaGetDriverEntryPointByVersion("cuPointerGetAttribute", &entry, 12000, cudaEnableDefault),
              "cudaGetDriverEntryPoint");
        return reinterpret_cast<decltype(&cuPointerGetAttribute)>(entry);
    }();
    unsigned long long number = 0;
    const CUresult status = attribute(&number, CU_POINTER_ATTRIBUTE_BUFFER_ID, reinterpret_cast<CUdeviceptr>(memory));
    return status == CUDA_SUCCESS ? number : 0;
}

/// Lets this thread allocate and free while one of its streams, or another's, is being captured.
class relaxed_capture {
public:
    relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    ~relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    relaxed_capture(const relaxed_capture&) = delete;
    relaxed_capture& operator=(const relaxed_capture&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Memory that is zero on return: the zeros must not become a node of a graph that is being captured.
inline void* allocate_zeroed(memory_resource& from, std::size_t bytes) {
    struct own_stream {
        cudaStream_t stream = nullptr;
        own_stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate"); }
        ~own_stream() { cudaStreamDestroy(stream); }
    };
    const relaxed_capture relaxed;
    const own_stream own;
    void* const memory = from.allocate(bytes, own.stream);
    cudaError_t status = cudaMemsetAsync(memory, 0, bytes, own.stream);
    if (status == cudaSuccess) status = cudaStreamSynchronize(own.stream);
    if (status != cudaSuccess) from.deallocate(memory, bytes, own.stream);
    check(status, "clearing scratch");
    return memory;
}

/// Whose scratch a stream's calls use: a device's, a stream's, and a thread's where streams of several threads have one
/// handle.
using scratch_owner = std::tuple<int, cudaStream_t, std::thread::id>;

inline scratch_owner scratch_owner_of(cudaStream_t stream) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    const bool of_a_thread = stream == cudaStreamPerThread || stream == nullptr;
#else
    const bool of_a_thread = stream == cudaStreamPerThread;
#endif
    return {device, stream, of_a_thread ? std::this_thread::get_id() : std::thread::id{}};
}

#else

inline unsigned long long identity_of(const void*) { return 0; }  // no device is reset here

struct relaxed_capture {
    relaxed_capture() {}  // nothing is captured here
};

inline void* allocate_zeroed(memory_resource& from, std::size_t bytes) {
    void* const memory = from.allocate(bytes, {});
    std::memset(memory, 0, bytes);
    emulation::mark_written(memory, bytes);
    return memory;
}

using scratch_owner = std::thread::id;
inline scratch_owner scratch_owner_of(stream_handle) { return std::this_thread::get_id(); }

#endif

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
