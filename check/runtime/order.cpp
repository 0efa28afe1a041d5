#include "order.hpp"

#include <map>
#include <mutex>

#include <strider/emulator/host_watch.hpp>

#include "devices.hpp"

namespace strider::emulation::runtime {

namespace {

struct device_lines {
    operation_line* legacy = nullptr;
    std::vector<operation_line*> blocking, non_blocking;
    operation_set ended;  // of streams that are gone
};
struct all_lines {
    std::mutex mutex;
    unsigned last_id = 0;
    operation_set host;  // what the host has waited for
    std::map<int, device_lines> of;
};
all_lines& lines() {  // streams may be made before main(), and used after it
    static auto* const all = new all_lines;
    return *all;
}

}  // namespace

operation_line::operation_line(kind how, int device) : how_(how), device_(device) {
    const std::lock_guard guard(lines().mutex);
    id_ = ++lines().last_id;
    device_lines& mine = lines().of[device];
    if (how == kind::legacy) mine.legacy = this;
    if (how == kind::blocking) mine.blocking.push_back(this);
    if (how == kind::non_blocking) mine.non_blocking.push_back(this);
}

operation_line::~operation_line() {
    const std::lock_guard guard(lines().mutex);
    device_lines& mine = lines().of[device_];
    std::erase(mine.non_blocking, this);
    mine.ended.add(known_);
    if (std::erase(mine.blocking, this) != 0 && mine.legacy != nullptr) mine.legacy->known_.add(known_);  // it runs on
}

operation_set operation_line::so_far() const {
    operation_set all = known_;
    all.add(of_others());
    return all;
}

operation_set operation_line::of_others() const {
    const device_lines& mine = lines().of[device_];
    operation_set all = lines().host;
    if (how_ == kind::legacy)
        for (const operation_line* one : mine.blocking) all.add(one->known_);
    if (how_ == kind::blocking && mine.legacy != nullptr) all.add(mine.legacy->known_);
    return all;
}

stream_operation operation_line::begin(const void* at, const char* what, bool host_waits) {
    const std::lock_guard guard(lines().mutex);
    stream_operation result{id_,     next_operation(),       so_far(), at, what, host_waits, nullptr,
                            device_, reachable_from(device_)};
    known_ = result.before;
    known_.add(id_, result.number);
    last_launch_ = {};
    return result;
}

stream_operation operation_line::begin_launch(const void* caller, bool dependent) {
    launch_so_far last;
    {
        const std::lock_guard guard(lines().mutex);
        last = last_launch_;
        last.before.add(of_others());
    }
    stream_operation result = begin(caller, "launch", false);
    const std::lock_guard guard(lines().mutex);
    if (dependent && last.number != 0 && !last.before.holds(id_, last.number)) {
        result.before = std::move(last.before);
        result.primaries.push_back({id_, last.number});
    }
    last_launch_ = {result.number, result.before};
    for (const launch_number& one : primaries_) {
        result.primaries.push_back(one);
        known_.add(one.line, one.number);
    }
    primaries_.clear();
    return result;
}

stream_operation operation_line::begin_node(std::size_t branch, const operation_set& after, const void* caller,
                                            const char* what, const void* graph_at) {
    const std::lock_guard guard(lines().mutex);
    while (branches_.size() < branch) branches_.push_back(++lines().last_id);
    return {branch == 0 ? id_ : branches_[branch - 1],
            next_operation(),
            after,
            caller,
            what,
            false,
            nullptr,
            device_,
            reachable_from(device_),
            graph_at};
}

stream_operation operation_line::begin_early(const void* at, const char* what, bool host_waits) {
    const std::lock_guard guard(lines().mutex);
    if (early_ == 0) early_ = ++lines().last_id;
    stream_operation result{early_,  next_operation(), lines().host,           at, what, host_waits,
                            nullptr, device_,          reachable_from(device_)};
    result.early = true;
    known_.add(result.line, result.number);
    return result;
}

operation_set operation_line::record() const {
    const std::lock_guard guard(lines().mutex);
    return so_far();
}

void operation_line::follow(const operation_set& before) {
    const std::lock_guard guard(lines().mutex);
    known_.add(before);
    last_launch_.before.add(before);
}

void operation_line::follow_start(const launch_number& primary) {
    const std::lock_guard guard(lines().mutex);
    primaries_.push_back(primary);
}

operation_set operations_of(int device) {
    const std::lock_guard guard(lines().mutex);
    const device_lines& its = lines().of[device];
    operation_set all = its.ended;
    if (its.legacy != nullptr) all.add(its.legacy->so_far());
    for (const operation_line* one : its.non_blocking) all.add(one->known_);
    return all;
}

void host_has_waited_for(const operation_set& some) {
    {
        const std::lock_guard guard(lines().mutex);
        lines().host.add(some);
    }
    host_has_waited(some);
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
