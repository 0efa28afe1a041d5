// The segmented scan on all cores: the scan of elements with their heads (cpu/scan.hpp), whose values and heads never
// stand side by side.
//
// Values are scanned as values, and heads are looked up where they are, a bit an element. The operators of
// core/operators.hpp on common types go by vectors, with the heads of a row as masks. Any other operator is never
// called across a head: rows without heads are rows of a plain scan, and in other rows the runs of every segment are
// scanned by themselves, which combines what Kogge and Stone's steps over (value, head) pairs would. What stands before
// a strip reaches up to its first head; the rest of it is copied.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <strider/core/heads.hpp>
#include <strider/core/neutral.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/past_caches.hpp>
#include <strider/cpu/scan.hpp>
#include <strider/cpu/simd_segmented_scan.hpp>

namespace strider::cpu_backend {

template <bool Exclusive, class T, class Operator>
class tile_scan<Exclusive, headed_elements<T, Operator, head_bits<std::uint32_t>>,
                segment_results<Exclusive, T, head_bits<std::uint32_t>>, headed<T>, within_segments<Operator>> {
public:
    using source = headed_elements<T, Operator, head_bits<std::uint32_t>>;
    using results = segment_results<Exclusive, T, head_bits<std::uint32_t>>;
    using scanned_value = T;

    tile_scan(const source& elements, const scan_order::tiling& cut, const results& output, within_segments<Operator>)
        : source_(elements),
          cut_(cut),
          output_(output.data),
          op_(elements.op),
          past_caches_(elements.data != output.data && cut.elements * 2 * sizeof(T) > larger_than_caches) {}

    /// As of a plain scan: the values alone.
    headed<T> scan_strips(std::uint64_t tile, T* scanned, std::array<headed<T>, scan_order::strips>& totals) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile), complete = count / cut_.strip;
        if constexpr (by_simd) {
            const T init = source_.given ? source_.init : neutral<T, Operator>();
            std::array<T, scan_order::strips> values;
            scan_simd_headed_strips({{simd_type_of<T>(), simd_operator_of(op_), cut_.rows,
                                      static_cast<unsigned>(complete), source_.data + first},
                                     source_.heads.words + first / word_bits,
                                     &init},
                                    Exclusive, scanned, values.data());
            for (std::uint64_t strip = 0; strip < complete; ++strip) totals[strip].value = values[strip];
        } else {
            for (std::uint64_t strip = 0; strip < complete; ++strip) {
                totals[strip].value = scan_strip(first + strip * cut_.strip, cut_.strip, scanned + strip * cut_.strip);
            }
        }
        for (std::uint64_t strip = 0; strip < complete; ++strip) {
            totals[strip].head = before_head(first + strip * cut_.strip, cut_.strip) < cut_.strip;
        }
        if (const std::uint64_t done = complete * cut_.strip; done < count) {
            scan_strip(first + done, count - done, scanned + done);
            if constexpr (by_simd && Exclusive) {
                if (!source_.heads(first + done)) scanned[done] = neutral<T, Operator>();
            }
        }
        if (count < cut_.tile) return {};
        auto tree = totals;
        return reduce_tree(tree.data(), scan_order::strips, within_segments<Operator>{op_});
    }

    void write(std::uint64_t tile, T* scanned, const std::array<headed<T>, scan_order::strips>& totals,
               const carry<headed<T>>& carried, [[maybe_unused]] std::uint64_t ahead) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile);
        const within_segments<Operator> op{op_};
        std::array<carry<headed<T>>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(count / cut_.strip), before_strip, op);
        if constexpr (by_simd) {
            std::array<T, scan_order::strips> before;
            for (std::uint64_t done = 0; done < count; done += cut_.strip) {
                const carry<headed<T>> base = carried.with(before_strip[done / cut_.strip], op);
                const std::uint64_t strip = std::min(cut_.strip, count - done);
                T& value = before[done / cut_.strip];
                value = base.given ? base.value.value : neutral<T, Operator>();
                // Where a head comes, what stands before is taken in here, and nothing is left to take in.
                if (strip == cut_.strip && !totals[done / cut_.strip].head) continue;
                if (const std::uint64_t open = before_head(first + done, strip); open < strip) {
                    for (std::uint64_t i = done; i < done + open; ++i) scanned[i] = op_(value, scanned[i]);
                    value = neutral<T, Operator>();
                }
            }
            const T* const soon = source_.data + (ahead < cut_.tiles ? ahead : tile) * cut_.tile;
            write_simd_results(
                {simd_type_of<T>(), simd_operator_of(op_), cut_.strip, count, scanned, before.data(), soon},
                past_caches_, output_ + first);
        } else {
            for (std::uint64_t done = 0; done < count; done += cut_.strip) {
                write_strip(first + done, std::min(cut_.strip, count - done), scanned + done,
                            carried.with(before_strip[done / cut_.strip], op));
            }
        }
    }

