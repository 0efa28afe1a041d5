#include "host_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include <strider/simt/host_watch.hpp>
#include <strider/simt/launch.hpp>

#include "code/module.hpp"
#include "code/places.hpp"
#include "run/device_range.hpp"
#include "run/events.hpp"
#include "run/findings.hpp"
#include "run/host_watch.hpp"
#include "unwritten_copies.hpp"

namespace strider::executor {

namespace {

struct watched_variables {
    std::mutex mutex;
    std::vector<module_symbol> of_device, managed;  ///< sorted

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
std::atomic<bool> acts_as_device{false};

/// Code with a defect is never run unchecked.
void report_to(finding_kind kind, const void* pc, std::string message, std::string fix) {
    watched_host.sample = nullptr;
    reported_by(kind, pc, std::move(message), std::move(fix), nullptr);
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

/// A launch that the host has not waited for, or its part behind a grid barrier.
struct unfinished_launch {
    global_shadow* shadow;
    const void *kernel, *launched_at;
    std::uint32_t first_serial;
    std::uint64_t blocks;
};
struct unfinished_launches {
    static constexpr std::size_t most = 512;
    std::mutex mutex;
    std::deque<unfinished_launch> all;  ///< of those that use memory of both sides

    std::optional<unfinished_launch> find(const global_shadow* shadow, std::uint32_t block) const {
        for (const unfinished_launch& one : all)
            if (one.shadow == shadow && block - one.first_serial < one.blocks) return one;
        return std::nullopt;
    }
};
unfinished_launches& unfinished() {
    static auto* const all = new unfinished_launches;
    return *all;
}

/// What a kernel may still do with these bytes so that the host must wait for it.
struct kernel_use {
    unfinished_launch by;
    bool writes = false;
};
std::optional<kernel_use> use_of(const memory_access& what) {
    std::optional<kernel_use> result;
    const std::lock_guard guard(unfinished().mutex);
    const global_shadow* last = nullptr;  // nearly always there is one alone
    for (const unfinished_launch& launch : unfinished().all) {
        if (std::exchange(last, launch.shadow) == launch.shadow) continue;
        launch.shadow->each_record(what.address, what.bytes, what.has(access_store),
                                   [&](const access_record& record, std::uintptr_t) {
                                       if (result) return;
                                       if (const auto by = unfinished().find(launch.shadow, record.block))
                                           result = {*by, record.writes()};
                                   });
    }
    return result;
}

void report_use(const memory_access& what) {
    const auto use = use_of(what);
    if (!use) return;
    // How a program talks with a kernel that runs: it waits for a flag, say.
    if (what.has(access_volatile) || what.has(access_atomic)) return host_has_waited();
    const auto entry = find_new_entry(what.address, what.bytes);
    report_to(finding_kind::host_access, what.pc,
              fmt::format("the host {} {}, which kernel {} may still be {}: nothing waits for the launch at {}",
                          what_host_does(what), describe(global_at(what, entry.get()), what.bytes),
                          kernel_name(use->by.kernel), use->writes ? "writing" : "reading", place(use->by.launched_at)),
              "call cudaDeviceSynchronize() between the launch and this access");
}

/// From now on, memory and variables of both sides only while kernels may use them. Files tell of their variables
/// before and after the watch begins.
void watch_all(bool of_both_sides) {
    if (acts_as_device || watched_host.look == nullptr) return;
    watched_host.memory_begin = device_addresses(false).begin;
    watched_host.memory_bytes = device_addresses(of_both_sides).bytes;
    watched_host.both_sides = of_both_sides;
    const std::lock_guard guard(variables().mutex);
    std::uintptr_t begin = ~std::uintptr_t{0}, end = begin;
    const auto hold = [&](const std::vector<module_symbol>& some) {
        if (some.empty()) return;
        end = std::max(begin == end ? 0 : end, some.back().begin + some.back().bytes);
        begin = std::min(begin, some.front().begin);
    };
    hold(variables().of_device);
    if (of_both_sides) hold(variables().managed);
    watched_host.variables_begin = begin;
    watched_host.variables_bytes = end - begin;
}

bool is_managed_variable(std::uintptr_t address) {
    const std::lock_guard guard(variables().mutex);
    return find_symbol(variables().managed, address) != nullptr;
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

void look(const memory_access& at) {
    memory_access what = at;
    what.pc = in_host_code(at.pc);
    const address_range of_device = device_addresses(false), of_all = device_addresses(true);
    if (what.address - of_device.begin < of_device.bytes) return report_memory(what);
    if (what.address - of_all.begin < of_all.bytes || is_managed_variable(what.address)) return report_use(what);
    if (const unwritten_bytes gap = take_unwritten(what); gap.end != 0) return report_unwritten(what, gap);
    report_variable(what);
}

}  // namespace

void host_access::note_launch(const worker& w) {
    if (watched_host.look == nullptr) return;
    observed_launch& launch = *observed(w).launch;
    const std::lock_guard guard(unfinished().mutex);
    if (launch.known_to_host.exchange(true)) return;
    auto& all = unfinished().all;
    if (all.size() == unfinished_launches::most) all.pop_front();
    all.push_back(
        {launch.shadow, w.launch->call.kernel, w.launch->call.launched_at, launch.first_serial, w.launch->blocks});
    watch_all(true);
}

void watch_host(host_report to) {
    if (acts_as_device) return;
    reported_by = to;
    watched_host.look = look;
    watch_all(false);
    ++watchers;
}

void watch_variable(const volatile void* variable, std::size_t bytes) {
    {
        const std::lock_guard guard(variables().mutex);
        watched_variables::add(variables().of_device, variable, bytes);
    }
    watch_all(false);
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

void watch_managed_variable(const void* variable, std::size_t bytes) {
    const std::lock_guard guard(variables().mutex);
    watched_variables::add(variables().managed, variable, bytes);
}

void host_acts_as_device() {
    acts_as_device = true;
    watched_host.memory_bytes = watched_host.variables_bytes = 0;
    watched_host.sample = nullptr;
    watched_host.look = nullptr;
}

void host_has_waited() noexcept {
    if (watched_host.look == nullptr || acts_as_device) return;
    const std::lock_guard guard(unfinished().mutex);
    unfinished().all.clear();
    watch_all(false);
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
