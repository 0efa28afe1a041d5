// The segmented scan on all cores: the scan of elements with their heads (cpu/scan.hpp), whose values and heads never
// stand side by side.
//
// Values are scanned as values. Heads are bits, which each core sets for its own batch by the offsets that fall into
// it. The operators of core/operators.hpp on common types go by vectors, with the heads of a row as masks; of a strip
// whose total is made ahead, no more is read than stands after its last head. Any other operator on integers
// (cpu/integer_strips.hpp) and floating point (cpu/headed_rows.hpp) goes the same way by the loops of those files, over
// the strips of a tile side by side. On other types, and in the tile that is not complete, an operator is called as
// seldom as possible: rows without heads are rows of a plain scan, and in other rows the runs of every segment are
// scanned by themselves, which combines what Kogge and Stone's steps over (value, head) pairs would. What stands before
// a strip reaches up to its first head; the rest of it is copied. No operator is called across a head, except on
// unsigned integers. Where the segments of integers are longer, cores share them out instead
// (cpu/integer_segments.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

#include <strider/core/heads.hpp>
#include <strider/core/neutral.hpp>
#include <strider/cpu/headed_rows.hpp>
#include <strider/cpu/headed_strips.hpp>
#include <strider/cpu/integer_segments.hpp>
#include <strider/cpu/integer_strips.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/past_caches.hpp>
#include <strider/cpu/scan.hpp>
#include <strider/cpu/simd_segmented_scan.hpp>

namespace strider::cpu_backend {

/// The heads of a batch, a bit an element. Batches ascend.
class batch_heads {
public:
    /// A batch begins with a word and has at most `elements`.
    explicit batch_heads(std::uint64_t elements) : words_((elements + word_bits - 1) / word_bits) {}

    /// Of the elements from `first` on, before `end`.
    template <class Offset>
    void mark(const offset_heads<Offset>& heads, std::uint64_t first, std::uint64_t end) {
        first_ = first;
        std::fill_n(words_.begin(), (end - first + word_bits - 1) / word_bits, 0u);
        const auto at = [&](std::uint64_t i) { return static_cast<std::uint64_t>(heads.offsets[i]); };
        // Not far from those of the batch before: by steps that double.
        std::uint64_t low = next_, step = 1;
        while (low + step < heads.count && at(low + step) < first) low += step, step *= 2;
        const Offset* const found =
            std::partition_point(heads.offsets + low, heads.offsets + std::min(low + step, heads.count),
                                 [=](Offset offset) { return static_cast<std::uint64_t>(offset) < first; });
        for (next_ = static_cast<std::uint64_t>(found - heads.offsets); next_ < heads.count && at(next_) < end;
             ++next_) {
            const std::uint64_t i = at(next_) - first;
            words_[i / word_bits] |= std::uint32_t{1} << i % word_bits;
        }
    }

    bool operator()(std::uint64_t i) const { return head_bits<std::uint32_t>{words_.data()}(i - first_); }

    /// The word of element i and on.
    const std::uint32_t* words(std::uint64_t i) const { return words_.data() + (i - first_) / word_bits; }

