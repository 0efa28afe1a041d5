// Which elements a compaction takes, and what becomes of the others.
#pragma once

#include <cstdint>

#include <strider/core/target.hpp>

namespace strider {

/// a == b. NaN equals nothing, and -0 equals +0.
struct equal_to {
    template <class T>
        requires requires(const T& a, const T& b) { static_cast<bool>(a == b); }
    STRIDER_HOST_DEVICE constexpr bool operator()(const T& a, const T& b) const {
        return a == b;
    }
};

/// The elements that are not selected are dropped, or follow the selected ones.
enum class others { dropped, appended };

/// Selects the elements that satisfy a predicate.
template <class Predicate>
struct satisfying {
    static constexpr bool looks_left = false;
    Predicate predicate;
    template <class T>
    STRIDER_HOST_DEVICE constexpr bool operator()(const T& element) const {
        return static_cast<bool>(predicate(element));
    }
};
template <class Predicate>
satisfying(Predicate) -> satisfying<Predicate>;

/// Selects the elements that are not equal to their left neighbour. The first element of all is always selected.
template <class Equal>
struct starting_a_run {
    static constexpr bool looks_left = true;
    Equal equal;
    template <class T>
    STRIDER_HOST_DEVICE constexpr bool operator()(const T& left, const T& element) const {
        return !static_cast<bool>(equal(left, element));
    }
};
template <class Equal>
starting_a_run(Equal) -> starting_a_run<Equal>;

/// Whether element i is selected.
template <class Selector, class Source>
STRIDER_HOST_DEVICE constexpr bool is_selected(const Selector& selector, const Source& input, std::uint64_t i) {
    if constexpr (Selector::looks_left) {
        return i == 0 || selector(input(i - 1), input(i));
    } else {
        return selector(input(i));
    }
}

/// 1 for an element that is selected: summed, how many are.
template <class Selector>
struct as_count {
    Selector selector;
    template <class T>
    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(const T& element) const {
        return selector(element) ? 1 : 0;
    }
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
