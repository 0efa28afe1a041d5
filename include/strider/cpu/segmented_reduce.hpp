// Segmented reduction on all cores: oneTBB spreads shares of equal numbers of elements and segments.
//
// A core takes its share's segments in their order. Where type and operator are common, those of up to a row go by
// vectors, many at once, and runs of one short length by whole vectors. A caller's function combines short segments,
// and the runs of 16 elements of those of up to 64, side by side, once their elements are transposed; any others go in
// leaves of up to 16 elements. Longer ones are taken as the reduction takes a chunk, and those of several chunks with
// the help of other cores. Columns are taken side by side, up to 4 KiB of a row at a time, eight leaves at once where
// values have 4 bytes, with one partial row for every level of the tree. Scratch is one value for every 4,096 elements
// of columns with more than 8,192. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <type_traits>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <strider/core/canonical_order.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/segments.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/reduce.hpp>
#include <strider/cpu/simd_segments.hpp>
#include <strider/cpu/widest_vectors.hpp>

namespace strider {

namespace cpu_backend {

/// Up to a row, or a chunk of runs of 16, the order is a tree over leaves of so many neighbours.
inline constexpr std::uint64_t leaf = 16;

/// The tree over `Width` neighbours, all of which are there: unrolled, so that no operation waits for more than four.
template <unsigned Width, class T, class Operator>
T complete_tree(const T* values, Operator op) {
    if constexpr (Width == 1) {
        return values[0];
    } else {
        return op(complete_tree<Width / 2>(values, op), complete_tree<Width / 2>(values + Width / 2, op));
    }
}

/// One segment of at least one element.
template <class T, class Operator>
T reduce_segment(const T* data, std::uint64_t size, Operator op) {
    constexpr bool commutative = is_commutative<Operator, T>;
    constexpr std::uint64_t most = commutative ? row_elements<T> : leaf * canonical_order::lanes;
    static_assert(canonical_order::chunk_size(most) == leaf * canonical_order::lanes);
    if (size > most) return reduce_source(cpu{}, contiguous<T>{data}, size, op);
    if constexpr (!commutative) {
        if (size <= leaf) return std::accumulate(data + 1, data + size, data[0], op);
        return reduce_runs(contiguous<T>{data}, 0, size, most, op);
    } else {
        T leaves[most / leaf];
        for (std::uint64_t first = 0; first < size; first += leaf) {
            const std::uint64_t count = std::min(leaf, size - first);
            if (count == leaf) {
                leaves[first / leaf] = complete_tree<leaf>(data + first, op);
            } else {
                T values[leaf];
                std::copy_n(data + first, count, values);
                leaves[first / leaf] = reduce_tree(values, count, op);
            }
        }
        return reduce_tree(leaves, (size + leaf - 1) / leaf, op);
    }
}

/// Where the last segment ends: rows may begin farther apart than they are long.
template <class Segments>
std::uint64_t end_of(const Segments& segments) {
    return segments.begin(segments.count - 1) + segments.size(segments.count - 1);
}

/// How many segments from `first` on, at most `most`, are known to follow each other and to have one length: the less
/// it is, the sooner that is found out.
inline std::uint64_t run_from(const equal_segments& segments, std::uint64_t, std::uint64_t most) {
    return segments.stride == segments.length ? most : 0;
}
template <class Offset>
std::uint64_t run_from(const offset_segments<Offset>& segments, std::uint64_t first, std::uint64_t most) {
    const std::uint64_t length = segments.size(first);
    most = std::min<std::uint64_t>(most, 256);
    if (segments.before(first + most) - segments.before(first) != most * length) return 0;
    bool same = true;
    by_widest_vectors([&same, offsets = segments.offsets + first, step = static_cast<Offset>(length), most] {
        Offset differ = 0;
        for (std::uint64_t i = 0; i < most; ++i) {
            differ = static_cast<Offset>(differ | static_cast<Offset>((offsets[i + 1] - offsets[i]) ^ step));
        }
        same = differ == 0;
    });
    return same ? most : 0;
}

/// Whether short segments may be reduced from their first element to their last: no one sees the order of integers.
template <class T, class Operator>
inline constexpr bool folds_in_order = has_simd_type<T> && (!is_commutative<Operator, T> || std::is_integral_v<T>);

/// Short segments side by side: those of a caller's function, a step of all of them at a time.
template <class T, class Operator>
class side_by_side {
public:
    static constexpr unsigned together = segments_by_element::together;

