// One chunk of the canonical order on one core, for any source and operator.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/core/accumulated.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/rounded.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/reduce/simd.hpp>
#include <strider/cpu/squares.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider::cpu_backend {

template <class Source>
inline constexpr bool is_contiguous = false;
template <class T>
inline constexpr bool is_contiguous<contiguous<T>> = true;

/// Below so many elements one core does the work: waking another one takes some 20 us. A function of the caller's may
/// do much for an element. Where elements are only moved, or combined by the library's operators, a core is through
/// with a megabyte by then.
inline constexpr std::uint64_t parallel_from = std::uint64_t{1} << 17, parallel_moves_from = std::uint64_t{1} << 18;
template <class Source, class Operator = plus>
inline constexpr std::uint64_t parallel_from_by =
    is_contiguous<Source> && detail::library_operator<Operator> ? parallel_moves_from : parallel_from;

/// Whether a compiler could contract values of `Source` with the sum that they go to.
#if defined(STRIDER_MAY_CONTRACT)
template <class Source>
inline constexpr bool may_be_contracted = gives_products<Source> && !std::is_integral_v<source_value<Source>>;
#else
template <class Source>
inline constexpr bool may_be_contracted = false;
#endif

/// Whether the order in which an operator takes elements cannot be seen: integers wrap.
template <class Operator, class T>
inline constexpr bool hides_order = std::integral<T> && detail::library_operator<Operator>;
template <class Operator, class T>
concept free_of_order = hides_order<Operator, T>;

/// Rows that are combined side by side: of fewer, compilers unroll the loops instead of making vectors.
inline constexpr unsigned rows_together = 32;

/// `to[row * apart + v]` of some rows, as columns.
template <class T>
struct columns_of_rows {
    static constexpr unsigned width = squares<T, 2>::width, leaves = rows_together * width;
    alignas(32) T at[width][rows_together];

    void load(const T* from, std::uint64_t apart) {
        for (unsigned row = 0; row < rows_together; row += squares<T, 2>::rows)
            squares<T, 2>::to_columns(from + row * apart, apart, at[0] + row, rows_together);
    }

    /// The trees over every `width` of the leaves.
    template <class Operator>
    static void combine(const T* from, T* to, Operator op) {
        columns_of_rows of;
        of.load(from, width);
        for (unsigned i = 0; i < rows_together; ++i) to[i] = of.tree<width>(0, i, op);
    }

private:
    template <unsigned Count, class Operator>
    T tree(unsigned first, unsigned i, Operator op) const {
        if constexpr (Count == 1) {
            return at[first][i];
        } else {
            return op(tree<Count / 2>(first, i, op), tree<Count / 2>(first + Count / 2, i, op));
        }
    }
};

/// The binary tree over neighbours, whose levels go to `to`, which may be the leaves; one without a neighbour goes up
/// as it is.
template <class T, class Operator>
T reduce_few(const T* leaves, T* to, std::uint64_t count, Operator op) {
    if (count == 1) return leaves[0];
    for (; count > 1; count = (count + 1) / 2, leaves = to) {
        for (std::uint64_t i = 0; i < count / 2; ++i) to[i] = op(leaves[2 * i], leaves[2 * i + 1]);
        if (count % 2 != 0) to[count / 2] = leaves[count - 1];
    }
    return to[0];
}

/// The same of many: several levels at once.
template <class T, class Operator>
T reduce_tree(const T* leaves, T* to, std::uint64_t count, Operator op) {
    if constexpr (std::is_arithmetic_v<T> && fits_squares<T>) {
        constexpr bool multiplied = std::same_as<Operator, multiplies>;
        constexpr bool by_vectors = std::floating_point<T> && (multiplied || std::same_as<Operator, plus>);
        using block = std::conditional_t<by_vectors, neighbours<T, multiplied>, columns_of_rows<T>>;
        constexpr std::uint64_t width = block::width;
        for (; count >= block::leaves; count = (count + width - 1) / width, leaves = to) {
            std::uint64_t done = 0;
            for (; done + block::leaves <= count; done += block::leaves)
                block::combine(leaves + done, to + done / width, op);
            for (; done < count; done += width) {
                T few[width];
                to[done / width] = reduce_few(leaves + done, few, std::min(width, count - done), op);
            }
        }
    }
    return reduce_few(leaves, to, count, op);
}

/// By as many accumulators as fill 256 bytes.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_in_any_order(const Source& source, std::uint64_t first, std::uint64_t count, Operator op) {
    constexpr std::uint64_t block = 256 / sizeof(T);
    T total = source(first);
    std::uint64_t done = 1;
    if (count >= block) {
        T sums[block];
        for (std::uint64_t i = 0; i < block; ++i) sums[i] = source(first + i);
        for (done = block; done + block <= count; done += block) {
            for (std::uint64_t i = 0; i < block; ++i) sums[i] = op(sums[i], source(first + done + i));
        }
        // A reduction that compilers know, of a length that they know.
        total = sums[block - 1];
        for (std::uint64_t i = 0; i < block - 1; ++i) total = op(total, sums[i]);
    }
    for (; done < count; ++done) total = op(total, source(first + done));
    return total;
}

