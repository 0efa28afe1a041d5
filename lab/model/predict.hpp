// A model of a kernel's time on a GPU that is not here. Each resource that a launch uses bounds its time from below;
// the time is a smooth maximum of the bounds, and what a launch costs by itself. docs/model.md explains it.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <lab/model/chip.hpp>
#include <lab/model/launch.hpp>

namespace strider::lab::model {

enum class limit { memory, l2, l1, shared_memory, issue, latency, barriers, atomics, launches };
inline constexpr std::string_view limit_names[] = {"DRAM bytes",        "L2 sectors",  "L1 sectors",
                                                   "shared wavefronts", "issue slots", "latency x bytes in flight",
                                                   "barriers",          "atomics",     "launches"};
inline constexpr std::size_t limits = std::size(limit_names);
constexpr std::string_view name(limit which) { return limit_names[static_cast<std::size_t>(which)]; }

struct prediction {
    double microseconds = 0;
    std::array<double, limits> bounds{};  ///< what each of them takes by itself

    limit limiter() const;
    prediction& operator+=(const prediction& more);
};

prediction predict(const launch& one, const roofs& on, const constants& with);

/// One after the other.
prediction predict(std::span<const launch> launches, const roofs& on, const constants& with);

record to_record(const constants& with);
constants constants_of(const record& from);

/// {"chip", "us", "limiter"}.
record to_record(const prediction& made, const roofs& on);

}  // namespace strider::lab::model