    explicit side_by_side(const segment_result<T, Operator>& result) : result_(result) {}

    /// `count` segments of `length` elements from 1 to `leaf`, which follow each other, but for less than `together` at
    /// the end. Returns how many were reduced. `readable` elements may be read.
    std::uint64_t reduce_run(const T* data, std::uint64_t length, std::uint64_t count, std::uint64_t readable,
                             T* output) {
        for (unsigned i = 0; i < together; ++i) begins_[i] = i * length;
        std::uint64_t done = 0;
        for (; count - done >= together; done += together) {
            const std::uint64_t before = done * length;
            transpose_simd_segments({data + before, sizeof(T), begins_, length, readable - before, true}, columns_);
            by_widest_vectors([this, result = result_, length, to = output + done] {
                for (unsigned i = 0; i < together; ++i) totals_[i] = columns_[i];
                for (std::uint64_t k = 1; k < length; ++k) {
                    const T* const values = columns_ + k * together;
                    for (unsigned i = 0; i < together; ++i) {
                        totals_[i] = static_cast<T>(result.op(totals_[i], values[i]));
                    }
                }
                for (unsigned i = 0; i < together; ++i) to[i] = result.of(totals_[i]);
            });
        }
        return done;
    }

    /// Segments from `first` on, at most up to `last`, cut into runs of `leaf` elements, whose totals become those of
    /// the segments by the tree. Returns how many were reduced: none where these are few or long.
    template <class Segments>
    std::uint64_t reduce_runs(const T* data, const Segments& segments, std::uint64_t first, std::uint64_t last,
                              T* output) {
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(most_segments, last - first));
        if (count < together || segments.before(first + count) - segments.before(first) > 2 * leaf * count) return 0;
        unsigned fulls = 0, rests = 0;
        for (unsigned i = 0; i < count; ++i) {
            const std::uint64_t size = segments.size(first + i), begin = segments.begin(first + i);
            if (size > longest) {
                lefts_[i] = reduce_segment(data + begin, size, result_.op);
                full_[i] = 0;
                runs_[i] = reduced;
                continue;
            }
            // How many runs there are is not foreseen: what most segments have no more of is noted, and then counted.
            const auto full = static_cast<unsigned>(size / leaf), rest = static_cast<unsigned>(size % leaf);
            for (unsigned k = 0; k < 2; ++k) begins_[fulls + k] = begin + k * leaf;
            for (unsigned k = 2; k < full; ++k) begins_[fulls + k] = begin + k * leaf;
            rest_begins_[rests] = begin + full * leaf;
            sizes_[rests] = static_cast<word>(rest);
            full_[i] = full;
            runs_[i] = static_cast<word>(full + (rest != 0));
            fulls += full;
            rests += rest != 0;
        }
        fold_full_runs(data, fulls, end_of(segments));
        for (unsigned rest = 0; rest < rests; rest += together) {
            fold(data, rest_begins_ + rest, sizes_ + rest, std::min(rests - rest, together), end_of(segments));
            std::copy_n(totals_, together, totals_of_runs_ + most_runs + 1 + rest);
        }
        combine_runs(count, fulls, rests);
        write(count, runs_, lefts_, output + first);
        return count;
    }

    /// The `count` segments from `first` on, at most `together`. Returns whether that was done: not where segments have
    /// more than `leaf` elements, or lengths differ so much that most of the steps would be in vain.
    template <class Segments>
    bool reduce(const T* data, const Segments& segments, std::uint64_t first, unsigned count, T* output) {
        std::uint64_t most = 0;
        const std::uint64_t sum = segments.before(first + count) - segments.before(first);
        if (sum > leaf * count) return false;
        for (unsigned i = 0; i < count; ++i) {
            const std::uint64_t size = segments.size(first + i);
            begins_[i] = segments.begin(first + i);
            sizes_[i] = static_cast<word>(size);
            most = std::max(most, size);
        }
        if (most == 0 || most > leaf || most * together > 3 * sum) return false;
        fold(data, begins_, sizes_, count, end_of(segments));
        write(count, sizes_, totals_, output + first);
        return true;
    }

private:
    using word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

