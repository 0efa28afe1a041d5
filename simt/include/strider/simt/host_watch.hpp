// Accesses of host code to memory that is the device's, or that a kernel may be using. Kernel files are instrumented as
// a whole, so that their host code is seen as well; files without kernels are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <strider/simt/session.hpp>

namespace strider::executor {

/// Takes a defect of host code at `at`, of a launch of `kernel` or of none.
using host_report = void (*)(finding_kind kind, const void* at, std::string message, std::string fix,
                             const void* kernel);

/// From now on host code that accesses what is not its own is reported. Nothing is unless this is called.
void watch_host(host_report report);

/// A variable of the device, of which host code has a shadow alone.
void watch_variable(const volatile void* variable, std::size_t bytes);

/// A variable that the host uses as well, but not while a kernel does.
void watch_managed_variable(const void* variable, std::size_t bytes);

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

/// The host has waited for all kernels: it may use again what they have used.
void host_has_waited() noexcept;

/// Calls `tell` once, when host code has accessed memory a few hundred million times: with the functions that did most
/// of it, as places in the program. Not where the host has accessed what it may not.
void when_host_is_busy(void (*tell)(const std::vector<std::uintptr_t>& functions));

/// From now on these functions of host code run as plain code, unchecked, if they call nothing of CUDA's. They run
/// checked as before while they could read what kernels may be writing, or what nobody has written.
void run_host_as_plain(const std::vector<std::uintptr_t>& functions,
                       const std::vector<std::vector<std::string>>& compile);

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