/// Operators known to commute: accumulator i of a row takes element i of every row. Four rows are read side by side, by
/// which processors read memory faster: of eight, Intel's gain little, and AMD's lose.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_rows(const Source& source, std::uint64_t first, std::uint64_t count, Operator op) {
    constexpr std::uint64_t row = canonical_order::lanes * canonical_order::accumulators_per_lane(sizeof(T));
    alignas(64) T accumulators[row];
    if constexpr (is_contiguous<Source>) {
        if (count <= row) return reduce_tree(source.data + first, accumulators, count, op);
    }
    std::uint64_t done = 0;
    // `Count` columns of `Rows` rows: of a number that compilers know, since a loop over single vectors takes three
    // times as long on a Zen 3. What could be contracted goes through memory, which rounds it.
    const auto combine = [&]<unsigned Rows, bool First, unsigned Count>(std::uint64_t at) {
        constexpr bool rounds = may_be_contracted<Source>;
        [[maybe_unused]] T values[rounds ? Rows : 1][rounds ? Count : 1];
        if constexpr (rounds) {
            for (unsigned r = 0; r < Rows; ++r) {
                for (unsigned i = 0; i < Count; ++i) values[r][i] = source(first + done + r * row + at + i);
            }
            asm volatile("" : : "r"(values) : "memory");
        }
        for (unsigned i = 0; i < Count; ++i) {
            const auto value = [&](unsigned r) {
                if constexpr (rounds) {
                    return values[r][i];
                } else {
                    return source(first + done + r * row + at + i);
                }
            };
            T total = First ? value(0) : accumulators[at + i];
            for (unsigned r = First; r < Rows; ++r) total = op(total, value(r));
            accumulators[at + i] = total;
        }
    };
    const auto take = [&]<unsigned Rows, bool First>(std::uint64_t size) {
        constexpr auto piece = static_cast<unsigned>(256 / std::bit_ceil(sizeof(T)));  // divides a row
        std::uint64_t at = 0;
        for (; at + piece <= size; at += piece) combine.template operator()<Rows, First, piece>(at);
        if constexpr (Rows == 1) {
            for (std::uint64_t left = size % piece; left > 0; --left, ++at)
                combine.template operator()<Rows, First, 1>(at);
        }
        done += Rows * size;
    };
    constexpr unsigned together = 4;
    if (count >= together * row) {
        take.template operator()<together, true>(row);
    } else if (count >= 2 * row) {
        take.template operator()<2, true>(row);
    } else {
        take.template operator()<1, true>(std::min(count, row));
    }
    while (count - done >= together * row) take.template operator()<together, false>(row);
    while (done < count) take.template operator()<1, false>(std::min(count - done, row));
    return reduce_tree(accumulators, accumulators, std::min(count, row), op);
}

/// The least and the greatest of floating-point elements, or one of them. Comparisons are exact, so their order is
/// free; apart from them stands whether there is a NaN, and the sign of a zero.
template <bool Least, bool Greatest, class T>
std::pair<T, T> float_extremes(const T* elements, std::uint64_t count) {
    constexpr std::uint64_t half = (Least && Greatest ? 64 : 128) / sizeof(T);  // all of it stays in registers
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto lesser = [](T a, T b) { return a < b ? a : b; };
    const auto greater = [](T a, T b) { return a > b ? a : b; };
    T low[2 * half], high[2 * half];
    bits nan[half] = {}, any_nan = 0;
    std::fill_n(low, 2 * half, elements[0]);
    std::fill_n(high, 2 * half, elements[0]);
    std::uint64_t done = 0;
    for (; done + 2 * half <= count; done += 2 * half) {
        for (std::uint64_t i = 0; i < half; ++i) {
            const T a = elements[done + i], b = elements[done + half + i];
            if constexpr (Least) low[i] = lesser(a, low[i]), low[half + i] = lesser(b, low[half + i]);
            if constexpr (Greatest) high[i] = greater(a, high[i]), high[half + i] = greater(b, high[half + i]);
            nan[i] |= __builtin_isunordered(a, b) ? ~bits{0} : bits{0};
        }
    }
    for (const bits one : nan) any_nan |= one;
    if (any_nan != 0) return {quiet_nan<T>, quiet_nan<T>};
    T least = low[0], greatest = high[0];
    for (const T one : low) least = lesser(least, one);
    for (const T one : high) greatest = greater(greatest, one);
    for (; done < count; ++done) {
        least = minimum{}(least, elements[done]);
        greatest = maximum{}(greatest, elements[done]);
    }
    if ((Least && least == 0) || (Greatest && greatest == 0)) {
        // Where the least is zero, no other is negative but for its sign, and one sign will do; of the greatest all
        // must.
        bits any_sign = 0, all_signs = ~bits{0};
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto one = __builtin_bit_cast(bits, elements[i]);
            any_sign |= one, all_signs &= one;
        }
        constexpr bits sign = bits{1} << (8 * sizeof(T) - 1);
        if (least == 0) least = __builtin_bit_cast(T, any_sign & sign);
        if (greatest == 0) greatest = __builtin_bit_cast(T, all_signs & sign);
    }
    return {least, greatest};
}

