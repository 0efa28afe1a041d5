#include "synchronisation.hpp"

#include <algorithm>
#include <utility>

namespace strider::emulation {

namespace {

bool covers(const release_node& node, const access_record& access, bool same_block, bool by_sc_fence) {
    const fence_point& until = node.covers[same_block ? 0 : 1];
    const std::uint64_t time = access.time();
    const unsigned lane = access.lane();
    if (by_sc_fence && !same_block && node.fenced && time < (*node.fenced)[lane]) return true;
    if (until.lane_time == 0) return false;  // no fence reached as far
    return time < until.block_time || (lane == node.lane && time < until.lane_time) ||
           (lane / warp_lanes == node.lane / warp_lanes && time < until.warp_time) ||
           (!node.seen.empty() && time < node.seen[lane]);
}

/// One search from what a lane knows to a release that covers an access.
class search {
public:
    search(const access_record& before, std::uint32_t block, std::uint64_t query, std::uint64_t& links)
        : before_(before), same_block_(before.block == block), query_(query), links_(links) {}

    void begin_with(const knowledge* from) {
        if (from == nullptr || std::exchange(from->visited, query_) == query_) return;
        open_.push_back(from);
    }

    bool found(const knowledge& lane, const knowledge& block) {
        if (found_in(lane) || found_in(block)) return true;
        // What is nearest comes first: who had the lock last is who is asked for most.
        for (std::size_t next = 0; next < open_.size(); ++next)
            if (found_in(*open_[next])) return true;
        return false;
    }

private:
    bool found_in(const knowledge& known) {
        for (auto one = known.learned.rbegin(); one != known.learned.rend(); ++one)
            if (found_at(*one)) return true;
        for (const knowledge* more : known.before) begin_with(more);
        links_ += known.before.size();
        return false;
    }

    bool found_at(const acquired& seen) {
        ++links_;
        if (!same_block_ && seen.reach == scope::block) return false;
        const sync_variable& from = *seen.from;
        if (const auto of_block = from.of_block.find(before_.block); of_block != from.of_block.end()) {
            const auto& all = of_block->second;
            for (auto at = std::lower_bound(all.begin(), all.end(), seen.count); at != all.begin();) {
                ++links_;
                if (covers(from.releases[*--at], before_, same_block_, seen.by_sc_fence)) return true;
            }
        }
        if (std::exchange(from.visited, query_) != query_) from.followed = 0;
        for (std::size_t i = seen.count; i > from.followed; --i)
            for (const knowledge* known : from.releases[i - 1].known) begin_with(known);
        links_ += seen.count - std::min(seen.count, from.followed);
        from.followed = std::max(from.followed, seen.count);
        return false;
    }

    const access_record& before_;
    bool same_block_;
    std::uint64_t query_;
    std::uint64_t& links_;
    std::vector<const knowledge*> open_;
};

}  // namespace

void growing_knowledge::learn(const acquired& more) {
    std::size_t& count = counts_[static_cast<int>(more.reach)][more.by_sc_fence][more.from];
    if (more.count <= count) return;
    ++growth_;
    // Lanes that spin for one variable see ever more of its releases: that is nothing to release anew.
    if (count == 0) ++version_;
    count = more.count;
    auto& learned = fresh_.learned;
    if (!learned.empty() && learned.back().from == more.from && learned.back().reach == more.reach &&
        learned.back().by_sc_fence == more.by_sc_fence)
        learned.back() = more;
    else
        learned.push_back(more);
}

void growing_knowledge::learn(const knowledge* more) {
    if (more == nullptr || more == frozen_) return;
    if (std::find(fresh_.before.begin(), fresh_.before.end(), more) != fresh_.before.end()) return;
    fresh_.before.push_back(more);
    ++version_;
    ++growth_;
}

void synchronisation::release(std::uintptr_t address, release_node&& node) {
    const std::lock_guard guard(mutex_);
    std::uint64_t& until = covered_until_[node.block];
    for (const fence_point& point : node.covers)
        until = std::max({until, point.lane_time, point.warp_time, point.block_time});
    for (const std::uint64_t time : node.seen) until = std::max(until, time);
    if (node.fenced)
        for (const std::uint64_t time : *node.fenced) until = std::max(until, time);
    auto& variable = variables_[address];
    if (!variable) variable = std::make_unique<sync_variable>();
    variable->of_block[node.block].push_back(variable->releases.size());
    variable->releases.push_back(std::move(node));
    any_.store(true, std::memory_order_relaxed);
}

acquired synchronisation::look(std::uintptr_t address, scope reach) {
    const std::lock_guard guard(mutex_);
    const auto at = variables_.find(address);
    if (at == variables_.end()) return {};
    return {at->second.get(), at->second->releases.size(), reach};
}

const knowledge* synchronisation::freeze(growing_knowledge& known) {
    knowledge& fresh = known.fresh_;
    if (fresh.learned.empty() && fresh.before.empty()) return known.frozen_;
    if (fresh.learned.empty() && fresh.before.size() == 1 && known.frozen_ == nullptr) {
        known.frozen_ = fresh.before[0];
    } else {
        if (known.frozen_ != nullptr) fresh.before.push_back(known.frozen_);
        const std::lock_guard guard(mutex_);
        known.frozen_ = &kept_.emplace_back(std::move(fresh));
    }
    fresh = {};
    return known.frozen_;
}

bool synchronisation::ordered(const access_record& before, std::uint32_t block, const growing_knowledge& lane_knows,
                              const growing_knowledge& block_knows) {
    const std::lock_guard guard(mutex_);
    // Most accesses that nothing orders came after all that their block has released.
    const auto until = covered_until_.find(before.block);
    if (until == covered_until_.end() || before.time() >= until->second) return false;
    search from(before, block, ++query_, links_);
    from.begin_with(lane_knows.frozen_);
    from.begin_with(block_knows.frozen_);
    return from.found(lane_knows.fresh_, block_knows.fresh_);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
