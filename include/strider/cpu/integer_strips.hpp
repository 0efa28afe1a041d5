// Eight strips of unsigned integers with heads scanned side by side, one element after the other, by any operator.
//
// Operators are associative, and on integers exactly so: every order gives the same, and there is no need to keep to
// the canonical one, which heads cut to pieces. So an operator is called across heads too, for results that are not
// taken: a choice between two values needs no branch. (Not of signed integers, whose sums might overflow there.)
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/cpu/scan_rows.hpp>

namespace strider::cpu_backend {

/// The heads of strips, a bit an element.
template <class T>
struct heads_of_strips {
    const std::uint32_t* words;
    std::uint64_t apart;  ///< words of a strip
    T init;
    bool given;
};

/// Scans the strips by themselves, of `strip` elements each, a multiple of 32, to `to`, and notes their totals.
/// Of an exclusive scan, the first result of a strip means nothing where it is no head.
template <bool Exclusive, class T, class Operator>
void scan_integer_strips(const T* from, std::uint64_t strip, const heads_of_strips<T>& heads, Operator op, T* to,
                         T* totals) {
    constexpr unsigned strips = scan_order::strips, width = strip_runs<T>::width, block = 32, runs = block / width;
    using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    // A block is loaded while the one before it is scanned: what was stored in parts is not read as a whole at once,
    // for which a core would wait. For the same reason nothing is copied: folds[e] is what stands before element e.
    strip_runs<T> elements[2][runs], results[runs];
    alignas(64) T folds[1 + block][strips];
    alignas(64) word words[strips];
    const auto load_block = [&](std::uint64_t first) {
        for (unsigned run = 0; run < runs; ++run)
            elements[first / block % 2][run].load(from + first + run * width, strip);
    };
    for (T& nothing : folds[0]) nothing = T{};
    load_block(0);
    for (std::uint64_t first = 0; first < strip; first += block) {
        if (first + block < strip) load_block(first + block);
        for (unsigned s = 0; s < strips; ++s) words[s] = heads.words[s * heads.apart + first / block];
        for (unsigned e = 0; e < block; ++e) {
            const T* const values = elements[first / block % 2][e / width].at[e % width];
            const T* const before = folds[e];
            T* const after = folds[1 + e];
            const bool starts = first + e == 0;
            if constexpr (Exclusive) {
                T* const result = results[e / width].at[e % width];
#pragma GCC unroll 4
                for (unsigned s = 0; s < strips; ++s) result[s] = words[s] & 1 ? heads.init : before[s];
            }
            if (heads.given) {
#pragma GCC unroll 4
                for (unsigned s = 0; s < strips; ++s) {
                    const T with_init = static_cast<T>(op(heads.init, values[s]));
                    const T value = words[s] & 1 ? with_init : values[s];
                    const T both = static_cast<T>(op(before[s], values[s]));
                    after[s] = starts || words[s] & 1 ? value : both;
                }
            } else {
#pragma GCC unroll 4
                for (unsigned s = 0; s < strips; ++s) {
                    const T both = static_cast<T>(op(before[s], values[s]));
                    after[s] = starts || words[s] & 1 ? values[s] : both;
                }
            }
#pragma GCC unroll 4
            for (unsigned s = 0; s < strips; ++s) words[s] >>= 1;
        }
        for (unsigned run = 0; run < runs; ++run) {
            T* const place = to + first + run * width;
            if constexpr (Exclusive) {
                results[run].store(place, strip);
            } else {
                strip_runs<T>::store(folds + 1 + run * width, place, strip);
            }
        }
        if (first + block < strip) {
            for (unsigned s = 0; s < strips; ++s) folds[0][s] = folds[block][s];
        }
    }
    for (unsigned s = 0; s < strips; ++s) totals[s] = folds[block][s];
}

}  // namespace strider::cpu_backend
