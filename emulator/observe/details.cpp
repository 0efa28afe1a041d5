// The counters of a session by launch and by line, and the requests of its traced warp.
#include <tuple>

#include "code/module.hpp"
#include "code/places.hpp"
#include "session_state.hpp"

namespace strider::emulation {

namespace {

request_kind public_kind(event_kind kind) {
    switch (kind) {
        case event_kind::shared_load:
            return request_kind::shared_load;
        case event_kind::shared_store:
        case event_kind::shared_copy:
            return request_kind::shared_store;
        case event_kind::shared_atomic:
            return request_kind::shared_atomic;
        case event_kind::global_load:
        case event_kind::global_copy:
            return request_kind::global_load;
        case event_kind::global_store:
            return request_kind::global_store;
        default:
            return request_kind::global_atomic;
    }
}

const void* address_of(std::uint32_t pc) { return reinterpret_cast<const void*>(own_module().base + pc); }

std::array<unsigned, 3> extents(dim3 of) { return {of.x, of.y, of.z}; }

}  // namespace

details session::details() {
    const std::lock_guard guard(state_->mutex);
    emulation::details made;
    for (const auto& one : state_->launches)
        made.launches.push_back({kernel_name(one.kernel), kernel_instance(one.kernel), extents(one.grid),
                                 extents(one.block), one.shared_bytes, one.seen});

    std::vector<const void*> addresses;
    for (const auto& [key, seen] : state_->places) addresses.push_back(address_of(key.second));
    for (const auto& [kernel, request] : state_->requests) addresses.push_back(address_of(request.pc));
    const std::vector<code_place> places = look_up(addresses);
    std::size_t next = 0;

    using place = std::tuple<std::string, int, std::string, int>;
    std::map<std::string, std::map<place, counters>> lines;
    for (const auto& [key, seen] : state_->places) {
        const code_place& at = places[next++];
        lines[kernel_name(key.first)][{at.outer.file, at.outer.line, at.line.file, at.line.line}] += seen;
    }
    for (const auto& [kernel, counted] : lines)
        for (const auto& [at, seen] : counted) {
            const auto& [outer_file, outer_line, file, line] = at;
            made.lines[kernel].push_back({{file, line}, {outer_file, outer_line}, seen});
        }
    for (const auto& [kernel, one] : state_->requests) {
        const code_place& at = places[next++];
        made.requests[kernel_name(kernel)].push_back(
            {public_kind(one.kind), at.line, at.outer, one.bytes, one.lanes, one.addresses, one.cost});
    }
    return made;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