    /// By bits: of two values, GCC makes branches around the operator.
    static T chosen(word mask, T value, T other) {
        return std::bit_cast<T>(
            static_cast<word>((std::bit_cast<word>(value) & mask) | (std::bit_cast<word>(other) & ~mask)));
    }

    /// The totals of `count` runs, at most `together`, of up to `leaf` elements, to `totals_`: of an empty one
    /// anything.
    void fold(const T* data, std::uint64_t* begins, word* sizes, unsigned count, std::uint64_t readable) {
        word most = 0;
        std::uint64_t longest_run = 0;
        for (unsigned i = 0; i < count; ++i) {
            longest_run = sizes[i] > most ? begins[i] : longest_run;
            most = std::max(most, sizes[i]);
        }
        for (unsigned i = count; i < together; ++i) {
            begins[i] = longest_run;
            sizes[i] = 0;
        }
        const auto steps = static_cast<std::uint64_t>(most);
        transpose_simd_segments({data, sizeof(T), begins, steps, readable, false}, columns_);
        // A run that has no more elements calls the operator on two that another one calls it on.
        const T left = data[longest_run], right = data[longest_run + (most > 1)];
        by_widest_vectors([this, op = result_.op, steps, left, right, sizes] {
            for (unsigned i = 0; i < together; ++i) totals_[i] = columns_[i];
            for (std::uint64_t k = 1; k < steps; ++k) {
                const T* const values = columns_ + k * together;
                for (unsigned i = 0; i < together; ++i) {
                    const word more = -static_cast<word>(static_cast<word>(k) < sizes[i]);
                    const T total = chosen(more, totals_[i], left);
                    const T next = static_cast<T>(op(total, chosen(more, values[i], right)));
                    totals_[i] = chosen(more, next, totals_[i]);
                }
            }
        });
    }

    /// The totals of `count` runs of `leaf` elements to `full_totals_`.
    void fold_full_runs(const T* data, unsigned count, std::uint64_t readable) {
        for (unsigned run = 0; run < count; run += together) {
            std::uint64_t* const begins = begins_ + run;
            for (unsigned i = count - run; i < together; ++i) begins[i] = begins[0];
            const bool follow = begins[together - 1] - begins[0] == (together - 1) * leaf;
            const std::uint64_t before = follow ? begins[0] : 0;
            for (unsigned i = 0; follow && i < together; ++i) begins[i] -= before;
            transpose_simd_segments({data + before, sizeof(T), begins, leaf, readable - before, follow}, columns_);
            by_widest_vectors([this, op = result_.op, to = totals_of_runs_ + run] {
                for (unsigned i = 0; i < together; ++i) totals_[i] = columns_[i];
                for (std::uint64_t k = 1; k < leaf; ++k) {
                    const T* const values = columns_ + k * together;
                    for (unsigned i = 0; i < together; ++i) totals_[i] = static_cast<T>(op(totals_[i], values[i]));
                }
                for (unsigned i = 0; i < together; ++i) to[i] = totals_[i];
            });
        }
    }

