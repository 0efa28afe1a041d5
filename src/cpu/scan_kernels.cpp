// Strips of scans of floating point in the canonical order, by vectors: this file is compiled once for each instruction
// set.
//
// A row is read once and stays in registers until its results are written, one lane a run. Where nothing stands before,
// the operator's neutral value does, which changes no bit of what it is combined with. Of segments, the heads of a row
// are the bits of one word: what was combined across a head is selected away, so that no (value, head) pair is built.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/cpu/neutral.hpp>
#include <strider/cpu/scan/carry.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/pattern/heads.hpp>
#include <strider/pattern/scan_order.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/scan_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

constexpr unsigned runs = scan_order::lanes;

template <class T>
using tag = hn::CappedTag<T, runs>;
template <class T>
using vector_of = hn::VFromD<tag<T>>;
template <class T>
constexpr unsigned lanes_of = hn::MaxLanes(tag<T>());

/// One lane a run.
template <class T>
struct row_of_runs {
    static constexpr unsigned lanes = lanes_of<T>, count = runs / lanes;
    vector_of<T> vectors[count];
};

/// For TableLookupLanes: lane i takes lane from(i).
template <class T, class From>
HWY_INLINE auto places(From from) {
    constexpr unsigned lanes = lanes_of<T>;
    HWY_ALIGN hwy::MakeSigned<T> indices[lanes];
    for (unsigned i = 0; i < lanes; ++i) indices[i] = static_cast<hwy::MakeSigned<T>>(from(i));
    return hn::SetTableIndices(tag<T>(), indices);
}

/// The vectors of a row with every run's value `distance` runs further on, and `nothing` where none comes from.
template <unsigned distance, class T>
HWY_INLINE row_of_runs<T> shifted(const row_of_runs<T>& row, vector_of<T> nothing) {
    constexpr unsigned lanes = row_of_runs<T>::lanes, whole = distance / lanes, part = distance % lanes;
    const auto from = [&](const row_of_runs<T>& of, unsigned v)
                          HWY_ATTR { return v < whole ? nothing : of.vectors[v - whole]; };
    row_of_runs<T> to;
    if constexpr (part == 0) {
        for (unsigned v = 0; v < row.count; ++v) to.vectors[v] = from(row, v);
    } else {
        static_assert(whole == 0);
        const tag<T> d;
        const auto rotation = places<T>([](unsigned i) { return (i + lanes - part) % lanes; });
        const auto from_left = hn::FirstN(d, part);
        vector_of<T> left = nothing;
        for (unsigned v = 0; v < row.count; ++v) {
            const auto here = hn::TableLookupLanes(row.vectors[v], rotation);
            to.vectors[v] = hn::IfThenElse(from_left, left, here);
            left = here;
        }
    }
    return to;
}

/// The bits of a word, one a run of a row, as masks of its vectors.
template <class T>
class masks_of_runs {
public:
    explicit HWY_INLINE masks_of_runs(std::uint32_t bits) : bits_(all(bits)) {}

    HWY_INLINE auto operator[](unsigned vector) const {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
        // There, masks are bits; and no vector has to be compared for them.
        using mask = decltype(hn::FirstN(tag<T>(), 1));
        return mask{static_cast<decltype(mask::raw)>(bits_ >> vector * lanes_of<T>)};
#else
        HWY_ALIGN static constexpr auto places = [] {
            struct {
                unsigned_type bits[runs];
            } found{};
            for (unsigned i = 0; i < runs; ++i) found.bits[i] = unsigned_type{1} << i;
            return found;
        }();
        const auto place = hn::Load(unsigned_tag(), places.bits + vector * lanes_of<T>);
        return hn::RebindMask(tag<T>(), hn::TestBit(bits_, place));
#endif
    }

private:
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    static HWY_INLINE std::uint32_t all(std::uint32_t bits) { return bits; }
#else
    using unsigned_type = hwy::MakeUnsigned<T>;
    using unsigned_tag = hn::RebindToUnsigned<tag<T>>;
    static HWY_INLINE auto all(std::uint32_t bits) { return hn::Set(unsigned_tag(), bits); }
#endif
    decltype(all(0)) bits_;
};

