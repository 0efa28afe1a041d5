// Parts of the scan on the CPU in the canonical order that go by any operator: a row, what stands before a part, and
// strips that are not complete.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/streaming_store.hpp>

namespace strider::cpu_backend {

/// A row of a strip, with its elements in `folds` in the order v * 32 + lane, so that what all runs do alike is one
/// loop over neighbours.
template <class T, unsigned Width = scan_order::run(sizeof(T))>
struct scan_row {
    static constexpr unsigned lanes = scan_order::lanes, width = Width, size = lanes * width;
    alignas(64) T folds[size];
    alignas(64) T before[lanes];  ///< what stands before a run in its row; nothing before the first
    T total;                      ///< of a complete row

    /// A complete row of the elements from `first` on.
    template <class Source, class Operator>
    void load(const Source& source, std::uint64_t first, Operator op) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
            T fold = value_of(source, first + lane * width);
            folds[lane] = fold;
            for (unsigned v = 1; v < width; ++v) {
                fold = op(fold, value_of(source, first + lane * width + v));
                folds[v * lanes + lane] = fold;
            }
        }
        alignas(64) T sums[lanes], shifted[lanes];
        std::copy_n(folds + (width - 1) * lanes, lanes, sums);
        step<1>(sums, shifted, op);
        step<2>(shifted, sums, op);
        step<4>(sums, shifted, op);
        step<8>(shifted, sums, op);
        step<16>(sums, shifted, op);
        std::copy_n(shifted, lanes - 1, before + 1);
        total = shifted[lanes - 1];
    }

    /// The last row of all, which is not complete.
    template <class Source, class Operator>
    void load_part(const Source& source, std::uint64_t first, unsigned count, Operator op) {
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = i / width, v = i % width;
            const T value = value_of(source, first + i);
            folds[v * lanes + lane] = v == 0 ? value : static_cast<T>(op(folds[(v - 1) * lanes + lane], value));
        }
        T sums[lanes];
        const unsigned filled = count / width;
        std::copy_n(folds + (width - 1) * lanes, filled, sums);
        for (unsigned distance = 1; distance < filled; distance *= 2) {
            for (unsigned i = filled; i-- > distance;) sums[i] = op(sums[i - distance], sums[i]);
        }
        std::copy_n(sums, filled, before + 1);
    }

    /// The results of a complete row; of an exclusive scan's first row all but the first.
    template <bool Exclusive, bool First, class Operator>
    void write(const T& before_row, T* to, Operator op) {
        constexpr unsigned none = First ? 1 : 0;
        if constexpr (!First) {
            for (unsigned lane = 1; lane < lanes; ++lane) before[lane] = op(before_row, before[lane]);
            before[0] = before_row;
        }
        for (unsigned v = 0; v < width; ++v) {
            T* const fold = folds + v * lanes;
            for (unsigned lane = none; lane < lanes; ++lane) fold[lane] = op(before[lane], fold[lane]);
        }
        for (unsigned lane = 0; lane < lanes; ++lane) {
            if constexpr (Exclusive) {
                if (!First || lane > 0) to[lane * width] = before[lane];
            }
            for (unsigned v = Exclusive; v < width; ++v) {
                to[lane * width + v] = folds[(v - Exclusive) * lanes + lane];
            }
        }
    }

private:
    template <class Source>
    static T value_of(const Source& source, std::uint64_t i) {
        if constexpr (is_rounded<Source>) {
            return source(i);
        } else {
            return rounded<T>(source(i));
        }
    }

    /// A step of Kogge and Stone's.
    template <unsigned distance, class Operator>
    static void step(const T* from, T* to, Operator op) {
        for (unsigned i = 0; i < distance; ++i) to[i] = from[i];
        for (unsigned i = distance; i < lanes; ++i) to[i] = op(from[i - distance], from[i]);
    }
};

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

/// A strip that is not complete, by itself; there is no first result of an exclusive scan.
template <bool Exclusive, class Source, class T, class Operator>
void scan_part(const Source& source, std::uint64_t first, std::uint64_t count, Operator op, T* scanned) {
    using row = scan_row<T>;
    constexpr unsigned lanes = row::lanes, width = row::width;
    carry<T> before_row;
    row r;
    std::uint64_t done = 0;
    for (; count - done >= row::size; done += row::size) {
        r.load(source, first + done, op);
        before_row.given ? r.template write<Exclusive, false>(before_row.value, scanned + done, op)
                         : r.template write<Exclusive, true>(before_row.value, scanned + done, op);
        before_row.append(r.total, op);
    }
    const auto left = static_cast<unsigned>(count - done);
    r.load_part(source, first + done, left, op);
    for (unsigned i = 0; i < left; ++i) {
        const unsigned lane = i / width, v = i % width;
        carry<T> result = before_row;
        if (lane > 0) result.append(r.before[lane], op);
        if (!Exclusive || v > 0) result.append(r.folds[(Exclusive ? v - 1 : v) * lanes + lane], op);
        scanned[done + i] = result.value;
    }
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
