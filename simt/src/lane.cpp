// What a lane asks of the executor, but for barriers: its indices, and the end of what is supported.
#include <strider/simt/lane.hpp>

#include <fmt/format.h>

#include <stdexcept>

#include "findings.hpp"
#include "observe.hpp"
#include "places.hpp"
#include "scheduler.hpp"

namespace simt {

bool on_lane() noexcept { return current_worker() != nullptr; }

// On the host an index is 0: functions that are compiled for both sides may ask.

std::uint64_t packed::thread_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->current->packed_index;
}

std::uint64_t packed::block_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_block;
}

std::uint64_t packed::block_extent() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_block_extent;
}

std::uint64_t packed::grid_extent() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->packed_grid_extent;
}

unsigned lane_index() noexcept {
    const worker* w = current_worker();
    return w == nullptr ? 0 : w->current->index % warp_lanes;
}

namespace {

// The launch ends with an exception at every speed; a session that looks for findings has one as well.
void fail(worker& w, finding_kind kind, const void* pc, const std::string& message, const std::string& fix) {
    launch_state& launch = *w.launch;
    add_finding(w, kind, pc, nullptr, [&](raw_finding& what) {
        what.message = message;
        what.fix = fix;
    });
    const std::string text =
        fmt::format("simt: {} in kernel {} at {}: {}", name(kind), kernel_name(launch.call.kernel), place(pc), message);
    launch.fail(std::make_exception_ptr(std::runtime_error(with_places(text))));
}

}  // namespace

void refuse(site at, const char* what) noexcept {
    worker& w = lane_worker();
    outside_of_lane(w, [&] {
        fail(w, finding_kind::unsupported, at.pc, fmt::format("the executor does not support {}", what),
             "run this kernel on a GPU, or express it with what the executor supports");
    });
    retire(w);
}

void stack_overflow(worker& w, const void* pc) {
    outside_of_lane(w, [&] {
        fail(w, finding_kind::stack_overflow, pc,
             fmt::format("{} needs more than {} KiB of local variables and calls", who(w, w.current->index),
                         (stack_bytes - stack_reserve) / 1024),
             "make the local arrays smaller, or the recursion shallower");
    });
    abandon_block(w);
}

}  // namespace simt
