// What a lane asks of the emulator, but for barriers: its indices, and the end of what is supported.
#include <strider/emulator/lane.hpp>

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "events.hpp"
#include "findings.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

bool on_lane() noexcept { return current_worker() != nullptr; }

hidden_lane::hidden_lane() noexcept : worker_(current_worker()) {
    if (worker_ != nullptr) slot_of_lane().owner = nullptr;
}
hidden_lane::~hidden_lane() {
    if (worker_ != nullptr) slot_of_lane().owner = worker_;
}

// On the host an index is 0: functions that are compiled for both sides may ask.

std::uint64_t packed::thread_index() noexcept { return on_lane() ? **slot_of_lane().thread : 0; }
std::uint64_t packed::block_index() noexcept { return on_lane() ? slot_of_lane().block : 0; }
std::uint64_t packed::block_extent() noexcept { return on_lane() ? slot_of_lane().block_extent : 0; }
std::uint64_t packed::grid_extent() noexcept { return on_lane() ? slot_of_lane().grid_extent : 0; }

unsigned lane_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->current->index % warp_lanes;
}

namespace {

// The launch ends with an exception at every speed; a session that looks for findings has one as well.
template <class Exception>
void fail(worker& w, finding_kind kind, const void* pc, const std::string& message, const std::string& fix,
          Exception exception) {
    launch_state& launch = *w.launch;
    if (w.uninstrumented) pc = launch.call.launched_at;  // lines of uninstrumented code are not known
    add_finding(w, kind, pc, nullptr, [&](raw_finding& what) {
        what.message = message;
        what.fix = fix;
        what.of_no_object = kind == finding_kind::out_of_bounds;  // see miss_texture()
    });
    const std::string text = fmt::format("emulator: {} in kernel {} at {}: {}", name(kind),
                                         kernel_name(launch.call.kernel), place(pc), message);
    launch.fail(std::make_exception_ptr(exception(with_places(text))));
}

std::runtime_error failure(const std::string& text) { return std::runtime_error(text); }

}  // namespace

void refuse(site caller, const char* what) noexcept {
    worker& w = lane_worker();
    outside_of_lane(w, [&] {
        fail(w, finding_kind::unsupported, caller.pc, fmt::format("the emulator does not support {}", what),
             "run this kernel on a GPU, or use only features that the emulator supports", failure);
    });
    retire(w);
}

void miss_texture(site caller) noexcept {
    worker& w = lane_worker();
    outside_of_lane(w, [&] {
        fail(w, finding_kind::out_of_bounds, caller.pc,
             fmt::format("{} uses a texture or surface object that is 0", who(w, w.current->index)),
             "create the object before the launch, and check the status of cudaCreateTextureObject()", failure);
    });
    retire(w);
}

void stop_kernel(site caller, stopped_by how, const char* what) noexcept {
    worker& w = lane_worker();
    const bool by_assertion = how == stopped_by::assertion;
    outside_of_lane(w, [&] {
        const std::string message =
            by_assertion ? fmt::format("{}: the assertion `{}` does not hold", who(w, w.current->index), what)
                         : fmt::format("{} ends the kernel by {}", who(w, w.current->index), what);
        fail(w, finding_kind::assertion, caller.pc, message,
             "find the cause; on a GPU this launch and every later call fail",
             [&](const std::string& text) { return stopped_kernel(text, by_assertion); });
    });
    retire(w);
}

void refuse_grid_barrier(worker& w, const void* pc) {
    outside_of_lane(w, [&] {
        fail(
            w, finding_kind::bad_launch, pc,
            "the kernel reaches a grid barrier, but was not launched cooperatively: its blocks may not all run at once",
            "launch it with cudaLaunchCooperativeKernel()", failure);
    });
    retire(w);
}

void call_outside_of_lane(void (*work)(void*), void* argument) {
    worker* const w = current_worker();
    w == nullptr ? work(argument) : outside_of_lane(*w, [&] { work(argument); });
}

std::uint64_t host_clock() noexcept {
    worker& w = lane_worker();
    note_event(w);  // who waits for the clock will not wait for ever
    w.launch->reads_clock.store(true, std::memory_order_relaxed);
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

void stack_overflow(worker& w, const void* pc) {
    outside_of_lane(w, [&] {
        fail(w, finding_kind::stack_overflow, pc,
             fmt::format("{} needs more than {} KiB of local variables and calls", who(w, w.current->index),
                         (stack_bytes - stack_reserve) / 1024),
             "make the local arrays smaller, or the recursion shallower", failure);
    });
    w.launch->lane_lost = true;
    abandon_block(w);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
