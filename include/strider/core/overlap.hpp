// Whether the memory of two ranges or views is apart.
#pragma once

#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>

#include <strider/core/range.hpp>

namespace strider {

/// The memory from `first` on, up to `last`.
struct extent_in_memory {
    const void* first;
    const void* last;
};

template <contiguous_elements Range>
extent_in_memory memory_of(const Range& range) {
    return {std::ranges::data(range), std::ranges::data(range) + std::ranges::size(range)};
}

/// Whether there is a byte of both: none of what is empty, wherever that is.
inline bool overlap(const extent_in_memory& a, const extent_in_memory& b) {
    const std::less<const void*> before;
    return a.first != a.last && b.first != b.last && before(a.first, b.last) && before(b.first, a.last);
}

/// Throws std::invalid_argument where the output overlaps `other`, which `what` is given as.
inline void require_apart(const extent_in_memory& output, const extent_in_memory& other, const char* call,
                          const char* what) {
    if (overlap(output, other)) {
        throw std::invalid_argument(std::string(call) + ": the output overlaps the " + what +
                                    ": give it another place");
    }
}

}  // namespace strider