private:
    static constexpr unsigned word_bits = 32, lanes = scan_order::lanes;
    using row = scan_row<T, scan_order::run(sizeof(headed<T>))>;
    static constexpr bool by_simd = has_simd_type<T> && has_simd_operator<Operator>;

    /// Elements in a tile.
    std::uint64_t size(std::uint64_t tile) const { return std::min(cut_.tile, cut_.elements - tile * cut_.tile); }

    /// Elements from `first` on, a row's first one, before a head: at most `count`.
    std::uint64_t before_head(std::uint64_t first, std::uint64_t count) const {
        for (std::uint64_t done = 0; done < count; done += word_bits) {
            if (const std::uint32_t word = source_.heads.words[(first + done) / word_bits]; word != 0) {
                return std::min<std::uint64_t>(count, done + static_cast<unsigned>(std::countr_zero(word)));
            }
        }
        return count;
    }

    /// A strip by itself, of which the last one may not be complete; gives the total. Of an exclusive scan there is no
    /// first result where it is no head.
    T scan_strip(std::uint64_t first, std::uint64_t count, T* scanned) const {
        carry<T> before_row;
        row r;
        for (std::uint64_t done = 0; done < count; done += row::size) {
            const auto some = static_cast<unsigned>(std::min<std::uint64_t>(row::size, count - done));
            if (some < row::size || before_head(first + done, some) < some) {
                scan_headed_row(first + done, some, before_row, scanned + done);
                continue;
            }
            r.load(contiguous<T>{source_.data}, first + done, op_);
            before_row.given ? r.template write<Exclusive, false>(before_row.value, scanned + done, op_)
                             : r.template write<Exclusive, true>(before_row.value, scanned + done, op_);
            before_row.append(r.total, op_);
        }
        return before_row.value;
    }

    /// A row that has heads, or that is not complete.
    void scan_headed_row(std::uint64_t first, unsigned count, carry<T>& before_row, T* scanned) const {
        constexpr unsigned width = row::width;
        T folds[row::size], sums[lanes];
        std::uint64_t with_head = std::uint64_t{1} << lanes;  // runs, and one beyond the last
        for (unsigned i = 0; i < count; ++i) {
            const headed<T> element = source_(first + i);
            with_head |= std::uint64_t{element.head} << i / width;
            folds[i] =
                i % width == 0 || element.head ? element.value : static_cast<T>(op_(folds[i - 1], element.value));
        }
        const unsigned complete = count / width;
        for (unsigned lane = 0; lane < complete; ++lane) sums[lane] = folds[lane * width + width - 1];
        for (unsigned begin = 0; begin < complete;) {
            const unsigned end = std::min(complete, next_head(with_head, begin + 1));
            for (unsigned distance = 1; distance < end - begin; distance *= 2) {
                for (unsigned i = end; i-- > begin + distance;) sums[i] = op_(sums[i - distance], sums[i]);
            }
            begin = end;
        }

        const unsigned first_head = next_head(with_head, 0);
        for (unsigned lane = 0; lane * width < count; ++lane) {
            carry<T> left = lane <= first_head ? before_row : carry<T>{};
            if (lane > 0) left.append(sums[lane - 1], op_);
            bool open = left.given;
            for (unsigned i = lane * width; i < std::min(count, (lane + 1) * width); ++i) {
                const bool head = source_.heads(first + i);
                if constexpr (Exclusive) {
                    if (head) {
                        scanned[i] = source_.init;
                    } else if (i == lane * width) {
                        scanned[i] = left.value;
                    } else {
                        scanned[i] = open ? static_cast<T>(op_(left.value, folds[i - 1])) : folds[i - 1];
                    }
                    open = open && !head;
                } else {
                    open = open && !head;
                    scanned[i] = open ? static_cast<T>(op_(left.value, folds[i])) : folds[i];
                }
            }
        }
        if (complete == lanes) {
            if (first_head < lanes) before_row.given = false;
            before_row.append(sums[lanes - 1], op_);
        }
    }

    /// The first run from `begin` on that has a head.
    static unsigned next_head(std::uint64_t with_head, unsigned begin) {
        return begin + static_cast<unsigned>(std::countr_zero(with_head >> begin));
    }

    void write_strip(std::uint64_t first, std::uint64_t count, const T* scanned, const carry<headed<T>>& base) const {
        const std::uint64_t open = first + (base.given ? before_head(first, count) : 0);
        // Of an exclusive scan something always stands before, and nothing but that before the first of a strip.
        if constexpr (Exclusive) {
            output_[first] = open == first ? scanned[0] : base.value.value;
            ++first, --count, ++scanned;
        }
        const auto write = [before = base.value.value, scanned, first, open, op = op_](std::uint64_t at,
                                                                                       std::uint64_t some, auto to) {
            const T* const from = scanned + (at - first);
            const std::uint64_t closed = at < open ? std::min(some, open - at) : 0;
            for (std::uint64_t i = 0; i < closed; ++i) to[i] = op(before, from[i]);
            for (std::uint64_t i = closed; i < some; ++i) to[i] = from[i];
        };
        if (past_caches_) return write_streaming(output_, first, first + count, write);
        write(first, count, output_ + first);
    }

    const source& source_;
    const scan_order::tiling& cut_;
    T* output_;
    Operator op_;
    bool past_caches_;
};

}  // namespace strider::cpu_backend