    /// The totals of `count` segments, to `lefts_`, from those of their runs.
    void combine_runs(unsigned count, unsigned fulls, unsigned rests) {
        T* const rest_totals = totals_of_runs_ + most_runs + 1;
        totals_of_runs_[fulls] = rest_totals[rests] = T();  // of segments without any
        unsigned pair = most_segments, full = 0, rest = most_runs + 1;
        for (unsigned i = 0; i < count; ++i) {
            if (runs_[i] == reduced) continue;
            // By sums and shifts: GCC makes branches of comparisons, and none of these would be foreseen.
            static_assert(longest / leaf <= 8);
            const unsigned left = rest ^ ((rest ^ full) & -((full_[i] + 7) >> 3));
            const unsigned right = rest ^ ((rest ^ (full + 1)) & -((full_[i] + 6) >> 3));
            lefts_[i] = totals_of_runs_[left];
            rights_[i] = totals_of_runs_[right];
            if (runs_[i] > 2) {
                T totals[longest / leaf + 1];
                std::copy_n(totals_of_runs_ + full, full_[i], totals);
                totals[full_[i]] = totals_of_runs_[rest];
                lefts_[i] = reduce_tree(totals, static_cast<std::uint64_t>(runs_[i]), result_.op);
            }
            pair ^= (pair ^ i) & -static_cast<unsigned>(runs_[i] == 2);
            full += full_[i];
            rest += static_cast<unsigned>(runs_[i] > static_cast<word>(full_[i]));
        }
        if (pair == most_segments) return;
        // Other segments call the operator on two values that a segment calls it on.
        by_widest_vectors([this, op = result_.op, count, left = lefts_[pair], right = rights_[pair]] {
            for (unsigned i = 0; i < count; ++i) {
                const word two = -static_cast<word>(runs_[i] == 2);
                const T next = static_cast<T>(op(chosen(two, lefts_[i], left), chosen(two, rights_[i], right)));
                lefts_[i] = chosen(two, next, lefts_[i]);
            }
        });
    }

    /// The results of `count` segments, those that are not there where `filled` is 0.
    void write(unsigned count, const word* filled, const T* totals, T* output) const {
        if (result_.given) {
            for (unsigned i = 0; i < count; ++i) output[i] = filled[i] == 0 ? result_.empty() : result_.of(totals[i]);
        } else {
            const T empty = result_.empty();
            for (unsigned i = 0; i < count; ++i) {
                output[i] = detail::canonical_nan(chosen(-static_cast<word>(filled[i] != 0), totals[i], empty));
            }
        }
    }

    static constexpr unsigned most_segments = 512;
    static constexpr std::uint64_t longest = 4 * leaf;  ///< longer segments go by themselves
    static constexpr std::uint64_t most_runs = 2 * most_segments;
    static constexpr word reduced = -1;  ///< in place of a number of runs

