// Starting a kernel on the emulator.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/emulator/vector_types.hpp>

namespace strider::emulation {

/// The number of multiprocessors that kernels and occupancy queries see: 4 unless set, so that small inputs make grids
/// loop. Set it before the launches that use it.
unsigned multiprocessors() noexcept;
void set_multiprocessors(unsigned count) noexcept;

/// The block's dynamic shared memory, aligned to 128 bytes. Throws std::logic_error outside of a kernel.
void* dynamic_shared_memory();

namespace detail {

// Entered once per lane. It is not instrumented, because on a GPU the hardware does this work.
#if defined(__clang__)
// Up to version 16 clang counts basic blocks all the same, unless the attribute names them.
#define STRIDER_EMULATOR_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation, no_sanitize("coverage")))
#else
#define STRIDER_EMULATOR_UNINSTRUMENTED __attribute__((no_sanitize("thread", "bounds"), no_sanitize_coverage))
#endif

template <std::size_t Place, class T>
struct argument {
    T value;
};

// CUDA copies arguments once, on the host, and each thread gets their bytes: no constructor or destructor runs on the
// device. The host's calling convention passes a type without a trivial copy constructor by address.
template <class T>
constexpr bool copied_by_constructor =
    !std::is_reference_v<T> && !(std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>);

template <class T>
using passed_as = std::conditional_t<copied_by_constructor<T>, void*, T>;

template <class T, bool = copied_by_constructor<T>>
struct passed {
    const T& value;
    // By reference, so that the lane's stack holds large arguments only once.
    STRIDER_EMULATOR_UNINSTRUMENTED const T& get() { return value; }
};
template <class T>
struct passed<T, true> {
    STRIDER_EMULATOR_UNINSTRUMENTED explicit passed(const T& value) {
        __builtin_memcpy(bytes, static_cast<const void*>(&value), sizeof(T));
    }
    STRIDER_EMULATOR_UNINSTRUMENTED void* get() { return bytes; }
    alignas(T) unsigned char bytes[sizeof(T)];
};
template <class T>
struct passed<T&, false> {
    T& value;
    STRIDER_EMULATOR_UNINSTRUMENTED T& get() { return value; }
};

template <class Places, class... Parameters>
struct bound_kernel;

template <std::size_t... Places, class... Parameters>
struct bound_kernel<std::index_sequence<Places...>, Parameters...> : argument<Places, Parameters>... {
    using kernel_type = void (*)(Parameters...);
    kernel_type kernel;

    template <class... Arguments>
    explicit bound_kernel(kernel_type kernel, Arguments&&... arguments)
        : argument<Places, Parameters>{std::forward<Arguments>(arguments)}..., kernel(kernel) {}

    STRIDER_EMULATOR_UNINSTRUMENTED static void enter(const void* self, const void* code) {
        const auto& bound = *static_cast<const bound_kernel*>(self);
        const auto call = reinterpret_cast<void (*)(passed_as<Parameters>...)>(const_cast<void*>(code));
        call(passed<Parameters>{static_cast<const argument<Places, Parameters>&>(bound).value}.get()...);
    }
};

/// A kernel with its arguments. `enter(arguments, code)` runs one lane, by the kernel's own code or its uninstrumented
/// build.
struct kernel_call {
    const void* kernel;
    void (*enter)(const void* arguments, const void* code);
    const void* arguments;
    std::size_t argument_bytes;
    bool cooperative = false;           ///< all blocks are alive at once, and may call grid_barrier()
    const void* launched_at = nullptr;  ///< the call that launches, for findings
    dim3 cluster = {0, 0, 0};           ///< blocks of a cluster; 0: as the kernel requires, else one
    bool large_clusters = false;        ///< clusters of more than eight blocks, which not every GPU supports
};

void run_grid(const kernel_call& call, dim3 grid, dim3 block, std::size_t shared_bytes);

}  // namespace detail

/// A kernel has ended itself, by a failed assert() or by __trap().
class stopped_kernel : public std::runtime_error {
public:
    stopped_kernel(const std::string& what, bool by_assertion) : std::runtime_error(what), by_assertion(by_assertion) {}
    bool by_assertion;
};

/// Runs `kernel` over the grid and returns when all blocks have ended. The launch belongs to the session that is alive
/// on the calling thread (see session.hpp); without one nothing is checked or counted.
/// Throws std::invalid_argument if CUDA would refuse the launch, std::runtime_error if no lane can go on or the kernel
/// uses an unsupported function, and any exception that the kernel throws.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes, Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    using bound = detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    const bound call(kernel, std::forward<Arguments>(arguments)...);
    detail::run_grid({reinterpret_cast<const void*>(kernel), &bound::enter, &call, sizeof(call)}, grid, block,
                     shared_bytes);
}

/// A cooperative launch has more blocks than can be alive at once; also a finding.
class cooperative_launch_too_large : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A launch asks for impossible clusters; also a finding.
class invalid_cluster : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Kernels of this name (without namespaces and template arguments) declare __cluster_dims__(cluster).
void require_cluster(const char* kernel, dim3 cluster);
/// An instance of a template declares it, with its own numbers.
void require_cluster(const void* kernel, dim3 cluster);
/// The wrapper calls the instance, so it requires the same cluster.
void require_cluster_of(const void* wrapper, const void* instance);
/// The cluster that the kernel declares; {0, 0, 0} without one.
dim3 required_cluster(const void* kernel);

/// Kernels of this name declare __launch_bounds__(threads): larger blocks are refused. Of several declarations the
/// largest counts.
void require_threads(const char* kernel, unsigned threads);
/// The bound that the kernel declares; 1024 without one.
unsigned required_threads(const void* kernel);

/// launch() with all blocks alive at once, which may call grid_barrier().
template <class... Parameters, class... Arguments>
void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                        Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    using bound = detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    const bound call(kernel, std::forward<Arguments>(arguments)...);
    detail::run_grid({reinterpret_cast<const void*>(kernel), &bound::enter, &call, sizeof(call), true}, grid, block,
                     shared_bytes);
}

/// The block, spelled as in findings, that some thread of the host turned to last.
std::string last_block();

/// Reports call this kernel `name`. A wrapper's own function name would not help.
void name_kernel(const void* kernel, const char* name);

/// The name of a kernel in reports: without namespaces, template arguments and parameters, so "reduce" for
/// strider::emulator_target::reduce<int, 256>(int const*, int*).
std::string kernel_name(const void* kernel);

struct static_shared {
    std::size_t bytes = 0;
    std::string arrays;  ///< "left 4096, right 4096": each name with its bytes
};

/// The static shared memory of a kernel. For a template that is launched through a wrapper the instance is not known,
/// so this lists all instances.
const std::vector<static_shared>& static_shared_of(const void* kernel);
/// Size of the program's `__constant__` variables.
std::size_t constant_bytes();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
