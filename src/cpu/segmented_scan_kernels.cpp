// Strips of segmented scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// Values stay vectors of values, one lane a run, and the heads of a row are the bits of one word: what was combined
// across a head is selected away, so that no (value, head) pair is ever built. Where nothing stands before, the
// operator's neutral value does, as in scan_kernels.cpp.
#include <cstdint>

#include <strider/core/heads.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_segmented_scan.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/segmented_scan_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/cpu/scan_rows-inl.hpp"
#include "src/cpu/simd_operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

/// The bits of a word, one a run of a row, as masks of its vectors.
template <class T>
class masks_of_runs {
public:
    using unsigned_type = hwy::MakeUnsigned<T>;

    explicit HWY_INLINE masks_of_runs(std::uint32_t bits) : bits_(hn::Set(unsigned_tag(), bits)) {}

    HWY_INLINE auto operator[](unsigned vector) const {
        HWY_ALIGN static constexpr auto places = [] {
            struct {
                unsigned_type bits[runs];
            } found{};
            for (unsigned i = 0; i < runs; ++i) found.bits[i] = unsigned_type{1} << i;
            return found;
        }();
        const auto place = hn::Load(unsigned_tag(), places.bits + vector * lanes_of<T>);
        return hn::RebindMask(tag<T>(), hn::TestBit(bits_, place));
    }

private:
    using unsigned_tag = hn::RebindToUnsigned<tag<T>>;
    hn::VFromD<unsigned_tag> bits_;
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

/// Every other bit of a word, from the lowest on.
constexpr std::uint32_t even_bits(std::uint64_t word) {
    word &= 0x5555'5555'5555'5555;
    word = (word | word >> 1) & 0x3333'3333'3333'3333;
    word = (word | word >> 2) & 0x0F0F'0F0F'0F0F'0F0F;
    word = (word | word >> 4) & 0x00FF'00FF'00FF'00FF;
    word = (word | word >> 8) & 0x0000'FFFF'0000'FFFF;
    return static_cast<std::uint32_t>(word | word >> 16);
}

template <bool Exclusive, class T, class Operator>
T scan_headed_strip(const T* elements, const std::uint32_t* heads, unsigned rows, T init_value, Operator op,
                    T* results) {
    constexpr unsigned lanes = lanes_of<T>, width = scan_order::run(sizeof(headed<T>)), count = row_of_runs<T>::count;
    static_assert(width <= 2);
    const tag<T> d;
    const auto nothing = hn::Set(d, neutral<T, Operator>()), init = hn::Set(d, init_value);
    const auto last = places<T>([](unsigned) { return lanes - 1; });

    const T* const ahead = elements + rows * runs * width;
    auto before_row = nothing;
    for (unsigned r = 0; r < rows; ++r) {
        const std::size_t first = std::size_t{r} * runs * width;
        // The next strip is asked for meanwhile.
        for (std::size_t i = 0; i < runs * width; i += 64 / sizeof(T)) hwy::Prefetch(ahead + first + i);
        std::uint32_t bits[width];
        if constexpr (width == 1) {
            bits[0] = heads[r];
        } else {
            const std::uint64_t word = heads[2 * r] | std::uint64_t{heads[2 * r + 1]} << 32;
            bits[0] = even_bits(word);
            bits[1] = even_bits(word >> 1);
        }
        const std::uint32_t with_head = bits[0] | bits[width - 1];
        const masks_of_runs<T> at_head[] = {masks_of_runs<T>(bits[0]), masks_of_runs<T>(bits[width - 1])};
        const masks_of_runs<T> closed(with_head);

        row_of_runs<T> folds[width];
        for (unsigned v = 0; v < count; ++v) {
            const T* const from = elements + first + v * lanes * width;
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
                fold = hn::IfThenElse(head, combine(op, init, fold), fold);
                if (e > 0) fold = hn::IfThenElse(head, fold, combine(op, folds[0].vectors[v], fold));
            }
        }
        row_of_runs<T> sums = folds[width - 1];
        scan_headed_runs<1>(sums, with_head, nothing, op);
        const auto before = shifted<1>(sums, nothing);
        std::uint32_t seen = with_head;  // by a run, a head in it or left of it
        for (unsigned distance = 1; distance < runs; distance *= 2) seen |= seen << distance;
        const masks_of_runs<T> seen_before(seen << 1), seen_at_all(with_head != 0 ? ~std::uint32_t{0} : 0);
        for (unsigned v = 0; v < count; ++v) {
            const auto here = before.vectors[v];
            const auto left = hn::IfThenElse(seen_before[v], here, combine(op, before_row, here));
            vector_of<T> found[width];
            found[0] = hn::IfThenElse(at_head[0][v], folds[0].vectors[v], combine(op, left, folds[0].vectors[v]));
            if constexpr (Exclusive) {
                if constexpr (width == 2) found[1] = hn::IfThenElse(at_head[1][v], init, found[0]);
                found[0] = hn::IfThenElse(at_head[0][v], init, left);
            } else if constexpr (width == 2) {
                const auto fold = folds[1].vectors[v];
                found[1] = hn::IfThenElse(closed[v], fold, combine(op, left, fold));
            }
            T* const to = results + first + v * lanes * width;
            if constexpr (width == 1) {
                hn::StoreU(found[0], d, to);
            } else if constexpr (lanes == 1) {
                hn::StoreU(found[0], d, to);
                hn::StoreU(found[1], d, to + 1);
            } else {
                hn::StoreInterleaved2(found[0], found[1], d, to);
            }
        }
        const auto total = hn::TableLookupLanes(sums.vectors[count - 1], last);
        before_row = hn::IfThenElse(seen_at_all[0], total, combine(op, before_row, total));
    }
    return hn::GetLane(before_row);
}

void scan_headed_any(const simd_headed_strips& of, bool exclusive, void* scanned, void* totals) {
    with_types(of.strips.type, of.strips.op, [&](auto of_type, auto op) {
        using T = decltype(of_type);
        const unsigned rows = of.strips.rows;
        const std::uint64_t strip = std::uint64_t{rows} * runs * scan_order::run(sizeof(headed<T>));
        const T init = *static_cast<const T*>(of.init);
        for (unsigned i = 0; i < of.strips.strips; ++i) {
            const T* const elements = static_cast<const T*>(of.strips.elements) + i * strip;
            const std::uint32_t* const heads = of.heads + i * (strip / 32);
            T* const results = static_cast<T*>(scanned) + i * strip;
            static_cast<T*>(totals)[i] = exclusive ? scan_headed_strip<true>(elements, heads, rows, init, op, results)
                                                   : scan_headed_strip<false>(elements, heads, rows, init, op, results);
        }
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(scan_headed_any);

void scan_simd_headed_strips(const simd_headed_strips& of, bool exclusive, void* scanned, void* totals) {
    HWY_DYNAMIC_DISPATCH(scan_headed_any)(of, exclusive, scanned, totals);
}

}  // namespace strider::cpu_backend
#endif