    segment_result<T, Operator> result_;
    std::uint64_t begins_[most_runs + 2], rest_begins_[most_segments + 1];
    word sizes_[most_segments + 1];
    unsigned full_[most_segments];  ///< runs of `leaf` elements of each segment
    word runs_[most_segments];
    alignas(64) T totals_of_runs_[most_runs + 1 + most_segments + 1];  ///< first those of `leaf` elements
    alignas(64) T lefts_[most_segments];
    alignas(64) T rights_[most_segments] = {};
    alignas(64) T totals_[together];
    alignas(64) T columns_[leaf * together];
};

/// The segments from `first` to `last`.
template <class T, class Segments, class Operator>
void reduce_share(const T* data, const Segments& segments, std::uint64_t first, std::uint64_t last,
                  const segment_result<T, Operator>& result, T* output) {
    const auto reduce_one = [&](std::uint64_t i) {
        const std::uint64_t size = segments.size(i);
        output[i] = size == 0 ? result.empty() : result.of(reduce_segment(data + segments.begin(i), size, result.op));
    };
    if constexpr (is_commutative<Operator, T> && has_simd_type<T> && has_simd_operator<Operator>) {
        constexpr unsigned together = 128;
        std::uint64_t begins[together];
        std::uint32_t sizes[together];
        while (first < last) {
            T* const totals = output + first;
            const std::uint64_t length = segments.size(first), begin = segments.begin(first);
            if (length != 0 && length <= longest_in_run) {
                const std::uint64_t run = run_from(segments, first, last - first);
                if (run != 0) {
                    reduce_simd_run({simd_type_of<T>(), simd_operator_of(result.op), data + begin, length, run,
                                     end_of(segments) - begin},
                                    totals);
                    for (std::uint64_t i = 0; result.given && i < run; ++i) totals[i] = result.of(totals[i]);
                    first += run;
                    continue;
                }
            }
            const std::uint64_t most = std::min<std::uint64_t>(together, last - first);
            unsigned count = 0;
            for (; count < most; ++count) {
                const std::uint64_t size = segments.size(first + count);
                if (size > row_elements<T>) break;
                begins[count] = segments.begin(first + count);
                sizes[count] = static_cast<std::uint32_t>(size);
            }
            reduce_simd_segments({simd_type_of<T>(), simd_operator_of(result.op), count, data, begins, sizes}, totals);
            for (unsigned i = 0; i < count; ++i) totals[i] = sizes[i] == 0 ? result.empty() : result.of(totals[i]);
            first += count;
            if (count < most) reduce_one(first++);
        }
    } else if constexpr (folds_in_order<T, Operator>) {
        side_by_side<T, Operator> some(result);
        while (first < last) {
            const auto count = static_cast<unsigned>(std::min<std::uint64_t>(some.together, last - first));
            const std::uint64_t length = segments.size(first), begin = segments.begin(first);
            if (length != 0 && length <= leaf && count == some.together) {
                const std::uint64_t done =
                    some.reduce_run(data + begin, length, run_from(segments, first, last - first),
                                    end_of(segments) - begin, output + first);
                first += done;
                if (done != 0) continue;
            }
            if (some.reduce(data, segments, first, count, output)) {
                first += count;
            } else if (const std::uint64_t done = some.reduce_runs(data, segments, first, last, output); done != 0) {
                first += done;
            } else {
                for (const std::uint64_t end = first + count; first < end; ++first) reduce_one(first);
            }
        }
    } else {
        for (; first < last; ++first) reduce_one(first);
    }
}

/// One chunk of at most `strip_of_columns` columns, whose rows stand `stride` elements apart. `full` rows are in a
/// chunk that is not the last one.
template <class T, class Operator>
void reduce_column_chunk(const T* data, std::uint64_t stride, std::uint64_t columns, std::uint64_t count,
                         std::uint64_t full, Operator op, T* results) {
    using strip = std::array<T, strip_of_columns<T>>;
    constexpr bool commutative = is_commutative<Operator, T>;
    constexpr std::uint64_t accumulators = row_elements<T>;
    const std::uint64_t run = (full + canonical_order::lanes - 1) / canonical_order::lanes;
    const std::uint64_t leaves = commutative ? std::min(count, accumulators) : (count + run - 1) / run;
    // Not elements of 8 bytes, whose leaves have more rows and would take 1.4 times as long.
    if constexpr (commutative && has_simd_type<T> && has_simd_operator<Operator> && sizeof(T) == 4) {
        const auto scratch = std::make_unique_for_overwrite<T[]>(levels_of_columns * strip_of_columns<T>);
        return reduce_simd_columns(
            {simd_type_of<T>(), simd_operator_of(op), data, stride, columns, count, scratch.get()}, results);
    }
    const auto row = [&](std::uint64_t r) { return data + r * stride; };
    const auto append = [&](T* left, const T* right) {
        for (std::uint64_t c = 0; c < columns; ++c) left[c] = op(left[c], right[c]);
    };

    // The row below is read soon, as the next one or by the next leaf. No processor foresees that: rows are far apart.
    const auto take = [&](std::uint64_t r) {
        if (r + 1 < count) {
            const auto* const below = reinterpret_cast<const unsigned char*>(row(r + 1));
            for (std::uint64_t i = 0; i < columns * sizeof(T); i += 64) __builtin_prefetch(below + i);
        }
        return row(r);
    };

    // A tree over neighbours, leaf by leaf: level l holds a subtree of 2^l leaves while bit l of the leaf's number
    // is 1.
    std::array<std::unique_ptr<strip>, 14> levels;
    static_assert(std::uint64_t{1} << (std::tuple_size_v<decltype(levels)> - 1) >= canonical_order::lanes * 16);
    auto value = std::make_unique_for_overwrite<strip>();
    const auto join = [&](std::uint64_t level) {
        append(levels[level]->data(), value->data());
        std::swap(levels[level], value);
    };
    const auto put = [&](std::uint64_t leaf, std::uint64_t level) {
        for (; leaf >> level & 1; ++level) join(level);
        if (!levels[level]) levels[level] = std::make_unique_for_overwrite<strip>();
        std::swap(levels[level], value);
    };
    for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
        const std::uint64_t first = commutative ? leaf : leaf * run, step = commutative ? accumulators : 1;
        const std::uint64_t end = commutative ? count : std::min(count, first + run);
        const T* const upper = take(first);
        std::uint64_t r = first + step;
        if (r < end) {
            const T* const lower = take(r);
            for (std::uint64_t c = 0; c < columns; ++c) (*value)[c] = op(upper[c], lower[c]);
            for (r += step; r < end; r += step) append(value->data(), take(r));
        } else {
            std::copy_n(upper, columns, value->data());
        }
        put(leaf, 0);
    }
    std::uint64_t level = 0;
    while (!(leaves >> level & 1)) ++level;
    std::swap(levels[level], value);
    while (leaves >> ++level) {
        if (leaves >> level & 1) join(level);
    }
    std::copy_n(value->data(), columns, results);
}

