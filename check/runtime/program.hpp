// Translated programs call this in place of `kernel<<<grid, block>>>(arguments)`. Link strider::emulator_program: it
// also carries the program's session, and writes the report when the program ends.
#pragma once

#include <strider/emulator/dialect/memory_functions.hpp>

// nvcc includes these before a program's first line.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <initializer_list>
#include <utility>

#include <strider/check/runtime/runtime.hpp>
#include <strider/emulator/alignment.hpp>
#include <strider/emulator/dialect/cooperative_groups.hpp>
#include <strider/emulator/dialect/device_library.hpp>
#include <strider/emulator/dialect/ptx.hpp>
#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/lane_slot.hpp>
#include <strider/emulator/local_array.hpp>
#include <strider/emulator/nested_launch.hpp>
#include <strider/emulator/shared_array.hpp>

namespace strider::emulation::program {

#if !defined(__clang__)
#if defined(STRIDER_EMULATOR_CHECKS_ALIGNMENT)
[[maybe_unused]] static const bool checks_alignment = (alignment_is_checked = true);
#else
[[maybe_unused]] static const bool could_check_alignment = (alignment_can_be_checked = true);
#endif
#endif

#if defined(THRUST_DEVICE_SYSTEM)
/// Thrust's algorithms run on the host, also for the device.
inline const bool host_has_thrust = (host_acts_as_device(), true);
#endif

namespace detail {

template <class Callable, class... Arguments>
STRIDER_EMULATOR_UNINSTRUMENTED void call(Callable callable, Arguments... arguments) {
    callable(arguments...);
}

}  // namespace detail

/// The name of a kernel that a macro puts together.
#define STRIDER_EMULATOR_TEXT(name) #name

/// Notes a kernel that the program's sources define; what is never entered is in the report as not run.
class kernel_source {
public:
    explicit kernel_source(const char* name);
};
#define STRIDER_EMULATOR_PROGRAM_KERNEL(name) STRIDER_EMULATOR_PROGRAM_KERNEL_AT(name, __COUNTER__)
#define STRIDER_EMULATOR_PROGRAM_KERNEL_AT(name, number) STRIDER_EMULATOR_PROGRAM_KERNEL_NUMBER(name, number)
#define STRIDER_EMULATOR_PROGRAM_KERNEL_NUMBER(name, number) \
    static const ::strider::emulation::program::kernel_source strider_emulator_program_kernel_##number { name }

/// The same for one that is extern "C", which modules find by its name.
template <class... Parameters>
const kernel_source name_kernel_of_module(const char* module, const char* name, void (*kernel)(Parameters...)) {
    runtime::name_function(module, name, runtime::handle(kernel));
    return kernel_source(name);
}
#ifndef STRIDER_EMULATOR_MODULE
#define STRIDER_EMULATOR_MODULE ""  // the program itself
#endif
#define STRIDER_EMULATOR_PROGRAM_C_KERNEL(name) STRIDER_EMULATOR_PROGRAM_C_KERNEL_AT(name, __COUNTER__)
#define STRIDER_EMULATOR_PROGRAM_C_KERNEL_AT(name, number) STRIDER_EMULATOR_PROGRAM_C_KERNEL_NUMBER(name, number)
#define STRIDER_EMULATOR_PROGRAM_C_KERNEL_NUMBER(name, number)                                           \
    static const ::strider::emulation::program::kernel_source strider_emulator_program_kernel_##number = \
        ::strider::emulation::program::name_kernel_of_module(STRIDER_EMULATOR_MODULE, #name, &name)

/// Tells what the program calls the memory that it allocates at these lines of a file.
class allocation_source {
public:
    struct name {
        int line;
        const char* variable;
    };
    allocation_source(const char* file, std::initializer_list<name> names);
};
#define STRIDER_EMULATOR_PROGRAM_ALLOCATIONS(file, ...) \
    STRIDER_EMULATOR_PROGRAM_ALLOCATIONS_AT(__COUNTER__, file, __VA_ARGS__)
#define STRIDER_EMULATOR_PROGRAM_ALLOCATIONS_AT(number, file, ...) \
    STRIDER_EMULATOR_PROGRAM_ALLOCATIONS_NUMBER(number, file, __VA_ARGS__)
#define STRIDER_EMULATOR_PROGRAM_ALLOCATIONS_NUMBER(number, file, ...)                                            \
    static const ::strider::emulation::program::allocation_source strider_emulator_program_allocations_##number { \
        file, { __VA_ARGS__ }                                                                                     \
    }
/// Tells of a __device__ or __constant__ variable, or of a __managed__ one, behind its definition.
struct device_variable {
    template <class T>
    device_variable(const char* module, const char* name, const T& variable) {
        runtime::name_variable(module, name, &reinterpret_cast<const volatile char&>(variable), sizeof(T));
        watch_variable(&reinterpret_cast<const volatile char&>(variable), sizeof(T));
    }
};
/// One of the host's, which kernels cannot use.
struct host_variable {
    template <class T>
    host_variable(const char*, const char*, const T& variable) {
        know_host_variable(&reinterpret_cast<const volatile char&>(variable), sizeof(T));
    }
};
struct managed_variable {
    template <class T>
    managed_variable(const char*, const char* name, const T& variable) {
        runtime::know_managed(name, &reinterpret_cast<const volatile char&>(variable), sizeof(T));
    }
};
#ifndef STRIDER_EMULATOR_UNCHECKED
#define STRIDER_EMULATOR_PROGRAM_VARIABLE(kind, name) STRIDER_EMULATOR_PROGRAM_VARIABLE_AT(kind, name, __COUNTER__)
#else  // the checked form has told of it
#define STRIDER_EMULATOR_PROGRAM_VARIABLE(kind, name) static_assert(true)
#endif
#define STRIDER_EMULATOR_PROGRAM_VARIABLE_AT(kind, name, number) \
    STRIDER_EMULATOR_PROGRAM_VARIABLE_NUMBER(kind, name, number)
#define STRIDER_EMULATOR_PROGRAM_VARIABLE_NUMBER(kind, name, number)                                         \
    static const ::strider::emulation::program::kind##_variable strider_emulator_program_variable_##number { \
        STRIDER_EMULATOR_MODULE, #name, name                                                                 \
    }

