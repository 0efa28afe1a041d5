// Parts of the scan on the CPU in the canonical order that go by any operator: what stands before a part, and one
// strip.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider::cpu_backend {

/// What may stand before a part.
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

/// The exclusive scan of at most `Count` values in Kogge and Stone's order: `before[i]` of value i; gives the total.
template <std::size_t Count, class T, class Operator>
T scan_values(const T* first, unsigned filled, std::array<carry<T>, Count>& before, Operator op) {
    std::array<T, Count> values;
    std::copy_n(first, filled, values.begin());
    for (unsigned distance = 1; distance < filled; distance *= 2) {
        for (unsigned i = filled; i-- > distance;) values[i] = op(values[i - distance], values[i]);
    }
    before[0] = {};
    for (unsigned i = 1; i < std::min<std::size_t>(filled + 1, Count); ++i) before[i] = {values[i - 1], true};
    return filled == 0 ? T{} : values[filled - 1];
}

/// A strip by itself, or as much of it as there is; gives the total of its complete rows. Of an exclusive scan, the
/// first result means nothing.
template <bool Exclusive, class Source, class T, class Operator>
T scan_strip(const Source& source, std::uint64_t first, std::uint64_t count, Operator op, T* scanned) {
    constexpr unsigned runs = scan_order::lanes, width = scan_order::run(sizeof(T)), row = runs * width;
    carry<T> before_row;
    T folds[row], sums[runs];
    for (std::uint64_t done = 0; done < count; done += row) {
        const auto there = static_cast<unsigned>(std::min<std::uint64_t>(row, count - done));
        for (unsigned i = 0; i < there; ++i) {
            const T value = rounded<Source>(source(first + done + i));
            folds[i] = i % width == 0 ? value : static_cast<T>(op(folds[i - 1], value));
        }
        const unsigned complete = there / width;
        for (unsigned run = 0; run < complete; ++run) sums[run] = folds[run * width + width - 1];
        for (unsigned distance = 1; distance < complete; distance *= 2) {
            for (unsigned run = complete; run-- > distance;) sums[run] = op(sums[run - distance], sums[run]);
        }
        for (unsigned i = 0; i < there; ++i) {
            carry<T> result = before_row;
            if (i >= width) result.append(sums[i / width - 1], op);
            if (!Exclusive || i % width != 0) result.append(folds[Exclusive ? i - 1 : i], op);
            scanned[done + i] = result.value;
        }
        if (complete == runs) before_row.append(sums[runs - 1], op);
    }
    return before_row.value;
}

/// The results of a strip after `base`, from output[first] on.
template <bool Exclusive, class T, class Output, class Operator>
void write_strip(const T* scanned, std::uint64_t first, std::uint64_t count, const carry<T>& base, Operator op,
                 [[maybe_unused]] bool streaming, const Output& output) {
    // Of an exclusive scan something always stands before, and nothing but that before the first of a strip.
    if constexpr (Exclusive) {
        output[first] = base.value;
        ++first, --count, ++scanned;
    }
    const auto write = [base, scanned, first, op](std::uint64_t at, std::uint64_t some, auto to) {
        const T* const from = scanned + (at - first);
        if (base.given) {
            for (std::uint64_t i = 0; i < some; ++i) to[i] = op(base.value, from[i]);
        } else {
            for (std::uint64_t i = 0; i < some; ++i) to[i] = from[i];
        }
    };
    if constexpr (std::is_same_v<Output, T*>) {
        if (streaming) return write_streaming(output, first, first + count, write);
    }
    write(first, count, output + first);
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