/// One chunk of each of `columns` columns for every chunk of `cut`, to `results`, a row of them a chunk.
template <class T, class Operator>
void reduce_column_chunks(const T* data, std::uint64_t stride, std::uint64_t columns, std::uint64_t rows,
                          std::uint64_t chunk, std::uint64_t chunks, Operator op, T* results) {
    // Where chunks are few, narrower strips keep all cores busy.
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    std::uint64_t width = strip_of_columns<T>;
    while (chunks * ((columns + width - 1) / width) < 4 * cores && width > strip_of_columns<T> / 16) width /= 2;
    const std::uint64_t strips = (columns + width - 1) / width;
    const auto reduce_part = [&](std::uint64_t part) {
        const std::uint64_t c = part / strips, column = part % strips * width;
        reduce_column_chunk(data + c * chunk * stride + column, stride, std::min(width, columns - column),
                            std::min(chunk, rows - c * chunk), chunk, op, results + c * columns + column);
    };
    if (rows * columns < parallel_from) {
        for (std::uint64_t part = 0; part < strips * chunks; ++part) reduce_part(part);
    } else {
        tbb::parallel_for(std::uint64_t{0}, strips * chunks, reduce_part);
    }
}

/// At least one row of at most `strip_of_columns` columns, four at a time and the next four asked for: no processor
/// foresees where they are, if they are far apart.
template <class T, class Operator>
void fold_rows(const T* data, std::uint64_t stride, std::uint64_t columns, std::uint64_t rows, Operator op,
               T* results) {
    constexpr std::uint64_t together = 4, line = 64 / sizeof(T);
    std::copy_n(data, columns, results);
    by_widest_vectors([=] {
        std::uint64_t r = 1;
        for (; r + together <= rows; r += together) {
            const T *const a = data + r * stride, *const b = a + stride, *const c = b + stride, *const d = c + stride;
            const bool asks = r + 2 * together <= rows;
            for (std::uint64_t first = 0; first < columns; first += line) {
                const std::uint64_t end = std::min(first + line, columns);
                if (asks) {
                    for (const T* row : {a, b, c, d}) __builtin_prefetch(row + together * stride + first);
                }
                for (std::uint64_t i = first; i < end; ++i) {
                    results[i] = op(results[i], static_cast<T>(op(op(a[i], b[i]), op(c[i], d[i]))));
                }
            }
        }
        for (; r < rows; ++r) {
            for (std::uint64_t i = 0; i < columns; ++i) results[i] = op(results[i], data[r * stride + i]);
        }
    });
}

