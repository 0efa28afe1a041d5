// A part of what several processes share.
#pragma once

#include <cstdint>

namespace strider::lab {

/// Elements, or rows, from number `first` up to `end`.
struct share {
    std::uint64_t first, end;
    std::uint64_t size() const { return end - first; }
};

}  // namespace strider::lab