/// Kogge and Stone's scan of a row's runs, from `distance` on, not reaching across the runs that have a head.
template <unsigned distance, bool Headed, class T, class Operator>
HWY_INLINE void scan_runs(row_of_runs<T>& row, std::uint32_t heads, vector_of<T> nothing, Operator op) {
    if constexpr (distance < runs) {
        const auto left = shifted<distance>(row, nothing);
        const masks_of_runs<T> closed(heads);
        for (unsigned v = 0; v < row.count; ++v) {
            const auto sum = combine(op, left.vectors[v], row.vectors[v]);
            row.vectors[v] = Headed ? hn::IfThenElse(closed[v], row.vectors[v], sum) : sum;
        }
        scan_runs<2 * distance, Headed>(row, heads | heads << distance, nothing, op);
    }
}

/// Every other bit of a word, from the lowest on.
constexpr std::uint32_t even_bits(std::uint64_t word) {
    word &= 0x5555'5555'5555'5555;
    word = (word | word >> 1) & 0x3333'3333'3333'3333;
    word = (word | word >> 2) & 0x0F0F'0F0F'0F0F'0F0F;
    word = (word | word >> 4) & 0x00FF'00FF'00FF'00FF;
    word = (word | word >> 8) & 0x0000'FFFF'0000'FFFF;
    return static_cast<std::uint32_t>(word | word >> 16);
}

/// Rows of one strip, in runs of `width` elements, with what stands before the next one.
template <class T, unsigned width, class Operator>
class strip_rows {
public:
    static constexpr unsigned row_size = runs * width, words_of_row = row_size / 32;

    HWY_INLINE strip_rows(const simd_scan& of, Operator op)
        : nothing_(hn::Set(tag<T>(), neutral_as_rounded<T, Operator>())),
          init_(of.init == nullptr ? nothing_ : hn::Set(tag<T>(), *static_cast<const T*>(of.init))),
          exclusive_(of.exclusive),
          op_(op) {}

    /// Before a strip stands `base`, up to its first head.
    HWY_INLINE void begin(T base) {
        base_ = hn::Set(tag<T>(), base);
        before_row_ = nothing_;
        open_ = true;
    }

    HWY_INLINE T total() const { return hn::GetLane(before_row_); }
    HWY_INLINE bool has_head() const { return !open_; }

    /// A row, and its heads where there are any; there are results where there is a place for them.
    HWY_INLINE void take(const T* elements, const std::uint32_t* heads, T* results) {
        std::uint32_t bits[width] = {};
        if constexpr (width == 1) {
            if (heads != nullptr) bits[0] = heads[0];
        } else if constexpr (width == 2) {
            if (heads != nullptr && (heads[0] | heads[1]) != 0) {
                const std::uint64_t word = heads[0] | std::uint64_t{heads[1]} << 32;
                bits[0] = even_bits(word), bits[1] = even_bits(word >> 1);
            }
        }
        if constexpr (width <= 2) {
            if ((bits[0] | bits[width - 1]) != 0) return take_row<true>(elements, bits, results);
        }
        take_row<false>(elements, bits, results);
    }

private:
    static constexpr unsigned lanes = lanes_of<T>, count = row_of_runs<T>::count;

    /// Element e of lanes' runs to vectors[e].
    static HWY_INLINE void load(const T* from, vector_of<T> (&to)[width]) {
        const tag<T> d;
        if constexpr (width == 1 || lanes == 1) {
            for (unsigned e = 0; e < width; ++e) to[e] = hn::LoadU(d, from + e);
        } else if constexpr (width == 2) {
            hn::LoadInterleaved2(d, from, to[0], to[1]);
        } else {
            hn::LoadInterleaved4(d, from, to[0], to[1], to[2], to[3]);
        }
    }
    static HWY_INLINE void store(const vector_of<T> (&from)[width], T* to) {
        const tag<T> d;
        if constexpr (width == 1 || lanes == 1) {
            for (unsigned e = 0; e < width; ++e) hn::StoreU(from[e], d, to + e);
        } else if constexpr (width == 2) {
            hn::StoreInterleaved2(from[0], from[1], d, to);
        } else {
            hn::StoreInterleaved4(from[0], from[1], from[2], from[3], d, to);
        }
    }

