#include "recall.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <strider/simt/operations.hpp>

#include "code/module.hpp"
#include "device_range.hpp"
#include "findings.hpp"
#include "memory.hpp"
#include "sampling.hpp"

namespace strider::executor {

/// What a launch does to memory with these contents.
struct known_effect {
    struct change {
        std::byte* at;
        std::vector<std::byte> bytes;
    };
    std::uint64_t before = 0, after = 0;
    std::vector<change> changes;
};

namespace {

using std::chrono::steady_clock;

constexpr std::size_t piece_bytes = std::size_t{1} << 16;
/// Of all changes that are kept, and the effects of equal launches.
constexpr std::size_t most_kept = std::size_t{1} << 29, most_effects = 16;
/// Equal launches in a row that met memory with new contents: then the kernel computes something new each time.
constexpr unsigned most_misses = 8;
/// Memory is looked at if the launch takes longer than that.
constexpr double looked_at_each_second = 4e9;

constexpr std::chrono::microseconds worth_a_look{200};

using launch_key = std::tuple<const void*, std::array<std::uint64_t, 7>, std::string>;

launch_key key_of(const launch_state& launch) {
    const dim3 grid = launch.grid, block = launch.block;
    return {launch.call.kernel,
            {grid.x, grid.y, grid.z, block.x, block.y, block.z, launch.shared_bytes},
            std::string(static_cast<const char*>(launch.call.arguments), launch.call.argument_bytes)};
}

struct equal_launches {
    steady_clock::duration takes{0};  ///< the unchecked blocks of one
    unsigned misses = 0;
    std::deque<std::shared_ptr<const known_effect>> effects;
};

struct known_launches {
    std::mutex mutex;
    std::map<launch_key, equal_launches> all;
    std::size_t kept_bytes = 0;
    // The contents of memory after this operation, which is the last one.
    std::uint64_t operation = 0, layout = 0, contents = 0;

    void remember(const launch_state& launch, std::uint64_t new_layout, std::uint64_t new_contents) {
        const bool is_last = launch.operation != nullptr && launch.operation->number == last_operation();
        operation = is_last ? launch.operation->number : 0;
        layout = new_layout;
        contents = new_contents;
    }
};
known_launches& all_known_launches() {
    static auto* const one = new known_launches;
    return *one;
}

std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) { return std::rotl(sum ^ word, 29) * 0x9E3779B97F4A7C15; }

std::uint64_t sum_of(const std::byte* bytes, std::size_t count) {
    std::array<std::uint64_t, 8> sums{1, 2, 3, 4, 5, 6, 7, 8}, words;
    const auto add = [&] {
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = mixed(sums[i], words[i]);
    };
    std::size_t at = 0;
    for (; at + sizeof(words) <= count; at += sizeof(words)) {
        std::memcpy(words.data(), bytes + at, sizeof(words));
        add();
    }
    words.fill(count);
    std::memcpy(words.data(), bytes + at, count - at);
    add();
    std::uint64_t all = 0;
    for (const std::uint64_t one : sums) all = mixed(all, one);
    return all;
}

/// What expect_unmarked_writes() says.
std::atomic<bool> host_writes_unmarked = false;

}  // namespace

void expect_unmarked_writes() noexcept { host_writes_unmarked = true; }

struct memory_piece {
    std::byte* begin;
    std::size_t bytes;
    bool may_change;
    std::uint64_t sum = 0;
};

/// All that kernels can see.
struct visible_memory {
    std::vector<memory_piece> pieces;
    std::size_t bytes = 0;
    std::uint64_t layout = 0;                    ///< where the allocations lie
    std::uint64_t contents = 0;                  ///< see look()
    bool changed_unseen = host_writes_unmarked;  ///< the host may change it in between

    /// Takes the sums of all pieces.
    void look() {
        tbb::task_group_context group(tbb::task_group_context::isolated);
        tbb::parallel_for(
            std::size_t{0}, pieces.size(),
            [&](std::size_t i) { pieces[i].sum = sum_of(pieces[i].begin, pieces[i].bytes); }, group);
        contents = layout;
        for (const memory_piece& one : pieces) contents = mixed(contents, one.sum);
    }
};

