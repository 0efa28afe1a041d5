// Strips of segmented scans of floating point in the canonical order, by vectors: this file is compiled once for each
// instruction set.
//
// Values stay vectors of values, one lane a run, and the heads of a row are the bits of one word: what was combined
// across a head is selected away, so that no (value, head) pair is ever built. Where nothing stands before, the
// operator's neutral value does, as in scan_kernels.cpp.
#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/pattern/heads.hpp>
#include <strider/pattern/scan_order.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/segmented_scan_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/scan_rows-inl.hpp"
#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

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
template <unsigned distance, class T, class Operator>
HWY_INLINE void scan_headed_runs(row_of_runs<T>& row, std::uint32_t heads, vector_of<T> nothing, Operator op) {
    if constexpr (distance < runs) {
        const auto left = shifted<distance>(row, nothing);
        const masks_of_runs<T> closed(heads);
        for (unsigned v = 0; v < row.count; ++v) {
            row.vectors[v] = hn::IfThenElse(closed[v], row.vectors[v], combine(op, left.vectors[v], row.vectors[v]));
        }
        scan_headed_runs<2 * distance>(row, heads | heads << distance, nothing, op);
    }
}

template <class T>
T init_of(const simd_headed_scan& of) {
    return *static_cast<const T*>(of.init);
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

template <class T>
constexpr unsigned row_size = runs * scan_order::run(sizeof(headed<T>));
template <class T>
constexpr unsigned words_of_row = row_size<T> / 32;

/// Rows of one strip, with what stands before the next one.
template <class T, class Operator>
class headed_rows {
public:
    HWY_INLINE headed_rows(T init, bool exclusive, Operator op)
        : init_(hn::Set(tag<T>(), init)), exclusive_(exclusive), op_(op) {}

    /// Before a strip stands `base`, up to its first head.
    HWY_INLINE void begin(T base) {
        base_ = hn::Set(tag<T>(), base);
        before_row_ = nothing();
        open_ = true;
    }

    HWY_INLINE T total() const { return hn::GetLane(before_row_); }

    /// A row and its heads; there are results where there is a place for them.
    HWY_INLINE void take(const T* elements, const std::uint32_t* heads, T* results, bool streaming) {
        const tag<T> d;
        const auto last = places<T>([](unsigned) { return lanes - 1; });
        std::uint32_t bits[width];
        if constexpr (width == 1) {
            bits[0] = heads[0];
        } else {
            const std::uint64_t word = heads[0] | std::uint64_t{heads[1]} << 32;
            bits[0] = even_bits(word);
            bits[1] = even_bits(word >> 1);
        }
        const std::uint32_t with_head = bits[0] | bits[width - 1];
        const masks_of_runs<T> at_head[] = {masks_of_runs<T>(bits[0]), masks_of_runs<T>(bits[width - 1])};
        const masks_of_runs<T> closed(with_head);

        row_of_runs<T> folds[width];
        for (unsigned v = 0; v < count; ++v) {
            const T* const from = elements + v * lanes * width;
            if constexpr (width == 1) {
                folds[0].vectors[v] = hn::LoadU(d, from);
            } else if constexpr (lanes == 1) {
                folds[0].vectors[v] = hn::LoadU(d, from);
                folds[1].vectors[v] = hn::LoadU(d, from + 1);
            } else {
                hn::LoadInterleaved2(d, from, folds[0].vectors[v], folds[1].vectors[v]);
            }
            for (unsigned e = 0; e < width; ++e) {
                auto& fold = folds[e].vectors[v];
                const auto head = at_head[e][v];
                fold = hn::IfThenElse(head, combine(op_, init_, fold), fold);
                if (e > 0) fold = hn::IfThenElse(head, fold, combine(op_, folds[0].vectors[v], fold));
            }
        }
        row_of_runs<T> sums = folds[width - 1];
        scan_headed_runs<1>(sums, with_head, nothing(), op_);
        if (results != nullptr) write(folds, sums, bits, results, streaming);

        const auto total = hn::TableLookupLanes(sums.vectors[count - 1], last);
        before_row_ = with_head != 0 ? total : combine(op_, before_row_, total);
        open_ = open_ && with_head == 0;
    }

private:
    static constexpr unsigned lanes = lanes_of<T>, width = scan_order::run(sizeof(headed<T>));
    static constexpr unsigned count = row_of_runs<T>::count;
    static_assert(width <= 2);

    static HWY_INLINE vector_of<T> nothing() { return hn::Set(tag<T>(), neutral<T, Operator>()); }

    HWY_INLINE void write(const row_of_runs<T> (&folds)[width], const row_of_runs<T>& sums,
                          const std::uint32_t (&bits)[width], T* results, bool streaming) const {
        const tag<T> d;
        const std::uint32_t with_head = bits[0] | bits[width - 1];
        const masks_of_runs<T> at_head[] = {masks_of_runs<T>(bits[0]), masks_of_runs<T>(bits[width - 1])};
        const masks_of_runs<T> closed(with_head);
        const auto before = shifted<1>(sums, nothing());
        std::uint32_t seen = with_head;  // by a run, a head in it or left of it
        for (unsigned distance = 1; distance < runs; distance *= 2) seen |= seen << distance;
        const masks_of_runs<T> seen_before(seen << 1), seen_here(seen);
        for (unsigned v = 0; v < count; ++v) {
            const auto here = before.vectors[v];
            const auto left = hn::IfThenElse(seen_before[v], here, combine(op_, before_row_, here));
            // What stands before the strip reaches up to the first head of all.
            const auto based = [&](vector_of<T> found, auto has_seen) HWY_ATTR {
                return open_ ? hn::IfThenElse(has_seen, found, combine(op_, base_, found)) : found;
            };
            vector_of<T> found[width];
            found[0] = hn::IfThenElse(at_head[0][v], folds[0].vectors[v], combine(op_, left, folds[0].vectors[v]));
            if (exclusive_) {
                if constexpr (width == 2) {
                    found[1] = based(found[0], hn::Or(seen_before[v], at_head[0][v]));
                    found[1] = hn::IfThenElse(at_head[1][v], init_, found[1]);
                }
                found[0] = hn::IfThenElse(at_head[0][v], init_, based(left, seen_before[v]));
            } else {
                if constexpr (width == 2) {
                    const auto fold = folds[1].vectors[v];
                    found[1] = hn::IfThenElse(closed[v], fold, combine(op_, left, fold));
                    found[1] = based(found[1], seen_here[v]);
                }
                found[0] = based(found[0], hn::Or(seen_before[v], at_head[0][v]));
            }
            T* const to = results + v * lanes * width;
            if constexpr (width == 1) {
                store<T>(found[0], to, streaming);
            } else if constexpr (lanes == 1) {
                hn::StoreU(found[0], d, to);
                hn::StoreU(found[1], d, to + 1);
            } else if (streaming) {
                HWY_ALIGN T mixed[lanes * width];
                hn::StoreInterleaved2(found[0], found[1], d, mixed);
                for (unsigned e = 0; e < width; ++e) {
                    store<T>(hn::Load(d, mixed + e * lanes), to + e * lanes, streaming);
                }
            } else {
                hn::StoreInterleaved2(found[0], found[1], d, to);
            }
        }
    }

    vector_of<T> init_, base_, before_row_;
    bool open_ = true;  ///< no head so far
    bool exclusive_;
    Operator op_;
};

/// Strips with what stands before the next row.
template <class T, class Operator>
class headed_scans {
public:
    HWY_INLINE headed_scans(const simd_headed_scan& of, Operator op)
        : before_strips_(static_cast<const T*>(of.scan.before)),
          heads_(of.heads),
          rows_(init_of<T>(of), of.scan.exclusive, op) {}

    HWY_INLINE void begin(unsigned strip) { rows_.begin(before_strips_[strip]); }

    HWY_INLINE void row(const T* elements, T* results, bool streaming) {
        rows_.take(elements, heads_, results, streaming);
        heads_ += words_of_row<T>;
    }

private:
    const T* before_strips_;
    const std::uint32_t* heads_;
    headed_rows<T, Operator> rows_;
};

/// Of what stands from the last head of a strip on, all that is read.
template <class T, class Operator>
HWY_INLINE T total_of_strip(const T* elements, const std::uint32_t* heads, unsigned rows, T init, Operator op) {
    unsigned last = rows * words_of_row<T>;
    while (last > 0 && heads[last - 1] == 0) --last;
    headed_rows<T, Operator> total(init, false, op);
    total.begin(T{});
    for (unsigned r = last == 0 ? 0 : (last - 1) / words_of_row<T>; r < rows; ++r) {
        total.take(elements + r * row_size<T>, heads + r * words_of_row<T>, nullptr, false);
    }
    return total.total();
}

/// Integers take plain loops (strider/cpu/segmented_scan.hpp).
template <class Function>
void with_floats(const simd_headed_scan& of, Function function) {
    with_types(of.scan.type, of.scan.op, [&](auto of_type, auto op) {
        if constexpr (std::is_floating_point_v<decltype(of_type)>) function(of_type, op);
    });
}

void scan_headed_any(const simd_headed_scan& of, void* output) {
    with_floats(of, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        scan_strips<T, row_size<T>>(of.scan, headed_scans<T, decltype(op)>(of, op), static_cast<T*>(output));
    });
}

void total_headed_any(const simd_headed_scan& of, void* totals) {
    with_floats(of, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        const simd_strips& strips = of.scan.strips;
        const T* const elements = static_cast<const T*>(strips.elements);
        for (unsigned s = 0; s < strips.strips; ++s) {
            const unsigned row = s * strips.rows;
            static_cast<T*>(totals)[s] = total_of_strip(elements + row * row_size<T>, of.heads + row * words_of_row<T>,
                                                        strips.rows, init_of<T>(of), op);
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_headed_any);
HWY_EXPORT(total_headed_any);

void scan_simd_headed_strips(const simd_headed_scan& of, void* output) {
    HWY_DYNAMIC_DISPATCH(scan_headed_any)(of, output);
}
void total_simd_headed_strips(const simd_headed_scan& of, void* totals) {
    HWY_DYNAMIC_DISPATCH(total_headed_any)(of, totals);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
