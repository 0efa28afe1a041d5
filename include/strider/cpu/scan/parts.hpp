// One strip of a scan in the canonical order, by any operator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/core/rounded.hpp>
#include <strider/cpu/scan/carry.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider::cpu_backend {

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
    // In an exclusive scan there is always a carry; before the first element of a strip stands nothing else.
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
