#include "host_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/launch.hpp>

#include "code/module.hpp"
#include "code/places.hpp"
#include "host_order.hpp"
#include "run/device_range.hpp"
#include "run/events.hpp"
#include "run/findings.hpp"
#include "run/host_watch.hpp"
#include "unwritten_copies.hpp"

namespace strider::emulation {

namespace {

struct watched_variables {
    std::mutex mutex;
    std::vector<module_symbol> of_device;  ///< sorted

    static void add(std::vector<module_symbol>& to, const volatile void* variable, std::size_t bytes) {
        const module_symbol one{reinterpret_cast<std::uintptr_t>(variable), bytes, ""};
        to.insert(std::upper_bound(to.begin(), to.end(), one), one);
    }
};
watched_variables& variables() {  // of which static objects of the program tell
    static auto* const all = new watched_variables;
    return *all;
}

struct known_host_variables {
    std::shared_mutex mutex;  // kernels read
    std::vector<module_symbol> all;
};
known_host_variables& host_variables() {
    static auto* const known = new known_host_variables;
    return *known;
}

host_report reported_by = nullptr;
std::atomic<void (*)(const operation_set&)> finish_for_poll = nullptr;
std::atomic<bool> acts_as_device{false};

/// Code with a defect is never run unchecked.
void report_to(finding_kind kind, const void* pc, std::string message, std::string fix) {
    watched_host.sample = nullptr;
    reported_by(kind, in_host_code(pc), std::move(message), std::move(fix), nullptr);
}

const char* what_host_does(const memory_access& what) { return what.has(access_store) ? "writes" : "reads"; }

located global_at(const memory_access& what, const memory_entry* entry) {
    located at;
    at.space = memory_space::global;
    at.address = what.address;
    at.entry = entry;
    return at;
}

void report_memory(const memory_access& what) {
    const bool stores = what.has(access_store);
    std::string text = fmt::format("the host {} {} of device memory", what_host_does(what), bytes_text(what.bytes));
    if (const auto entry = find_new_entry(what.address, what.bytes))
        text += ": " + describe(global_at(what, entry.get()), what.bytes);
    else if (find_freed(what.address) != nullptr)
        text += ", which has been freed";
    else
        text += ", beyond every allocation";
    report_to(finding_kind::host_access, what.pc, std::move(text),
              stores ? "fill a copy on the host, and copy it by cudaMemcpy(device, copy, bytes, cudaMemcpyHostToDevice)"
                     : "copy the memory by cudaMemcpy(copy, device, bytes, cudaMemcpyDeviceToHost), and read the copy");
}

void report_variable(const memory_access& what) {
    {
        const std::lock_guard guard(variables().mutex);
        const module_symbol* const variable = find_symbol(variables().of_device, what.address);
        if (variable == nullptr) return;
    }
    const bool constant = find_symbol(own_module().constants, what.address) != nullptr;
    report_to(
        finding_kind::host_access, what.pc,
        fmt::format("the host {} {}, a {} variable: on a GPU this is the host's own copy, which kernels do not use",
                    what_host_does(what), describe(global_at(what, nullptr), what.bytes),
                    constant ? "__constant__" : "__device__"),
        what.has(access_store) ? "write the variable by cudaMemcpyToSymbol()"
                               : "read the variable by cudaMemcpyFromSymbol()");
}

/// `does`: what happens to which bytes; `until`: what must come behind a wait.
void report_unfinished(const void* pc, const unfinished_use& use, const std::string& does, const char* until) {
    const bool of_kernel = use.by.kernel != nullptr;
    const std::string name = name_of(use.by);
    report_to(finding_kind::host_access, pc,
              fmt::format("{}, which {} may still be {}: nothing waits for {}", does,
                          of_kernel ? "kernel " + kernel_name(use.by.kernel) : name, use.writes ? "writing" : "reading",
                          of_kernel ? "the launch at " + place(use.by.at) : std::string("it")),
              (of_kernel ? "call cudaDeviceSynchronize() between the launch and "
                         : "call cudaStreamSynchronize(stream) between " + name + " and ") +
                  until);
}

/// Whether an operation that the host has not waited for may still use the bytes.
bool report_use(const memory_access& what) {
    const auto use = use_of(what);
    if (!use) return false;
    // How a program talks with what runs: it waits for a flag, say.
    if (what.has(access_volatile) || what.has(access_atomic)) {
        operation_set known = use->before;
        known.add(use->by.line, use->by.number);
        if (const auto finish = finish_for_poll.load()) finish(known);
        host_has_waited(known);
        return true;
    }
    const auto entry = find_new_entry(what.address, what.bytes);
    const bool has_name = entry != nullptr || find_symbol(own_module().variables, what.address) != nullptr;
    report_unfinished(what.pc, *use,
                      fmt::format("the host {} {}", what_host_does(what),
                                  has_name ? describe(global_at(what, entry.get()), what.bytes)
                                           : bytes_text(what.bytes) + " of its own memory"),
                      "this access");
    return true;
}

/// Files tell of their variables before and after the watch begins.
void watch_variables() {
    if (acts_as_device || watched_host.look == nullptr) return;
    const std::lock_guard guard(variables().mutex);
    const auto& all = variables().of_device;
    if (all.empty()) return;
    watched_host.variables_begin = all.front().begin;
    watched_host.variables_bytes = all.back().begin + all.back().bytes - all.front().begin;
}

void report_unwritten(const memory_access& what, const unwritten_bytes& gap) {
    memory_access source = what;
    source.address = gap.from + (what.address - gap.begin);
    report_to(
        finding_kind::uninitialised_read, what.pc,
        fmt::format("the host reads a copy of {}; nothing wrote it before the copy at {}",
                    describe(global_at(source, gap.entry.get()), what.bytes), place(gap.copied_at)),
        "write every element that the host copies: launch enough threads, (n + block - 1) / block blocks, or copy "
        "fewer bytes");
}

void look(const memory_access& what) {
    const address_range of_device = device_addresses(false);
    if (what.address - of_device.begin < of_device.bytes) return report_memory(what);
    if (!note_access_of_function(what) && report_use(what)) return;
    if (const unwritten_bytes gap = take_unwritten(what); gap.end != 0) return report_unwritten(what, gap);
    report_variable(what);
}

}  // namespace

void host_access::note_launch(const worker& w) {
    if (watched_host.look == nullptr) return;
    observed_launch& launch = *observed(w).launch;
    const stream_operation* const now = w.launch->operation;
    if (now == nullptr || launch.known_to_host.exchange(true)) return;
    note_unfinished({now->line,
                     now->number,
                     w.launch->call.launched_at,
                     now->what,
                     w.launch->call.kernel,
                     launch.first_serial,
                     w.launch->blocks,
                     {}},
                    now->before, launch.shadow);
}

void report_end_of_memory(const ended_memory& end, std::size_t bytes, const unfinished_use& use) {
    report_unfinished(end.at, use, fmt::format("{} ends {} of the host's memory", end.how, bytes_text(bytes)),
                      "the end of this memory");
}

void watch_host(host_report to, bool in_part) {
    if (acts_as_device) return;
    reported_by = to;
    watched_host.in_part = in_part;
    watched_host.look = look;
    watched_host.leave = leave_frame;
    watched_host.memory_begin = device_addresses(false).begin;
    watched_host.memory_bytes = device_addresses(false).bytes;
    watch_variables();
    ++watchers;
}

void before_host_polls(void (*finish)(const operation_set& some)) { finish_for_poll = finish; }

void watch_variable(const volatile void* variable, std::size_t bytes) {
    {
        const std::lock_guard guard(variables().mutex);
        watched_variables::add(variables().of_device, variable, bytes);
    }
    watch_variables();
}

void know_host_variable(const volatile void* variable, std::size_t bytes) {
    const std::unique_lock guard(host_variables().mutex);
    watched_variables::add(host_variables().all, variable, bytes);
}

bool is_host_variable(const void* address) {
    const std::shared_lock guard(host_variables().mutex);
    return find_symbol(host_variables().all, reinterpret_cast<std::uintptr_t>(address)) != nullptr;
}

bool is_text(const void* address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return find_symbol(own_module().variables, at) == nullptr &&
           std::ranges::any_of(own_module().segments, [&](const module_image::segment& one) {
               return !one.writable && at >= one.begin && at < one.end;
           });
}

void host_acts_as_device() {
    acts_as_device = true;
    watched_host.memory_bytes = watched_host.variables_bytes = watched_host.used_bytes = 0;
    watched_host.sample = nullptr;
    watched_host.look = nullptr;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