    template <bool Headed>
    HWY_INLINE void take_row(const T* elements, const std::uint32_t (&bits)[width], T* results) {
        vector_of<T> folds[count][width];
        row_of_runs<T> sums;
        std::uint32_t with_head = 0;
        for (unsigned e = 0; e < width; ++e) with_head |= bits[e];
        for (unsigned v = 0; v < count; ++v) {
            load(elements + v * lanes * width, folds[v]);
            for (unsigned e = 0; e < width; ++e) {
                auto& fold = folds[v][e];
                const auto head = masks_of_runs<T>(bits[e])[v];
                if constexpr (Headed) fold = hn::IfThenElse(head, combine(op_, init_, fold), fold);
                if (e == 0) continue;
                const auto sum = combine(op_, folds[v][e == 0 ? 0 : e - 1], fold);
                fold = Headed ? hn::IfThenElse(head, fold, sum) : sum;
            }
            sums.vectors[v] = folds[v][width - 1];
        }
        scan_runs<1, Headed>(sums, with_head, nothing_, op_);
        if (results != nullptr) write<Headed>(folds, sums, bits, results);
        const auto total = hn::TableLookupLanes(sums.vectors[count - 1], places<T>([](unsigned) { return lanes - 1; }));
        before_row_ = Headed ? total : combine(op_, before_row_, total);
        open_ = open_ && !Headed;
    }

    template <bool Headed>
    HWY_INLINE void write(const vector_of<T> (&folds)[count][width], const row_of_runs<T>& sums,
                          const std::uint32_t (&bits)[width], T* results) const {
        const auto before = shifted<1>(sums, nothing_);
        std::uint32_t seen = 0;  // by a run, a head in it or left of it
        for (unsigned e = 0; e < width; ++e) seen |= bits[e];
        for (unsigned distance = 1; distance < runs; distance *= 2) seen |= seen << distance;
        for (unsigned v = 0; v < count; ++v) {
            // The carry into the strip reaches up to the first head of all.
            const auto based = [&](vector_of<T> found, std::uint32_t has_seen) HWY_ATTR {
                if (!open_) return found;
                const auto sum = combine(op_, base_, found);
                return Headed ? hn::IfThenElse(masks_of_runs<T>(has_seen)[v], found, sum) : sum;
            };
            std::uint32_t has_seen = seen << 1, closed = 0;
            auto left = combine(op_, before_row_, before.vectors[v]);
            if constexpr (Headed) {
                left = hn::IfThenElse(masks_of_runs<T>(has_seen)[v], before.vectors[v], left);
            }
            auto shifted_result = based(left, has_seen);
            vector_of<T> found[width];
            for (unsigned e = 0; e < width; ++e) {
                closed |= bits[e], has_seen |= bits[e];
                auto sum = combine(op_, left, folds[v][e]);
                if constexpr (Headed) sum = hn::IfThenElse(masks_of_runs<T>(closed)[v], folds[v][e], sum);
                sum = based(sum, has_seen);
                if constexpr (Headed) {
                    shifted_result = hn::IfThenElse(masks_of_runs<T>(bits[e])[v], init_, shifted_result);
                }
                found[e] = exclusive_ ? shifted_result : sum;
                shifted_result = sum;
            }
            store(found, results + v * lanes * width);
        }
    }

    vector_of<T> nothing_, init_, base_, before_row_;
    bool open_ = true;  ///< no head so far
    bool exclusive_;
    Operator op_;
};

/// Results of rows on their way to memory by streaming stores, wherever they begin: whole vectors where they may be
/// stored.
template <class T, unsigned row>
class streamed_rows {
public:
    explicit HWY_INLINE streamed_rows(T* results)
        : kept_(reinterpret_cast<std::uintptr_t>(results) / sizeof(T) % lanes), to_(results - kept_), skip_(kept_) {}

    /// Where the next row is to be left.
    HWY_INLINE T* place() { return values_ + kept_; }

