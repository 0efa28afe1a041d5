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

/// How many multiprocessors kernels and those who size their grids see: 4 unless set, so that small inputs make grids
/// loop. Set it before the launches that shall see it.
unsigned multiprocessors() noexcept;
void set_multiprocessors(unsigned count) noexcept;

/// The block's dynamic shared memory, aligned to 128 bytes. Throws std::logic_error outside of a kernel.
void* dynamic_shared_memory();

namespace detail {

// Entered once per lane. It is not instrumented: what it does is the hardware's part of a launch, not the kernel's.
#if defined(__clang__)
// Up to version 16 clang counts basic blocks all the same, unless that is named.
#define STRIDER_EMULATOR_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation, no_sanitize("coverage")))
#else
#define STRIDER_EMULATOR_UNINSTRUMENTED __attribute__((no_sanitize("thread", "bounds"), no_sanitize_coverage))
#endif

template <std::size_t Place, class T>
struct argument {
    T value;
};

// CUDA copies arguments once, on the host, and each thread has their bytes: no constructor and no destructor runs on
// the device. The host's calling convention passes what only a constructor may copy by its address.
template <class T>
constexpr bool copied_by_constructor =
    !std::is_reference_v<T> && !(std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>);

template <class T>
using passed_as = std::conditional_t<copied_by_constructor<T>, void*, T>;

template <class T, bool = copied_by_constructor<T>>
struct passed {
    const T& value;
    // By reference, so that large arguments are on the lane's stack once.
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

/// A kernel with its arguments: `enter(arguments, code)` runs one lane by the code of the kernel, or by its plain form.
struct kernel_call {
    const void* kernel;
    void (*enter)(const void* arguments, const void* code);
    const void* arguments;
    std::size_t argument_bytes;
    bool cooperative = false;           ///< all blocks are alive at once, and may meet in grid_barrier()
    const void* launched_at = nullptr;  ///< the code that launches it, for findings
    dim3 cluster = {0, 0, 0};           ///< blocks of a cluster; 0: those that the kernel requires, else one
    bool large_clusters = false;        ///< of more than eight blocks, which not every GPU can have
};

void run_grid(const kernel_call& call, dim3 grid, dim3 block, std::size_t shared_bytes);

}  // namespace detail

/// A kernel has ended itself: by an assert() that does not hold, or __trap().
class stopped_kernel : public std::runtime_error {
public:
    stopped_kernel(const std::string& what, bool by_assertion) : std::runtime_error(what), by_assertion(by_assertion) {}
    bool by_assertion;
};

/// Runs `kernel` over the grid and returns when all of it has finished. Belongs to the session that is alive on the
/// calling thread (see session.hpp); without one nothing is checked or counted.
/// Throws std::invalid_argument where CUDA refuses the launch, std::runtime_error when no lane can go on or a kernel
/// used what the emulator does not support, and whatever the kernel itself threw.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes, Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    using bound = detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    const bound call(kernel, std::forward<Arguments>(arguments)...);
    detail::run_grid({reinterpret_cast<const void*>(kernel), &bound::enter, &call, sizeof(call)}, grid, block,
                     shared_bytes);
}

/// A cooperative launch of more blocks than can be alive at once; also a finding.
class cooperative_launch_too_large : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A launch with clusters that are not possible; also a finding.
class invalid_cluster : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The kernels of this name (without namespaces and template arguments) say __cluster_dims__(cluster).
void require_cluster(const char* kernel, dim3 cluster);
/// This instance of a template says it, with its own numbers.
void require_cluster(const void* kernel, dim3 cluster);
/// A wrapper that calls the instance.
void require_cluster_of(const void* wrapper, const void* instance);
/// What the kernel has said; {0, 0, 0}: nothing.
dim3 required_cluster(const void* kernel);

/// A kernel of this name says __launch_bounds__(threads): larger blocks are refused. Of several the largest counts.
void require_threads(const char* kernel, unsigned threads);
/// What the kernel has said; 1024: nothing.
unsigned required_threads(const void* kernel);

/// launch() with all blocks alive at once, which may meet in grid_barrier().
template <class... Parameters, class... Arguments>
void launch_cooperative(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                        Arguments&&... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "a kernel takes exactly its parameters");
    using bound = detail::bound_kernel<std::index_sequence_for<Parameters...>, Parameters...>;
    const bound call(kernel, std::forward<Arguments>(arguments)...);
    detail::run_grid({reinterpret_cast<const void*>(kernel), &bound::enter, &call, sizeof(call), true}, grid, block,
                     shared_bytes);
}

/// The block, as findings name it, that a thread of the host has turned to last.
std::string last_block();

/// What reports call this kernel instead of the name of the function, which says nothing where a wrapper is launched.
void name_kernel(const void* kernel, const char* name);

/// What reports call it: "reduce" for strider::emulator_target::reduce<int, 256>(int const*, int*), without namespaces,
/// template arguments and parameters.
std::string kernel_name(const void* kernel);

struct static_shared {
    std::size_t bytes = 0;
    std::string arrays;  ///< "left 4096, right 4096": each with its bytes
};

/// The static shared memory of a kernel, where it has any. Of a template that is launched through a wrapper it is not
/// known which instance runs: all that exist.
const std::vector<static_shared>& static_shared_of(const void* kernel);
/// Of the program's `__constant__` variables.
std::size_t constant_bytes();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