/// For operators that give the same in any order: rows are cut into as many parts as keep all cores busy. Narrow rows
/// that follow each other are taken as fewer and wider ones, whose columns are folded at the end.
template <class T, class Operator>
void reduce_columns_in_any_order(const matrix_view<const T>& matrix, Operator op, T* output) {
    constexpr std::uint64_t strip = strip_of_columns<T>, least = parallel_from / 4;
    const bool joins = matrix.stride == matrix.columns && matrix.columns <= strip / 2;
    const std::uint64_t joined = joins ? std::min(strip / matrix.columns, matrix.rows) : 1;
    const std::uint64_t columns = joined * matrix.columns, stride = joined * matrix.stride;
    const std::uint64_t rows = matrix.rows / joined, elements = rows * columns;

    const std::uint64_t strips = (columns + strip - 1) / strip;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t most = elements < parallel_from ? 1 : std::min(elements / least, 8 * cores);
    const std::uint64_t parts = std::max<std::uint64_t>(std::min(most / strips, rows), 1);
    const auto partials = std::make_unique_for_overwrite<T[]>(parts * columns);
    const auto reduce_piece = [&](std::uint64_t piece) {
        const std::uint64_t part = piece / strips, column = piece % strips * strip;
        const std::uint64_t first = part * rows / parts, end = (part + 1) * rows / parts;
        fold_rows(matrix.data + first * stride + column, stride, std::min(strip, columns - column), end - first, op,
                  partials.get() + part * columns + column);
    };
    if (elements < parallel_from) {
        for (std::uint64_t piece = 0; piece < strips; ++piece) reduce_piece(piece);
    } else {
        tbb::parallel_for(std::uint64_t{0}, parts * strips, reduce_piece);
    }
    const auto add = [&](const T* row) {
        for (std::uint64_t c = 0; c < matrix.columns; ++c) output[c] = op(output[c], row[c]);
    };
    std::copy_n(partials.get(), matrix.columns, output);
    for (std::uint64_t row = 1; row < parts * joined; ++row) add(partials.get() + row * matrix.columns);
    for (std::uint64_t row = rows * joined; row < matrix.rows; ++row) add(matrix.data + row * matrix.stride);
}

}  // namespace cpu_backend

/// The reduction of each segment of `data` to `output`.
template <class T, class Segments, class Operator>
void reduce_segments(cpu, const T* data, std::uint64_t, const Segments& segments,
                     const segment_result<T, Operator>& result, T* output) {
    const std::uint64_t work = segments.before(segments.count) + segments.count;
    const auto reduce_work = [&](std::uint64_t begin, std::uint64_t end) {
        cpu_backend::reduce_share(data, segments, segment_after(segments, begin), segment_after(segments, end), result,
                                  output);
    };
    if (work < cpu_backend::parallel_from) {
        reduce_work(0, work);
    } else {
        constexpr std::uint64_t least = cpu_backend::parallel_from / 4;
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, work, least),
                          [&](const auto& range) { reduce_work(range.begin(), range.end()); });
    }
}

/// The reduction of each column to `output`.
template <class T, class Operator>
void reduce_columns_of(cpu, const matrix_view<const T>& matrix, const segment_result<T, Operator>& result, T* output) {
    if (matrix.rows == 0) {
        std::fill_n(output, matrix.columns, result.empty());
        return;
    }
    const canonical_order::chunking cut(matrix.rows);
    if constexpr (std::is_integral_v<T> && has_exact_neutral<T, Operator>) {
        if (matrix.columns != 0) cpu_backend::reduce_columns_in_any_order(matrix, result.op, output);
    } else if (cut.chunks == 1) {
        cpu_backend::reduce_column_chunks(matrix.data, matrix.stride, matrix.columns, matrix.rows, cut.chunk, 1,
                                          result.op, output);
    } else {
        const auto partials = std::make_unique_for_overwrite<T[]>(cut.chunks * matrix.columns);
        cpu_backend::reduce_column_chunks(matrix.data, matrix.stride, matrix.columns, matrix.rows, cut.chunk,
                                          cut.chunks, result.op, partials.get());
        cpu_backend::reduce_column_chunks<T>(partials.get(), matrix.columns, matrix.columns, cut.chunks, cut.chunks, 1,
                                             result.op, output);
    }
    for (std::uint64_t c = 0; c < matrix.columns; ++c) output[c] = result.of(output[c]);
}

}  // namespace strider
