#include "synchronisation.hpp"

#include <algorithm>
#include <map>

namespace simt {

namespace {

bool covers(const release_node& node, const access_record& access, bool same_block) {
    if (node.block != access.block) return false;
    const fence_point& until = node.covers[same_block ? 0 : 1];
    const std::uint64_t time = access.time();
    const unsigned lane = access.lane();
    if (until.lane_time == 0) return false;  // no fence reached as far
    return time < until.block_time || (lane == node.lane && time < until.lane_time) ||
           (lane / warp_lanes == node.lane / warp_lanes && time < until.warp_time) ||
           (!node.seen.empty() && time < node.seen[lane]);
}

}  // namespace

void learn(std::vector<acquired>& known, const acquired& more) {
    for (acquired& one : known)
        if (one.from == more.from && one.reach == more.reach) {
            one.count = std::max(one.count, more.count);
            return;
        }
    known.push_back(more);
}

void synchronisation::release(std::uintptr_t address, release_node&& node) {
    const std::lock_guard guard(mutex_);
    auto& variable = variables_[address];
    if (!variable) variable = std::make_unique<sync_variable>();
    variable->releases.push_back(std::move(node));
    any_.store(true, std::memory_order_relaxed);
}

acquired synchronisation::look(std::uintptr_t address, scope reach) {
    const std::lock_guard guard(mutex_);
    const auto at = variables_.find(address);
    if (at == variables_.end()) return {};
    return {at->second.get(), at->second->releases.size(), reach};
}

bool synchronisation::ordered(const access_record& before, std::uint32_t block, const std::vector<acquired>& lane_knows,
                              const std::vector<acquired>& block_knows) {
    if (lane_knows.empty() && block_knows.empty()) return false;
    const std::lock_guard guard(mutex_);
    const bool same_block = before.block == block;
    std::map<const sync_variable*, std::size_t> explored;  // the first so many releases of each
    std::vector<acquired> open(lane_knows);
    open.insert(open.end(), block_knows.begin(), block_knows.end());
    while (!open.empty()) {
        const acquired next = open.back();
        open.pop_back();
        if (!same_block && next.reach == scope::block) continue;
        std::size_t& done = explored[next.from];
        // The latest first: who had the lock last is who is asked for most.
        for (std::size_t i = next.count; i > done; --i)
            if (covers(next.from->releases[i - 1], before, same_block)) return true;
        for (std::size_t i = next.count; i > done; --i) {
            const auto& known = next.from->releases[i - 1].known;
            open.insert(open.end(), known.begin(), known.end());
        }
        done = std::max(done, next.count);
    }
    return false;
}

}  // namespace simt