namespace {

/// The program's variables: kernels read and write some of them.
const std::vector<memory_piece>& program_variables() {
    static const std::vector<memory_piece> all = [] {
        std::vector<memory_piece> found;
        for (const module_symbol& one : own_module().variables) {
            const auto holds = [&](const module_image::segment& part) {
                return part.writable && one.begin >= part.begin && one.begin + one.bytes <= part.end;
            };
            const auto& parts = own_module().segments;
            if (one.name.find("strider::") == std::string::npos && std::any_of(parts.begin(), parts.end(), holds))
                found.push_back({reinterpret_cast<std::byte*>(one.begin), one.bytes, false});
        }
        return found;
    }();
    return all;
}

/// Nothing, if kernels see memory that the host may give back without a word.
std::optional<visible_memory> memory_of(const launch_state& launch) {
    const memory_map entries = snapshot_memory();
    const auto written = writable_by(launch, entries);
    visible_memory all;
    for (const auto& entry : entries) {
        if (entry->begin == entry->end) continue;
        if (!is_device_address(entry->begin)) return std::nullopt;
        all.layout = mixed(mixed(all.layout, entry->begin), entry->end);
        all.changed_unseen |= entry->of_both_sides;
        all.bytes += entry->end - entry->begin;
        for (std::uintptr_t at = entry->begin; at < entry->end; at += piece_bytes)
            all.pieces.push_back({reinterpret_cast<std::byte*>(at), std::min<std::size_t>(piece_bytes, entry->end - at),
                                  written.contains(entry.get())});
    }
    all.pieces.insert(all.pieces.end(), program_variables().begin(), program_variables().end());
    return all;
}

bool runs_alone(launch_state& launch) {
    const std::lock_guard guard(launch.owner->mutex);
    return launch.owner->running.size() == launch.owner->running.count(&launch);
}

}  // namespace

struct recalled_launch::recording {
    visible_memory before;
    std::uint64_t operation = last_operation();
};

recalled_launch::recalled_launch(launch_state& launch) : launch_(launch) {
    if (launch.sample.plain == nullptr || (launch.operation != nullptr && launch.operation->host != nullptr)) return;
    known_launches& all = all_known_launches();
    const std::lock_guard guard(all.mutex);
    const auto known = all.all.find(key_of(launch));
    if (known == all.all.end() || known->second.misses > most_misses || !runs_alone(launch)) return;
    equal_launches& equal = known->second;
    std::optional<visible_memory> memory = memory_of(launch);
    if (!memory || std::chrono::duration<double>(equal.takes).count() * looked_at_each_second < memory->bytes) return;
    const bool as_left = launch.operation != nullptr && all.operation != 0 &&
                         all.operation + 1 == launch.operation->number && all.layout == memory->layout &&
                         !memory->changed_unseen;
    if (as_left)
        memory->contents = all.contents;
    else
        memory->look();
    for (const auto& effect : equal.effects)
        if (effect->before == memory->contents) known_ = effect;
    launch.sample.effect_known = known_ != nullptr;
    equal.misses = known_ != nullptr ? 0 : equal.misses + 1;
    if (known_ == nullptr && as_left) memory->look();
    recording_ = std::make_unique<recording>(recording{std::move(*memory)});
}

recalled_launch::~recalled_launch() = default;

void recalled_launch::end() {
    known_launches& all = all_known_launches();
    const bool is_whole = !launch_.failure && !launch_.stop && !launch_.sample.waits_for_others;
    const std::lock_guard guard(all.mutex);
    const auto since = launch_.sample.plain_since;
    const auto takes = steady_clock::now() - since;
    if (since != steady_clock::time_point{} && takes > worth_a_look) all.all[key_of(launch_)].takes = takes;
    if (recording_ == nullptr || !is_whole) return;
    known_ != nullptr ? make_changes() : keep_changes();
}

void recalled_launch::make_changes() {
    expect_unseen_writes(launch_);
    for (const known_effect::change& one : known_->changes) std::memcpy(one.at, one.bytes.data(), one.bytes.size());
    all_known_launches().remember(launch_, recording_->before.layout, known_->after);
}

void recalled_launch::keep_changes() {
    const bool is_seen = launch_.output.by_block.empty() && launch_.nested.empty() && !launch_.reads_clock &&
                         !launch_.lane_lost && runs_alone(launch_) && recording_->operation == last_operation();
    std::optional<visible_memory> after = is_seen ? memory_of(launch_) : std::nullopt;
    const visible_memory& before = recording_->before;
    if (!after || after->layout != before.layout || after->pieces.size() != before.pieces.size()) return;
    after->look();
    auto effect = std::make_shared<known_effect>();
    effect->before = before.contents;
    effect->after = after->contents;
    known_launches& all = all_known_launches();
    equal_launches& equal = all.all[key_of(launch_)];
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < after->pieces.size(); ++i) {
        const memory_piece& now = after->pieces[i];
        if (now.sum == before.pieces[i].sum) continue;
        bytes += now.bytes;
        if (!now.may_change || all.kept_bytes + bytes > most_kept) return;
        effect->changes.push_back({now.begin, {now.begin, now.begin + now.bytes}});
    }
    all.kept_bytes += bytes;
    all.remember(launch_, after->layout, after->contents);
    equal.effects.push_back(std::move(effect));
    while (equal.effects.size() > (equal.misses > most_misses ? 0 : most_effects)) {
        for (const known_effect::change& one : equal.effects.front()->changes) all.kept_bytes -= one.bytes.size();
        equal.effects.pop_front();
    }
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