/// The same, of a kernel whose blocks form clusters.
class kernel_cluster {
public:
    kernel_cluster(const char* name, unsigned x, unsigned y = 1, unsigned z = 1) { require_cluster(name, {x, y, z}); }
};
#define STRIDER_EMULATOR_PROGRAM_CLUSTER(name, ...) STRIDER_EMULATOR_PROGRAM_CLUSTER_AT(name, __COUNTER__, __VA_ARGS__)
#define STRIDER_EMULATOR_PROGRAM_CLUSTER_AT(name, number, ...) \
    STRIDER_EMULATOR_PROGRAM_CLUSTER_NUMBER(name, number, __VA_ARGS__)
#define STRIDER_EMULATOR_PROGRAM_CLUSTER_NUMBER(name, number, ...)                                             \
    static const ::strider::emulation::program::kernel_cluster strider_emulator_program_cluster_##number{name, \
                                                                                                         __VA_ARGS__};

/// The same, of an instance of a template whose parameters it names.
template <auto Kernel, unsigned X, unsigned Y = 1, unsigned Z = 1>
struct instance_cluster {
    static inline const bool known = (require_cluster(reinterpret_cast<const void*>(Kernel), dim3{X, Y, Z}), true);
};
#ifndef STRIDER_EMULATOR_UNCHECKED
#define STRIDER_EMULATOR_PROGRAM_INSTANCE_CLUSTER(...) \
    static_cast<void>(::strider::emulation::program::instance_cluster<__VA_ARGS__>::known)
#else  // the checked form has told of it
#define STRIDER_EMULATOR_PROGRAM_INSTANCE_CLUSTER(...) static_cast<void>(0)
#endif

/// The same, of a kernel that says __launch_bounds__().
class kernel_bounds {
public:
    kernel_bounds(const char* name, unsigned threads) { require_threads(name, threads); }
};
#define STRIDER_EMULATOR_PROGRAM_BOUNDS(name, threads) STRIDER_EMULATOR_PROGRAM_BOUNDS_AT(name, __COUNTER__, threads)
#define STRIDER_EMULATOR_PROGRAM_BOUNDS_AT(name, number, threads) \
    STRIDER_EMULATOR_PROGRAM_BOUNDS_NUMBER(name, number, threads)
