// The carry: the combination of everything before a part of a scan, in the canonical order (pattern/scan_order.hpp).
#pragma once

#include <cstddef>

#include <strider/pattern/scan_order.hpp>

namespace strider::cpu_backend {

/// The value before a part, if there is one.
template <class T>
struct carry {
    T value{};
    bool given = false;

    /// Takes `right` in, to the right.
    template <class Operator>
    void append(const T& right, Operator op) {
        value = given ? static_cast<T>(op(value, right)) : right;
        given = true;
    }
    template <class Operator>
    carry with(const carry& right, Operator op) const {
        carry both = *this;
        if (right.given) both.append(right.value, op);
        return both;
    }
};

/// The scan of at most `Count` values in Kogge and Stone's order, one value after the other.
template <std::size_t Count, class T>
class prefixes {
public:
    /// The carry of the values so far.
    const carry<T>& before() const { return before_; }

    template <class Operator>
    void append(T sum, Operator op) {
        unsigned level = 0;
        for (std::size_t distance = 1; distance < Count; distance *= 2, ++level) {
            sums_[level][count_] = sum;
            if (count_ >= distance) sum = static_cast<T>(op(sums_[level][count_ - distance], sum));
        }
        ++count_;
        before_ = {sum, true};
    }

    bool complete() const { return count_ == Count; }
    void clear() { count_ = 0, before_ = {}; }

private:
    static_assert(Count <= 32);
    T sums_[5][Count];  ///< at each level, of the last 2^level values
    std::size_t count_ = 0;
    carry<T> before_;
};

/// The carry into the next tile, behind `init`.
template <class T, class Operator>
class tile_carries {
public:
    tile_carries(const carry<T>& init, Operator op) : before_region_(init), op_(op) {}

    carry<T> before() const { return before_region_.with(groups_.before(), op_).with(tiles_.before(), op_); }

    void append(const T& total) {
        tiles_.append(total, op_);
        if (!tiles_.complete()) return;
        groups_.append(tiles_.before().value, op_);
        tiles_.clear();
        if (!groups_.complete()) return;
        before_region_.append(groups_.before().value, op_);
        groups_.clear();
    }

private:
    prefixes<scan_order::group, T> tiles_;
    prefixes<scan_order::region, T> groups_;
    carry<T> before_region_;
    Operator op_;
};

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