    /// Stores what is whole of the row that was left.
    HWY_INLINE void take() {
        const tag<T> d;
        for (unsigned i = 0; i < row; i += lanes) {
            if (i < skip_) {
                for (unsigned k = kept_; k < lanes; ++k) to_[k] = values_[k];
                skip_ = 0;
            } else {
                hn::Stream(hn::Load(d, values_ + i), d, to_ + i);
            }
        }
        hn::Store(hn::Load(d, values_ + row), d, values_);
        to_ += row;
    }

    /// Stores the rest.
    HWY_INLINE void finish() const {
        for (unsigned k = skip_; k < kept_; ++k) to_[k] = values_[k];
        hwy::FlushStream();  // before another thread may be told
    }

private:
    static constexpr unsigned lanes = lanes_of<T>;
    HWY_ALIGN T values_[row + lanes] = {};
    unsigned kept_;  ///< elements before a row that share its first vector
    T* to_;          ///< the place of values_
    unsigned skip_;  ///< the first of them that are not ours
};

/// The total of a strip. Only the elements from its last head on are read.
template <class T, class Rows>
HWY_INLINE void total_strip(Rows& strip, const T* elements, const std::uint32_t* heads, unsigned rows) {
    unsigned first = 0;
    if (heads != nullptr) {
        unsigned last = rows * Rows::words_of_row;
        while (last > 0 && heads[last - 1] == 0) --last;
        first = last == 0 ? 0 : (last - 1) / Rows::words_of_row;
        heads += first * Rows::words_of_row;
    }
    for (unsigned r = first; r < rows; ++r) {
        strip.take(elements + r * Rows::row_size, heads, nullptr);
        if (heads != nullptr) heads += Rows::words_of_row;
    }
}

/// The strips, which carry values, or (value, head) pairs.
template <class Carried, class T, class Operator>
void scan_typed(const simd_scan& of, Operator op, T* output, void* total) {
    constexpr bool is_headed = !std::is_same_v<Carried, T>;
    using rows = strip_rows<T, scan_order::run(sizeof(Carried)), Operator>;
    constexpr unsigned row = rows::row_size;
    const T* elements = static_cast<const T*>(of.elements);
    const std::uint32_t* heads = of.heads;
    const T base = of.base == nullptr ? neutral_as_rounded<T, Operator>() : *static_cast<const T*>(of.base);
    rows strip(of, op);
    streamed_rows<T, row> streamed(output);
    prefixes<scan_order::strips, Carried> totals;
    for (unsigned s = 0; s < of.strips; ++s) {
        const carry<Carried>& before = totals.before();
        if constexpr (is_headed) {
            strip.begin(!before.given ? base : before.value.head ? before.value.value : op(base, before.value.value));
        } else {
            strip.begin(before.given ? op(base, before.value) : base);
        }
        if (output == nullptr) {
            total_strip(strip, elements, heads, of.rows);
        } else {
            for (unsigned r = 0; r < of.rows; ++r) {
                strip.take(elements + r * row, is_headed ? heads + r * rows::words_of_row : nullptr,
                           of.streaming ? streamed.place() : output);
                if (of.streaming) streamed.take();
                output += row;
            }
        }
        elements += of.rows * row;
        if constexpr (is_headed) {
            heads += of.rows * rows::words_of_row;
            totals.append(Carried{strip.total(), strip.has_head()}, within_segments<Operator>{op});
        } else {
            totals.append(strip.total(), op);
        }
    }
    if (of.streaming && output != nullptr) streamed.finish();
    *static_cast<Carried*>(total) = totals.before().value;
}

void scan_any(const simd_scan& of, void* output, void* total) {
    with_types(of.type, of.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        if constexpr (std::is_floating_point_v<T>) {
            T* const to = static_cast<T*>(output);
            of.heads == nullptr ? scan_typed<T>(of, op, to, total) : scan_typed<headed<T>>(of, op, to, total);
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_any);

void scan_simd_strips(const simd_scan& of, void* output, void* total) {
    HWY_DYNAMIC_DISPATCH(scan_any)(of, output, total);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