#define STRIDER_EMULATOR_PROGRAM_BOUNDS_NUMBER(name, number, threads) \
    static const ::strider::emulation::program::kernel_bounds strider_emulator_program_bounds_##number{name, threads};

/// f(first, ...)   becomes   f(called("f") ->* first, ...), where f is an algorithm of Thrust's, which runs on the
/// host.
struct called {
    explicit called(const char* name);
};
template <class T>
[[gnu::always_inline]] constexpr T&& operator->*(called, T&& first) {
    return static_cast<T&&>(first);
}

/// The first thing that each lane of a kernel does.
#ifndef STRIDER_EMULATOR_UNCHECKED
void entered(const char* kernel) noexcept;
#else  // in the uninstrumented build of a kernel, whose checked blocks have been entered
inline void entered(const char*) noexcept {}
#endif

namespace detail {

/// Gives the launch to the one that the lane belongs to: the arguments are copied now. `name`: of the kernel, where its
/// function does not say it.
template <class Work>
void launch_by_kernel(const void* kernel, const char* name, const runtime::launch_shape& shape, const Work& work) {
    struct launched {
        const void* kernel;
        const char* name;
        runtime::launch_shape shape;
        const Work& work;
    };
    const launched what{kernel, name, shape, work};
    when_launch_has_ended(
        [](const void* data) -> std::function<void()> {
            const auto& it = *static_cast<const launched*>(data);
            if (it.name != nullptr) name_kernel(it.kernel, it.name);
            return [kernel = it.kernel, shape = it.shape, work = it.work] {
                runtime::submit(nullptr, kernel, shape, new Work(work));
            };
        },
        &what);
}

template <class Work, class... Bound>
void submit(const void* kernel, const char* name, const runtime::launch_shape& shape, cudaStream_t stream,
            Bound&&... bound) {
    if constexpr (std::is_copy_constructible_v<Work>)
        if (on_lane()) return launch_by_kernel(kernel, name, shape, Work(bound...));
    if (name != nullptr) name_kernel(kernel, name);
    runtime::submit(stream, kernel, shape, new Work(std::forward<Bound>(bound)...));
}

}  // namespace detail

/// launch("k", k, grid, block, shared_bytes, stream)(arguments...): each argument is converted as a call would.
template <class... Parameters>
STRIDER_EMULATOR_INTRINSIC auto launch(const char*, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                       std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return [=, at = STRIDER_EMULATOR_CALLER.pc](Parameters... arguments) {
        detail::submit<runtime::bound_work<Parameters...>>(reinterpret_cast<const void*>(kernel), nullptr,
                                                           {grid, block, shared_bytes, false, at}, stream, kernel,
                                                           std::forward<Parameters>(arguments)...);
    };
}

/// The same for a callee whose template arguments are deduced: `callable` calls it, and `choose` assigns it to a
/// pointer where the types of the arguments are those of the parameters. Then none is copied by each thread.
template <class Callable, class Choose>
    requires std::is_class_v<Callable>
STRIDER_EMULATOR_INTRINSIC auto launch(const char* name, Callable callable, Choose choose, dim3 grid, dim3 block,
                                       std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return [=, at = STRIDER_EMULATOR_CALLER.pc](auto... arguments) {
        const runtime::launch_shape shape{grid, block, shared_bytes, false, at};
        using pointer = void (*)(decltype(arguments)...);
        if constexpr ((emulation::detail::copied_by_constructor<decltype(arguments)> || ...) &&
                      requires(pointer* chosen) { choose(chosen); }) {
            pointer chosen = nullptr;
            choose(&chosen);
            detail::submit<runtime::bound_work<decltype(arguments)...>>(reinterpret_cast<const void*>(chosen), name,
                                                                        shape, stream, chosen, arguments...);
        } else {
            using callee = runtime::callee<Callable>;
            void (*const kernel)(callee, decltype(arguments)...) = &detail::call<callee, decltype(arguments)...>;
            if constexpr (requires(pointer* chosen) { choose(chosen); }) {
                pointer chosen = nullptr;
                choose(&chosen);
                require_cluster_of(reinterpret_cast<const void*>(kernel), reinterpret_cast<const void*>(chosen));
            }
            detail::submit<runtime::bound_work<callee, decltype(arguments)...>>(
                reinterpret_cast<const void*>(kernel), name, shape, stream, kernel, callee{callable}, arguments...);
        }
    };
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
