// Accesses of host code to memory that is the device's, or that a stream may be using. Kernel files are instrumented as
// a whole, so that their host code is seen as well; files without kernels are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <strider/emulator/operations.hpp>
#include <strider/emulator/session.hpp>

namespace strider::emulation {

/// Takes a defect of host code at `at`, of a launch of `kernel` or of none.
using host_report = void (*)(finding_kind kind, const void* at, std::string message, std::string fix,
                             const void* kernel);

/// From now on host code that accesses what is not its own is reported. Nothing is unless this is called. `in_part`:
/// there is host code beside that which is instrumented.
void watch_host(host_report report, bool in_part);

/// A variable of the device, of which host code has a shadow alone.
void watch_variable(const volatile void* variable, std::size_t bytes);

/// Memory that the host uses as well, but not while a kernel does, and that is not allocated for that: managed
/// variables, registered arrays.
void watch_memory_of_both_sides(const void* memory, std::size_t bytes);
void forget_memory_of_both_sides(const void* memory);

/// A variable that the host alone has: a kernel may not use it, nor may a copy take it for device memory.
void know_host_variable(const volatile void* variable, std::size_t bytes);
bool is_host_variable(const void* address);

/// Whether a string of the program's is there: what it can only read, and no variable.
bool is_text(const void* address);

/// Ends the watch for good: host code runs what the device would.
void host_acts_as_device();

/// A copy at `at` has brought these bytes of device memory to the host: it may not read those that nobody has written.
void host_copied(const void* to, const void* from, std::size_t bytes, const void* at);

/// How many of these bytes of an allocation nobody has written; of other memory that is not known: 0.
std::size_t count_unwritten(const void* begin, std::size_t bytes);

/// The host has waited for these: it may use again what they have used.
void host_has_waited(const operation_set& some);

/// While it lives, this thread runs a function of the host, the current operation of a stream. What the function
/// accesses is held against all that nothing orders with the operation, and other host code is held against it.
/// `tell` is called once where others may have learnt of the function: by its atomic and volatile accesses, by mutexes;
/// where it is not instrumented, at its end.
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

/// Calls `tell` once, when host code has accessed memory a few hundred million times: with the functions that did most
/// of it, as places in the program. Not where the host has accessed what it may not.
void when_host_is_busy(void (*tell)(const std::vector<std::uintptr_t>& functions));

/// From now on these functions of host code run as plain code, unchecked, if they call nothing of CUDA's. They run
/// checked as before while they could read what kernels may be writing, or what nobody has written.
void run_host_as_plain(const std::vector<std::uintptr_t>& functions,
                       const std::vector<std::vector<std::string>>& compile);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