    /// Elements from `first` on, a word's first one, before a head: at most `count`.
    std::uint64_t before_head(std::uint64_t first, std::uint64_t count) const {
        const std::uint32_t* const of = words(first);
        for (std::uint64_t done = 0; done < count; done += word_bits) {
            if (const std::uint32_t word = of[done / word_bits]; word != 0) {
                return std::min<std::uint64_t>(count, done + static_cast<unsigned>(std::countr_zero(word)));
            }
        }
        return count;
    }

private:
    static constexpr unsigned word_bits = 32;
    std::vector<std::uint32_t> words_;
    std::uint64_t first_ = 0, next_ = 0;
};

template <bool Exclusive, class T, class Operator, class Offset>
class tile_scan<Exclusive, headed_elements<T, Operator, offset_heads<Offset>>,
                segment_results<Exclusive, T, offset_heads<Offset>>, headed<T>, within_segments<Operator>> {
public:
    using source = headed_elements<T, Operator, offset_heads<Offset>>;
    using results = segment_results<Exclusive, T, offset_heads<Offset>>;
    /// As many values as of a plain scan: a tile has as many pairs as that has values.
    static constexpr unsigned batch = tiles_of_batch * (sizeof(headed<T>) < 2 * sizeof(T) ? 1 : 2);

    tile_scan(const source& elements, const scan_order::tiling& cut, const results& output, within_segments<Operator>)
        : source_(elements),
          cut_(cut),
          output_(output.data),
          op_(elements.op),
          past_caches_(elements.data != output.data && cut.elements * 2 * sizeof(T) > larger_than_caches) {}

    class worker {
    public:
        explicit worker(const tile_scan& scan)
            : scan_(scan),
              values_(std::make_unique_for_overwrite<T[]>(by_simd    ? std::min(scan.cut_.strip, scan.cut_.elements)
                                                          : together ? std::min(scan.cut_.tile, scan.cut_.elements)
                                                                     : scan.buffered())),
              heads_(scan.buffered()),
              next_heads_(by_simd ? scan.buffered() : 0) {}

        void start(tile_batch tiles) {
            tiles_ = tiles;
            scan_.mark(heads_, tiles);
            for (std::uint64_t tile = tiles.first; tile < tiles.end; ++tile) {
                if constexpr (by_simd) {
                    scan_.scan({}, nullptr, nullptr, scan_.strips(tile, tiles.end), &heads_,
                               totals_[tile - tiles.first], nullptr);
                } else {
                    if constexpr (together) {
                        if (scan_.is_complete(tile)) {
                            scan_.fold_together(tile, heads_, totals_[tile - tiles.first]);
                            continue;
                        }
                    }
                    scan_.scan_strips(tile, heads_, values(tile), totals_[tile - tiles.first]);
                }
            }
        }
        const strip_totals<headed<T>>& totals(std::uint64_t tile) const { return totals_[tile - tiles_.first]; }
        void look_ahead(tile_batch next) {
            next_ = next;
            if constexpr (by_simd) {
                if (next.first < next.end) fetch_first(scan_.strips(next.first, next.end), sizeof(T));
                scan_.mark(next_heads_, next);
            }
        }
        void write(std::uint64_t tile, const carry<headed<T>>& before) {
            const std::uint64_t i = tile - tiles_.first;
            if constexpr (by_simd) {
                const std::uint64_t ahead = next_.first + i;
                scan_.write(tile, heads_, totals_[i], before,
                            ahead < next_.end ? scan_.strips(ahead, next_.end) : simd_strips{}, next_heads_,
                            next_totals_[i], values_.get());
            } else {
                if constexpr (together) {
                    if (scan_.is_complete(tile)) return scan_.write_together(tile, heads_, totals_[i], before);
                }
                scan_.write(tile, heads_, totals_[i], before, values(tile));
            }
        }
        void go_on() {
            if constexpr (by_simd) {
                tiles_ = next_;
                totals_ = next_totals_;
                std::swap(heads_, next_heads_);
            } else {
                start(next_);
            }
        }

    private:
        T* values(std::uint64_t tile) const {
            return values_.get() + (together ? 0 : (tile - tiles_.first) * scan_.cut_.tile);
        }

        const tile_scan& scan_;
        std::unique_ptr<T[]> values_;  ///< of a batch, or of its strip (by vectors) or tile that is not complete
        batch_heads heads_, next_heads_;
        std::array<strip_totals<headed<T>>, batch> totals_, next_totals_;
        tile_batch tiles_{}, next_{};
    };

private:
    static constexpr unsigned lanes = scan_order::lanes;
    using row = scan_row<T, scan_order::run(sizeof(headed<T>))>;
    static constexpr bool by_simd = has_simd_type<T> && has_simd_operator<Operator>;
    static constexpr bool row_by_row = std::is_floating_point_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
    static constexpr bool together = !by_simd && (std::is_integral_v<T> || row_by_row);

    /// Elements of a batch, at most.
    std::uint64_t buffered() const { return std::min<std::uint64_t>(batch, cut_.tiles) * cut_.tile; }
    /// Elements in a tile.
    std::uint64_t size(std::uint64_t tile) const { return std::min(cut_.tile, cut_.elements - tile * cut_.tile); }

    void mark(batch_heads& heads, tile_batch tiles) const {
        if (tiles.first == tiles.end) return;
        heads.mark(source_.heads, tiles.first * cut_.tile, std::min(tiles.end * cut_.tile, cut_.elements));
    }

    // By vectors, as of a plain scan.

    simd_strips strips(std::uint64_t tile, std::uint64_t end) const {
        const std::uint64_t first = tile * cut_.tile, last = std::min(end * cut_.tile, cut_.elements);
        return {cut_.rows, static_cast<unsigned>(std::min(cut_.tile, last - first) / cut_.strip), source_.data + first,
                last - first};
    }

    const std::uint32_t* words(const batch_heads* heads, const simd_strips& of) const {
        return of.strips == 0
                   ? nullptr
                   : heads->words(static_cast<std::uint64_t>(static_cast<const T*>(of.elements) - source_.data));
    }

    void scan(const simd_strips& strips, const batch_heads* heads, const T* before, const simd_strips& next,
              const batch_heads* next_heads, strip_totals<headed<T>>& next_totals, T* to) const {
        const T init = source_.given ? source_.init : neutral<T, Operator>();
        strip_totals<T> values;
        const std::uint32_t* const next_words = words(next_heads, next);
        scan_simd_headed_strips(
            {{simd_type_of<T>(), simd_operator_of(op_), Exclusive, strips, before, next, values.data(), past_caches_},
             words(heads, strips),
             next_words,
             &init,
             source_.given},
            to);
        for (unsigned strip = 0; strip < next.strips; ++strip) {
            const std::uint32_t* const first = next_words + strip * (cut_.strip / 32);
            const bool head = std::any_of(first, first + cut_.strip / 32, [](std::uint32_t word) { return word != 0; });
            next_totals[strip] = {values[strip], head};
        }
    }

    void write(std::uint64_t tile, const batch_heads& heads, const strip_totals<headed<T>>& totals,
               const carry<headed<T>>& base, const simd_strips& next, const batch_heads& next_heads,
               strip_totals<headed<T>>& next_totals, T* part) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile);
        const std::uint64_t complete = count / cut_.strip, done = complete * cut_.strip;
        const within_segments<Operator> op{op_};
        std::array<carry<headed<T>>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(complete), before_strip, op);
        strip_totals<T> before;
        for (unsigned i = 0; i < complete; ++i) {
            const carry<headed<T>> found = base.with(before_strip[i], op);
            before[i] = found.given ? found.value.value : neutral<T, Operator>();
        }
        scan(strips(tile, tile + 1), &heads, before.data(), next, &next_heads, next_totals, output_ + first);
        if (done < count) {
            scan_strip(first + done, count - done, heads, part);
            write_strip(first + done, count - done, heads, part, base.with(before_strip[complete], op));
        }
    }

    // By any operator.

    /// As of a plain scan: the values alone.
    void scan_strips(std::uint64_t tile, const batch_heads& heads, T* scanned, strip_totals<headed<T>>& totals) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile), complete = count / cut_.strip;
        for (std::uint64_t strip = 0; strip < complete; ++strip) {
            const std::uint64_t at = strip * cut_.strip;
            totals[strip] = {scan_strip(first + at, cut_.strip, heads, scanned + at),
                             heads.before_head(first + at, cut_.strip) < cut_.strip};
        }
        if (const std::uint64_t done = complete * cut_.strip; done < count) {
            scan_strip(first + done, count - done, heads, scanned + done);
        }
    }

    void write(std::uint64_t tile, const batch_heads& heads, const strip_totals<headed<T>>& totals,
               const carry<headed<T>>& base, const T* scanned) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile);
        const within_segments<Operator> op{op_};
        std::array<carry<headed<T>>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(count / cut_.strip), before_strip, op);
        by_widest_vectors([&] {
            for (std::uint64_t done = 0; done < count; done += cut_.strip) {
                write_strip(first + done, std::min(cut_.strip, count - done), heads, scanned + done,
                            base.with(before_strip[done / cut_.strip], op));
            }
        });
    }

    // By any operator on integers and floating point: the strips of a complete tile together.

    bool is_complete(std::uint64_t tile) const { return size(tile) == cut_.tile; }

    headed_strips<T> strips_of(std::uint64_t tile, const batch_heads& heads) const {
        const std::uint64_t first = tile * cut_.tile;
        const bool goes_on = (tile + 1) % batch != 0 && first + 2 * cut_.tile <= cut_.elements;
        return {.from = source_.data + first,
                .strip = cut_.strip,
                .heads = heads.words(first),
                .init = source_.init,
                .given = source_.given,
                .goes_on = goes_on};
    }

    /// What stands before all of the strips' last heads is not read.
    void fold_together(std::uint64_t tile, const batch_heads& heads, strip_totals<headed<T>>& totals) const {
        strip_totals<T> values{};
        std::uint64_t from = cut_.strip;
        const headed_strips<T> strips = strips_of(tile, heads);
        for (unsigned strip = 0; strip < scan_order::strips; ++strip) {
            std::uint64_t last = cut_.strip;
            do last -= 32;
            while (last != 0 && strips.word(strip, last) == 0);
            totals[strip].head = strips.word(strip, last) != 0;
            from = std::min(from, last);
        }
        by_widest_vectors([&, op = op_] {
            if constexpr (row_by_row) {
                fold_float_strips(strips, from / row::size * row::size, op, values.data());
            } else {
                fold_integer_strips(strips, from, op, values.data());
            }
        });
        for (unsigned strip = 0; strip < scan_order::strips; ++strip) totals[strip].value = values[strip];
    }

    void write_together(std::uint64_t tile, const batch_heads& heads, const strip_totals<headed<T>>& totals,
                        const carry<headed<T>>& base) const {
        const within_segments<Operator> op{op_};
        std::array<carry<headed<T>>, scan_order::strips> before_strip;
        scan_values(totals.data(), scan_order::strips, before_strip, op);
        strip_totals<T> before;
        headed_strips<T> strips = strips_of(tile, heads);
        for (unsigned i = 0; i < scan_order::strips; ++i) {
            const carry<headed<T>> found = base.with(before_strip[i], op);
            before[i] = found.value.value;
            if (i == 0) strips.starts = !found.given;
        }
        by_widest_vectors([&, op = op_] {
            strip_results<T> results(output_ + tile * cut_.tile, cut_.strip, past_caches_);
            if constexpr (row_by_row) {
                scan_float_strips<Exclusive>(strips, op, before.data(), results);
            } else {
                scan_integer_strips<Exclusive>(strips, op, before.data(), results);
            }
        });
    }

    /// A strip by itself, of which the last one may not be complete; gives the total. Of an exclusive scan there is no
    /// first result where it is no head.
    T scan_strip(std::uint64_t first, std::uint64_t count, const batch_heads& heads, T* scanned) const {
        carry<T> before_row;
        row r;
        for (std::uint64_t done = 0; done < count; done += row::size) {
            const auto some = static_cast<unsigned>(std::min<std::uint64_t>(row::size, count - done));
            if (some < row::size || heads.before_head(first + done, some) < some) {
                scan_headed_row(first + done, some, heads, before_row, scanned + done);
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
    void scan_headed_row(std::uint64_t first, unsigned count, const batch_heads& heads, carry<T>& before_row,
                         T* scanned) const {
        constexpr unsigned width = row::width;
        T folds[row::size], sums[lanes];
        std::uint64_t with_head = std::uint64_t{1} << lanes;  // runs, and one beyond the last
        for (unsigned i = 0; i < count; ++i) {
            const headed<T> element = source_.with_head(source_.data[first + i], heads(first + i));
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
                const bool head = heads(first + i);
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

    void write_strip(std::uint64_t first, std::uint64_t count, const batch_heads& heads, const T* scanned,
                     const carry<headed<T>>& base) const {
        const std::uint64_t open = first + (base.given ? heads.before_head(first, count) : 0);
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

namespace strider {

/// Of integers by a caller's operator, a segment after the other where they are long.
template <bool Exclusive, class T, class Operator, class Offset>
void scan_source(cpu policy, const headed_elements<T, Operator, offset_heads<Offset>>& source, std::uint64_t elements,
                 const segment_results<Exclusive, T, offset_heads<Offset>>& output, within_segments<Operator> op,
                 const std::optional<headed<T>>& init) {
    if constexpr (std::is_integral_v<T> &&
                  !(cpu_backend::has_simd_type<T> && cpu_backend::has_simd_operator<Operator>)) {
        const cpu_backend::scan_segments<Offset> segments{source.heads, elements};
        const std::uint64_t cores = elements < cpu_backend::parallel_from
                                        ? 1
                                        : static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
        if (cpu_backend::scans_each(segments, cores)) {
            return cpu_backend::scan_each<Exclusive>(segments, cores, source.data, source.given, source.init, source.op,
                                                     output.data);
        }
    }
    scan_regions<Exclusive>(policy, source, scan_order::tiling(elements, sizeof(headed<T>)), output, op, init);
}

}  // namespace strider
