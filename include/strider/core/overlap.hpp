// Whether the memory of two ranges or views is apart.
#pragma once

#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>

#include <strider/core/matrix_view.hpp>
#include <strider/core/range.hpp>

namespace strider {

/// The memory from `first` on, up to `last`.
struct extent_in_memory {
    const void* first = nullptr;
    const void* last = nullptr;
};

/// Throws std::invalid_argument for a size that no memory has.
template <contiguous_elements Range>
extent_in_memory memory_of(const Range& range) {
    require_possible_size(range);
    return {data_of(range), data_of(range) + std::ranges::size(range)};
}

/// From the first element of a view to the last one, with what lies between its rows.
template <class T>
extent_in_memory memory_of(const matrix_view<T>& view) {
    if (view.rows == 0 || view.columns == 0) return {view.data, view.data};
    return {view.data, view.data + (view.rows - 1) * view.stride + view.columns};
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

/// The same of all memory that a range of elements is read from.
template <countable_elements Range>
void require_apart_from(const extent_in_memory& output, const Range& range, const char* call, const char* what) {
    detail::for_each_memory(elements_of(range), detail::most_elements_of(range),
                            [&](const auto& memory, std::uint64_t elements, bool) {
                                require_apart(output, {memory.data, memory.data + elements}, call, what);
                            });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
