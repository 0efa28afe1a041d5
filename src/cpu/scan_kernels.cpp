// Strips of sum scans in the canonical order, by vectors: this file is compiled once for each instruction set.
//
// All rows of a strip take each step together, so that no vector waits for the one before it, and what goes from lane
// to lane goes through the first-level cache. Where nothing stands before, the identity of addition does: 0, or -0 for
// floating point, which changes no bit of what it is added to.
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <strider/core/scan_order.hpp>
#include <strider/cpu/simd_scan.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/scan_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr unsigned runs = scan_order::lanes;
constexpr unsigned most_rows = scan_order::rows(~std::uint64_t{0}, sizeof(std::uint32_t));
static_assert(most_rows == scan_order::rows(~std::uint64_t{0}, sizeof(std::uint64_t)));

template <class T>
constexpr T nothing = std::is_floating_point_v<T> ? -T{0} : T{0};

template <class T>
using tag = hn::CappedTag<T, scan_order::lanes>;

/// The folds of neighbouring runs: the first element of each, the first two, and so on.
template <class T>
struct folds_of_runs {
    static constexpr unsigned width = scan_order::run(sizeof(T));
    static_assert(width == 4 || width == 2);
    using vector = hn::VFromD<tag<T>>;
    vector a, b, c, d;  ///< c and d where a run has four elements

    HWY_INLINE explicit folds_of_runs(const T* elements) {
        if constexpr (width == 4) {
            hn::LoadInterleaved4(tag<T>(), elements, a, b, c, d);
            b = hn::Add(a, b);
            c = hn::Add(b, c);
            d = hn::Add(c, d);
        } else {
            hn::LoadInterleaved2(tag<T>(), elements, a, b);
            b = hn::Add(a, b);
        }
    }

    HWY_INLINE vector last() const {
        if constexpr (width == 4) {
            return d;
        } else {
            return b;
        }
    }

    /// base + (before + fold); exclusive: of the fold of one element less.
    template <bool Exclusive>
    HWY_INLINE void write(vector base, vector before, T* output) const {
        const auto result = [&](vector fold) { return hn::Add(base, hn::Add(before, fold)); };
        if constexpr (width == 4) {
            if constexpr (Exclusive) {
                hn::StoreInterleaved4(hn::Add(base, before), result(a), result(b), result(c), tag<T>(), output);
            } else {
                hn::StoreInterleaved4(result(a), result(b), result(c), result(d), tag<T>(), output);
            }
        } else {
            if constexpr (Exclusive) {
                hn::StoreInterleaved2(hn::Add(base, before), result(a), tag<T>(), output);
            } else {
                hn::StoreInterleaved2(result(a), result(b), tag<T>(), output);
            }
        }
    }
};

template <class T>
void sum_strip(const T* elements, unsigned rows, T* total) {
    constexpr unsigned width = folds_of_runs<T>::width;
    const tag<T> d;
    const std::size_t lanes = hn::Lanes(d), line = 64 / sizeof(T);
    HWY_ALIGN T sums[most_rows * runs];
    for (std::size_t i = 0; i < rows * runs; i += lanes) {
        const T* const from = elements + i * width;
        // The next strip is asked for meanwhile: no load waits for memory then, as about half of the time went by.
        for (std::size_t next = 0; next < lanes * width; next += line) hwy::Prefetch(from + rows * runs * width + next);
        hn::Store(folds_of_runs<T>(from).last(), d, sums + i);
    }
    for (std::size_t count = rows * runs / 2; count >= rows; count /= 2) {
        std::size_t i = 0;
        for (; i + lanes <= count; i += lanes) {
            hn::VFromD<tag<T>> even, odd;
            hn::LoadInterleaved2(d, sums + 2 * i, even, odd);
            hn::Store(hn::Add(even, odd), d, sums + i);
        }
        for (; i < count; ++i) sums[i] = static_cast<T>(sums[2 * i] + sums[2 * i + 1]);
    }
    for (unsigned r = 1; r < rows; ++r) sums[0] = static_cast<T>(sums[0] + sums[r]);
    *total = sums[0];
}

template <bool Exclusive, class T>
void scan_strip(const T* elements, unsigned rows, T base, T* output) {
    constexpr unsigned width = folds_of_runs<T>::width;
    constexpr unsigned pitch = runs + runs / 2;  // a row's runs, and before them as much nothing as is ever looked at
    const tag<T> d;
    const std::size_t lanes = hn::Lanes(d);
    HWY_ALIGN T memory[2][most_rows * pitch];
    for (auto& sums : memory) {
        for (unsigned r = 0; r < rows; ++r) {
            for (unsigned i = 0; i < runs / 2; ++i) sums[r * pitch + i] = nothing<T>;
        }
    }
    T *sums = memory[0] + runs / 2, *shifted = memory[1] + runs / 2;
    for (unsigned r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < runs; i += lanes) {
            const folds_of_runs<T> folds(elements + (r * runs + i) * width);
            hn::StoreU(folds.last(), d, sums + r * pitch + i);
        }
    }
    for (unsigned distance = 1; distance < runs; distance *= 2) {
        for (unsigned r = 0; r < rows; ++r) {
            for (std::size_t i = 0; i < runs; i += lanes) {
                const T* const here = sums + r * pitch + i;
                hn::StoreU(hn::Add(hn::LoadU(d, here - distance), hn::LoadU(d, here)), d, shifted + r * pitch + i);
            }
        }
        std::swap(sums, shifted);
    }
    T before_row = nothing<T>;
    for (unsigned r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < runs; i += lanes) {
            const std::size_t first = (r * runs + i) * width;
            const auto before = hn::Add(hn::Set(d, before_row), hn::LoadU(d, sums + r * pitch + i - 1));
            folds_of_runs<T>(elements + first).template write<Exclusive>(hn::Set(d, base), before, output + first);
        }
        before_row = static_cast<T>(before_row + sums[r * pitch + runs - 1]);
    }
}

/// Calls `body` with a value of the type, unsigned where it is an integer: sums are the same, and never overflow.
template <class Body>
void with_type(simd_type type, Body body) {
    switch (type) {
        case simd_type::i32:
        case simd_type::u32:
            return body(std::uint32_t{});
        case simd_type::i64:
        case simd_type::u64:
            return body(std::uint64_t{});
        case simd_type::f32:
            return body(float{});
        case simd_type::f64:
            return body(double{});
    }
}

void sum_any(const simd_strip& strip, void* total) {
    with_type(strip.type, [&](auto of_type) {
        using T = decltype(of_type);
        sum_strip(static_cast<const T*>(strip.elements), strip.rows, static_cast<T*>(total));
    });
}

void scan_any(const simd_strip& strip, bool exclusive, const void* base, void* output) {
    with_type(strip.type, [&](auto value) {
        using T = decltype(value);
        std::memcpy(&value, base, sizeof(T));
        const T* const elements = static_cast<const T*>(strip.elements);
        T* const to = static_cast<T*>(output);
        exclusive ? scan_strip<true>(elements, strip.rows, value, to)
                  : scan_strip<false>(elements, strip.rows, value, to);
    });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(sum_any);
HWY_EXPORT(scan_any);

void sum_simd_strip(const simd_strip& strip, void* total) { HWY_DYNAMIC_DISPATCH(sum_any)(strip, total); }

void scan_simd_strip(const simd_strip& strip, bool exclusive, const void* base, void* output) {
    HWY_DYNAMIC_DISPATCH(scan_any)(strip, exclusive, base, output);
}

}  // namespace strider::cpu_backend
#endif
