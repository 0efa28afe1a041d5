// The least time that a launch can take on a GPU: docs/bounds.md.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include <lab/bounds/chip.hpp>
#include <lab/records/launch_counts.hpp>

namespace strider::lab {

enum class limit { dram, l2, l1, shared_memory, issue, arithmetic, atomics, barriers, launches };
inline constexpr std::string_view limit_names[] = {
    "DRAM", "L2", "L1", "shared memory", "instruction issue", "arithmetic", "atomics", "barriers", "launches"};
constexpr std::string_view name(limit which) { return limit_names[static_cast<std::size_t>(which)]; }

struct bounds {
    std::array<double, std::size(limit_names)> each{};  ///< microseconds that each limit takes by itself
    double microseconds = 0;  ///< a launch's own time and the largest of the others; of several launches the sum

    double of(limit which) const { return each[static_cast<std::size_t>(which)]; }
    limit largest() const;
};

/// Bounds of a launch that starts with empty caches. If it `follows` another launch, L2 may hold that launch's data.
bounds bounds_of(const launch_counts& one, const chip& on, bool follows = false);

/// Adds what a problem's own products take, of f16 on tensor cores or of f32, whatever launches compute them.
void add_arithmetic(bounds& made, double products, bool are_half, const chip& on);

/// Bounds of launches one after the other; the first starts with empty caches.
bounds bounds_of(std::span<const launch_counts> launches, const chip& on);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
