#include "order.hpp"

#include <mutex>

namespace strider::executor::runtime {

namespace {

struct all_lines {
    std::mutex mutex;
    unsigned last_id = 0;
    operation_set host;  // what the host has waited for
    operation_line* legacy = nullptr;
    std::vector<operation_line*> blocking;
};
all_lines& lines() {  // streams may be made before main(), and used after it
    static auto* const all = new all_lines;
    return *all;
}

}  // namespace

operation_line::operation_line(kind how) : how_(how) {
    const std::lock_guard guard(lines().mutex);
    id_ = ++lines().last_id;
    if (how == kind::legacy) lines().legacy = this;
    if (how == kind::blocking) lines().blocking.push_back(this);
}

operation_line::~operation_line() {
    const std::lock_guard guard(lines().mutex);
    if (how_ != kind::blocking) return;
    std::erase(lines().blocking, this);
    if (lines().legacy != nullptr) lines().legacy->known_.add(known_);  // it runs on
}

operation_set operation_line::so_far() const {
    operation_set all = known_;
    all.add(lines().host);
    if (how_ == kind::legacy)
        for (const operation_line* one : lines().blocking) all.add(one->known_);
    if (how_ == kind::blocking && lines().legacy != nullptr) all.add(lines().legacy->known_);
    return all;
}

stream_operation operation_line::begin(const void* at, const char* what, bool host_waits) {
    const std::lock_guard guard(lines().mutex);
    stream_operation result{id_, next_operation(), so_far(), at, what, host_waits};
    known_ = result.before;
    known_.add(id_, result.number);
    return result;
}

stream_operation operation_line::begin_node(std::size_t branch, const operation_set& after, const void* at,
                                            const char* what) {
    const std::lock_guard guard(lines().mutex);
    while (branches_.size() < branch) branches_.push_back(++lines().last_id);
    return {branch == 0 ? id_ : branches_[branch - 1], next_operation(), after, at, what, false};
}

operation_set operation_line::record() const {
    const std::lock_guard guard(lines().mutex);
    return so_far();
}

void operation_line::follow(const operation_set& before) {
    const std::lock_guard guard(lines().mutex);
    known_.add(before);
}

void host_has_waited_for(const operation_set& some) {
    const std::lock_guard guard(lines().mutex);
    lines().host.add(some);
}

}  // namespace strider::executor::runtime
