// Checks of host code that accesses device memory, or memory that a stream may be using. All code of a kernel file is
// instrumented, so its host code is checked too; files without kernels are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <strider/emulator/operations.hpp>
#include <strider/emulator/session.hpp>

namespace strider::emulation {

/// Receives a defect of host code at `at`, which concerns a launch of `kernel`, or none if null.
using host_report = void (*)(finding_kind kind, const void* at, std::string message, std::string fix,
                             const void* kernel);

/// From now on the emulator reports host code that accesses memory it may not. Without this call it reports nothing.
/// `in_part`: some host code of the program is not instrumented.
void watch_host(host_report report, bool in_part);

/// A device variable; host code sees only its shadow.
void watch_variable(const volatile void* variable, std::size_t bytes);

/// Memory that the host may use while no kernel does, and that is not allocated as such: managed variables, registered
/// arrays.
void watch_memory_of_both_sides(const void* memory, std::size_t bytes);
void forget_memory_of_both_sides(const void* memory);

/// A host variable: kernels may not use it, and copies may not treat it as device memory.
void know_host_variable(const volatile void* variable, std::size_t bytes);
bool is_host_variable(const void* address);

/// Memory of the host whose end is known: a block of the heap that checked code has allocated, or a variable.
struct host_object {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::string name;
};
/// The object that the bytes leave at its end, or run into from before it; nothing if they do not, as far as is known.
std::optional<host_object> object_left_by(const void* begin, std::size_t bytes);

/// A graph will use these bytes of the host at each launch: from now on it is known when their memory ends.
void hold_host_memory(const void* begin, std::size_t bytes);
struct ended_memory {
    std::string how;  ///< "free()", say
    const void* at = nullptr;
};
/// How memory of held bytes has ended, if it has since this number of operations.
std::optional<ended_memory> end_of_host_memory(const void* begin, std::size_t bytes, std::uint64_t since);

/// Whether such memory has ended between the call that gave the operation to its stream and now.
bool has_lost(const stream_operation& which, const void* begin, std::size_t bytes);

/// Whether the address is in a string literal of the program.
bool is_text(const void* address);

/// Ends the watch for good: host code stands in for the device.
void host_acts_as_device();

/// A copy at `pc` has brought device memory to the host. The host may not read bytes of it that were never written.
void host_copied(const void* to, const void* from, std::size_t bytes, const void* pc);

/// How many bytes of an allocation were never written; 0 for other memory, where this is not known.
std::size_t count_unwritten(const void* begin, std::size_t bytes);

/// The host has waited for these operations: it may access their memory again.
void host_has_waited(const operation_set& some);

/// From now on the emulator calls `finish` before the host polls memory that these operations may use.
void before_host_polls(void (*finish)(const operation_set& some));

/// While this lives, the thread runs a host function, the current operation of a stream. Accesses of the function are
/// compared with all operations that nothing orders with it, and with other host code. The emulator calls `tell` once,
/// as soon as other threads may have learnt of the function: at its first atomic or volatile access or mutex, or at its
/// end if it is not instrumented.
class host_function {
public:
    using teller = void (*)(const stream_operation&);
    host_function(const void* function, teller tell);
    ~host_function();
    host_function(const host_function&) = delete;
    host_function& operator=(const host_function&) = delete;

    struct state;

private:
    std::unique_ptr<state> state_;
};

/// Calls `tell` once, when host code has made a few hundred million accesses, with the functions that made most of
/// them, as addresses in the program. Never calls it after a defect of host code.
void when_host_is_busy(void (*tell)(const std::vector<std::uintptr_t>& functions));

/// From now on these host functions run uninstrumented if they call no function of CUDA. They run checked as before
/// while they could read memory that kernels may be writing, or that was never written.
void run_host_uninstrumented(const std::vector<std::uintptr_t>& functions,
                             const std::vector<std::vector<std::string>>& compile);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
