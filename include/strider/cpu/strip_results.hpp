// Results of the eight strips of a tile on their way to memory, past the caches if need be.
//
// Strips begin at the same place of a line each, since a row is a multiple of lines. So whole lines of all of them are
// complete at the same time, and few writes to memory are under way at a time while a core goes on to compute.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <strider/cpu/past_caches.hpp>
#include <strider/cpu/scan_rows.hpp>

namespace strider::cpu_backend {

template <class T>
class strip_results {
public:
    static constexpr unsigned strips = scan_order::strips, block = 32;

    /// Strips of `strip` elements each, the first of them from `to` on.
    strip_results(T* to, std::uint64_t strip, [[maybe_unused]] bool past_caches) : to_(to), strip_(strip) {
#if defined(__SSE2__)
        past_caches_ = past_caches;
        held_ = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to) % line / sizeof(T));
        missing_ = held_;
#endif
    }
    strip_results(const strip_results&) = delete;
    strip_results& operator=(const strip_results&) = delete;

    /// The next `block` results of every strip: [element][strip].
    [[gnu::always_inline]] void put(const T (*results)[strips]) {
        constexpr unsigned width = strip_runs<T>::width;
        if (!past_caches_) {
            for (unsigned e = 0; e < block; e += width) strip_runs<T>::store(results + e, to_ + done_ + e, strip_);
            done_ += block;
            return;
        }
        for (unsigned e = 0; e < block; e += width) strip_runs<T>::store(results + e, held(0) + held_ + e, room);
        // As many lines as a block has, where it has whole ones: a number that is known beforehand.
        const unsigned filled = held_ + block, whole = block % in_line == 0 ? block : filled / in_line * in_line;
        if (missing_ == 0) {
            for (unsigned s = 0; s < strips; ++s) stream(held(s), to_ + s * strip_ + (done_ - held_), whole);
        } else if (whole != 0) {
            // The first line of a strip begins before it.
            for (unsigned s = 0; s < strips; ++s) {
                std::copy(held(s) + missing_, held(s) + in_line, to_ + s * strip_);
                stream(held(s) + in_line, to_ + s * strip_ + (in_line - missing_), whole - in_line);
            }
            missing_ = 0;
        }
        if (filled != whole) {
            for (unsigned s = 0; s < strips; ++s) std::memcpy(held(s), held(s) + whole, line);
        }
        held_ = filled - whole;
        done_ += block;
    }

    /// Writes what is left.
    void finish() {
        if (!past_caches_) return;
        for (unsigned s = 0; s < strips; ++s) {
            std::copy(held(s) + missing_, held(s) + held_, to_ + s * strip_ + done_ - (held_ - missing_));
        }
#if defined(__SSE2__)
        _mm_sfence();  // before another thread may be told
#endif
    }

private:
    static constexpr unsigned line = 64, in_line = line / sizeof(T);
    static_assert(line % sizeof(T) == 0);
    static constexpr unsigned room = block + 2 * in_line;

    T* held(unsigned s) { return held_values_ + s * room; }

    /// Whole lines.
    [[gnu::always_inline]] static void stream([[maybe_unused]] const T* from, [[maybe_unused]] T* to,
                                              [[maybe_unused]] unsigned count) {
#if defined(__SSE2__)
        for (unsigned i = 0; i < count * sizeof(T) / sizeof(__m128i); ++i) {
            _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i,
                             _mm_load_si128(reinterpret_cast<const __m128i*>(from) + i));
        }
#endif
    }

    alignas(line) T held_values_[strips * room];  ///< of every strip, from the first place of a line on
    T* to_;
    std::uint64_t strip_, done_ = 0;
    unsigned held_ = 0;     ///< results of a strip that wait for the rest of their line
    unsigned missing_ = 0;  ///< places of that line that belong to what stands before the strip
    bool past_caches_ = false;
};

}  // namespace strider::cpu_backend