/// The folds of some rows side by side: each is a run, or 16 bytes of `Runs` short ones.
template <unsigned Runs, class T, class Operator>
void fold_runs(const T* from, std::uint64_t run, T* folds, Operator op) {
    constexpr unsigned rows = rows_together, width = columns_of_rows<T>::width, length = width / Runs;
    alignas(32) T totals[Runs][rows];
    if (run * sizeof(T) > 64) read_lines(from, rows * run * sizeof(T));  // each run is more than a line
    for (std::uint64_t done = 0; done < run; done += length) {
        columns_of_rows<T> of;
        of.load(from + done, Runs * run);
        for (unsigned part = 0; part < Runs; ++part) {
            const auto* const own = of.at + part * length;
            T* const total = totals[part];
            if (done == 0) {
                for (unsigned i = 0; i < rows; ++i) total[i] = own[0][i];
            } else {
                for (unsigned i = 0; i < rows; ++i) total[i] = op(total[i], own[0][i]);
            }
            for (unsigned v = 1; v < length; ++v) {
                for (unsigned i = 0; i < rows; ++i) total[i] = op(total[i], own[v][i]);
            }
        }
    }
    for (unsigned i = 0; i < rows; ++i) {
        for (unsigned part = 0; part < Runs; ++part) folds[i * Runs + part] = totals[part][i];
    }
}

/// Any other operator: lane i folds the i-th run of neighbouring elements. What does not go by vectors goes eight lanes
/// at a time, since one fold is a chain in which every call waits for the call before it. (Eight bytes gain nothing.)
template <class Source, class Operator, class T = source_value<Source>>
T reduce_runs(const Source& source, std::uint64_t first, std::uint64_t count, std::uint64_t full, Operator op) {
    constexpr std::uint64_t together = 8;
    const std::uint64_t run = (full + canonical_order::lanes - 1) / canonical_order::lanes;
    const std::uint64_t whole_runs = count / run;
    const auto value = [&](std::uint64_t lane, std::uint64_t i) {
        return rounded<Source>(source(first + lane * run + i));
    };

    T accumulators[canonical_order::lanes];
    std::uint64_t lane = 0;
    if constexpr (is_contiguous<Source> && std::is_arithmetic_v<T> && fits_squares<T>) {
        const auto fold = [&]<unsigned Runs>(std::integral_constant<unsigned, Runs>) {
            constexpr std::uint64_t lanes = Runs * rows_together;
            for (; lane + lanes <= whole_runs; lane += lanes)
                fold_runs<Runs>(source.data + first + lane * run, run, accumulators + lane, op);
        };
        if (run * sizeof(T) % 16 == 0) {
            fold(std::integral_constant<unsigned, 1>());
        } else if (run * sizeof(T) == 8) {
            fold(std::integral_constant<unsigned, 2>());
        }
    }
    for (; lane + together <= whole_runs; lane += together) {
        T folds[together];
        for (std::uint64_t k = 0; k < together; ++k) folds[k] = value(lane + k, 0);
        for (std::uint64_t i = 1; i < run; ++i) {
            for (std::uint64_t k = 0; k < together; ++k) folds[k] = op(folds[k], value(lane + k, i));
        }
        std::copy_n(folds, together, accumulators + lane);
    }
    for (; lane * run < count; ++lane) {
        const std::uint64_t size = std::min(run, count - lane * run);
        T fold = value(lane, 0);
        for (std::uint64_t i = 1; i < size; ++i) fold = op(fold, value(lane, i));
        accumulators[lane] = fold;
    }
    return reduce_tree(accumulators, accumulators, lane, op);
}

/// Elements `first` to `first + count` of the source, at least one. `full` is the number of elements of every chunk but
/// the last.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_chunk(const Source& source, std::uint64_t first, std::uint64_t count, std::uint64_t full, Operator op) {
    T result;
    by_widest_vectors([=, &result] {
        if constexpr (!is_commutative<Operator, T>) {
            result = reduce_runs(source, first, count, full, op);
        } else if constexpr (is_contiguous<Source> && std::floating_point<T> && fits_squares<T> &&
                             is_extreme<Operator>) {
            constexpr bool least = std::same_as<Operator, minimum>;
            const auto found = float_extremes<least, !least>(source.data + first, count);
            result = least ? found.first : found.second;
        } else if constexpr (free_of_order<Operator, T>) {
            result = reduce_in_any_order(source, first, count, op);
        } else {
            result = reduce_rows(source, first, count, op);
        }
    });
    return result;
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
