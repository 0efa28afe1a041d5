// Which way of reading or writing is fastest differs from processor to processor; so several are tried, and the best
// counts.
#include <ladders/devices/cpu_roof.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/devices/cpu_roof.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

namespace strider::ladders {
/// One way of moving `count` words, by one core: `from` is null where nothing is read, `second` where no second array
/// is.
using way = std::uint64_t (*)(const std::uint64_t* from, const std::uint64_t* second, std::uint64_t* to,
                              std::size_t count);
}  // namespace strider::ladders

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Reads `Streams` neighbouring parts side by side, and gives back their exclusive or, so that no load can be left out.
template <unsigned Streams, bool Prefetch>
std::uint64_t read(const std::uint64_t* from, const std::uint64_t*, std::uint64_t*, std::size_t count) {
    const hn::ScalableTag<std::uint64_t> d;
    const std::size_t lanes = hn::Lanes(d), line = 64 / sizeof(std::uint64_t);
    const std::size_t part = count / Streams / (2 * lanes) * (2 * lanes);
    auto even = hn::Zero(d), odd = hn::Zero(d);
    for (std::size_t i = 0; i < part; i += 2 * lanes) {
        for (unsigned s = 0; s < Streams; ++s) {
            const std::uint64_t* const words = from + s * part + i;
            if constexpr (Prefetch) hwy::Prefetch(words + 16 * line);
            even = hn::Xor(even, hn::LoadU(d, words));
            odd = hn::Xor(odd, hn::LoadU(d, words + lanes));
        }
    }
    HWY_ALIGN std::uint64_t folded[HWY_LANES(std::uint64_t)];
    hn::Store(hn::Xor(even, odd), d, folded);
    for (std::size_t i = 1; i < lanes; ++i) folded[0] ^= folded[i];
    for (std::size_t i = Streams * part; i < count; ++i) folded[0] ^= from[i];
    return folded[0];
}

/// Adds up to two arrays to another, or writes where there is nothing to read; `Streaming` stores do not read the line
/// that they replace.
template <bool Streaming>
std::uint64_t store(const std::uint64_t* from, const std::uint64_t* second, std::uint64_t* to, std::size_t count) {
    const hn::ScalableTag<std::uint64_t> d;
    auto value = hn::Set(d, std::uint64_t{1});
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
        if (from != nullptr) value = hn::LoadU(d, from + i);
        if (second != nullptr) value = hn::Xor(value, hn::LoadU(d, second + i));
        if constexpr (Streaming) {
            hn::Stream(value, d, to + i);
        } else {
            hn::StoreU(value, d, to + i);
        }
    }
    for (; i < count; ++i) to[i] = (from != nullptr ? from[i] : 1) ^ (second != nullptr ? second[i] : 0);
    if constexpr (Streaming) hwy::FlushStream();
    return 0;
}

std::span<const way> ways_of(traffic mix) {
    static constexpr way reads[] = {read<1, false>, read<2, false>, read<4, false>,
                                    read<8, false>, read<1, true>,  read<4, true>};
    static constexpr way stores[] = {store<false>, store<true>};
    if (mix == traffic::read) return reads;
    return stores;
}

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace strider::ladders::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders {

HWY_EXPORT(ways_of);
HWY_EXPORT(target_name);

double measure_cpu_roof(traffic mix, void* memory, std::size_t bytes) {
    using clock = std::chrono::steady_clock;
    constexpr std::size_t piece = (std::size_t{1} << 20) / sizeof(std::uint64_t);  // what one core takes at a time
    constexpr std::chrono::duration<double> timeout{1.0};
    constexpr unsigned enough = 25;

    auto* const words = static_cast<std::uint64_t*>(memory);
    const std::size_t all = bytes / sizeof(std::uint64_t);
    // What is read comes first, then what is written; each array starts on a line.
    const std::size_t arrays = mix == traffic::copy ? 2 : mix == traffic::triad ? 3 : 1;
    const std::size_t count = arrays == 1 ? all : all / arrays / 8 * 8;
    const std::uint64_t* const from = mix == traffic::write ? nullptr : words;
    const std::uint64_t* const second = mix == traffic::triad ? words + count : nullptr;
    std::uint64_t* const to = words + (arrays - 1) * count;
    if (count == 0) return 0;

    static std::atomic<std::uint64_t> kept;  // so that the reads are not left out
    double best_seconds = 1e30;
    const auto start = clock::now();
    for (unsigned round = 0; round < enough && (round < 3 || clock::now() - start < timeout); ++round) {
        for (const way move_words : HWY_DYNAMIC_DISPATCH(ways_of)(mix)) {
            const auto before = clock::now();
            const auto move = [&](std::size_t begin, std::size_t end) {
                kept.store(move_words(from == nullptr ? nullptr : from + begin,
                                      second == nullptr ? nullptr : second + begin, to + begin, end - begin),
                           std::memory_order_relaxed);
            };
            if (count <= 2 * piece) {
                move(0, count);
            } else {
                tbb::parallel_for(tbb::blocked_range<std::size_t>(0, (count + piece - 1) / piece),
                                  [&](const auto& range) {
                                      for (std::size_t p = range.begin(); p < range.end(); ++p)
                                          move(p * piece, std::min(count, (p + 1) * piece));
                                  });
            }
            best_seconds = std::min(best_seconds, std::chrono::duration<double>(clock::now() - before).count());
        }
    }
    const std::size_t moved = count * sizeof(std::uint64_t) * arrays;
    return static_cast<double>(moved) / best_seconds * 1e-9;
}

const char* instruction_set_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace strider::ladders
#endif
// SPDX-License-Identifier: Apache-2.0
