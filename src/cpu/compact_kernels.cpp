// Packing of flags and moving of selected elements: this file is compiled once for each instruction set.
#include <bit>
#include <cstdint>
#include <cstring>

#include <strider/cpu/compact/simd.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/compact_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Flag>
std::uint64_t pack(const Flag* HWY_RESTRICT flags, std::size_t words, std::uint64_t* HWY_RESTRICT bits) {
    const hn::CappedTag<Flag, flags_a_word> d;
    const auto lowest = hn::Set(d, Flag{1});
    std::uint64_t sum = 0;
    for (std::size_t w = 0; w < words; ++w) {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < flags_a_word; i += hn::Lanes(d)) {
            std::uint8_t bytes[8] = {};
            hn::StoreMaskBits(d, hn::TestBit(hn::LoadU(d, flags + w * flags_a_word + i), lowest), bytes);
            std::uint64_t part = 0;
            std::memcpy(&part, bytes, (hn::MaxLanes(d) + 7) / 8);
            word |= part << i;
        }
        bits[w] = word;
        sum += static_cast<std::uint64_t>(std::popcount(word));
    }
    return sum;
}

std::uint64_t pack_any(std::size_t flag_bytes, const void* flags, std::size_t words, std::uint64_t* bits) {
    switch (flag_bytes) {
        case 2:
            return pack(static_cast<const std::uint16_t*>(flags), words, bits);
        case 4:
            return pack(static_cast<const std::uint32_t*>(flags), words, bits);
        default:
            return pack(static_cast<const std::uint8_t*>(flags), words, bits);
    }
}

/// Each bit twice.
HWY_INLINE std::uint64_t doubled(std::uint32_t bits) {
    std::uint64_t word = bits;
    word = (word | word << 16) & 0x0000ffff0000ffff;
    word = (word | word << 8) & 0x00ff00ff00ff00ff;
    word = (word | word << 4) & 0x0f0f0f0f0f0f0f0f;
    word = (word | word << 2) & 0x3333333333333333;
    word = (word | word << 1) & 0x5555555555555555;
    return word | word << 1;
}

#if HWY_TARGET == HWY_AVX2
/// The places of a byte's bits. (That of Highway 1.0 is not static: GCC 12 copies it to the stack for every vector.)
constexpr auto places_of_bits = [] {
    struct {
        std::uint8_t of[256][8];
    } places{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        for (std::uint8_t bit = 0, count = 0; bit < 8; ++bit) {
            if ((byte >> bit & 1) != 0) places.of[byte][count++] = bit;
        }
    }
    return places;
}();
#endif

/// The units whose bit is set in `word`. Each vector is stored whole, and the next one over what does not count.
HWY_INLINE std::uint32_t* compress_word(const std::uint32_t* from, std::uint64_t word, std::uint32_t* to) {
    const hn::CappedTag<std::uint32_t, flags_a_word> d;
    const auto lanes = static_cast<unsigned>(hn::Lanes(d));
    const std::uint64_t lanes_mask = (std::uint64_t{1} << (lanes - 1) << 1) - 1;
    for (unsigned i = 0; i < flags_a_word; i += lanes) {
        const std::uint64_t part = word >> i & lanes_mask;
#if HWY_TARGET == HWY_AVX2
        const auto places = hn::LoadU(hn::Rebind<std::uint8_t, decltype(d)>(), places_of_bits.of[part]);
        const auto order = hn::IndicesFromVec(d, hn::PromoteTo(d, places));
        hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, from + i), order), d, to);
#else
        std::uint8_t bytes[8];
        std::memcpy(bytes, &part, sizeof(part));
        hn::StoreU(hn::Compress(hn::LoadU(d, from + i), hn::LoadMaskBits(d, bytes)), d, to);
#endif
        to += std::popcount(part);
    }
    return to;
}

/// Items go as units of 4 bytes. (Highway's Compress of 8 bytes takes ten times as long as Compress of 4 with GCC 12.)
template <class Item>
std::uint64_t move_items(const Item* HWY_RESTRICT from, const std::uint64_t* words, std::size_t count,
                         std::uint64_t room, Item* HWY_RESTRICT to) {
    constexpr unsigned few = 6;  // are faster moved one by one
    const hn::ScalableTag<Item> d;
    const Item* const end = to + room;
    Item* next = to;
    for (std::size_t w = 0; w < count; ++w, from += flags_a_word) {
        std::uint64_t word = words[w];
        const auto here = static_cast<unsigned>(std::popcount(word));
        if (here == flags_a_word) {
            std::memcpy(next, from, flags_a_word * sizeof(Item));
            next += here;
        } else if (here > few && static_cast<std::uint64_t>(end - next) >= here + hn::Lanes(d)) {
            const auto* const units = reinterpret_cast<const std::uint32_t*>(from);
            auto* const into = reinterpret_cast<std::uint32_t*>(next);
            if constexpr (sizeof(Item) == 4) {
                compress_word(units, word, into);
            } else {
                const auto low = static_cast<std::uint32_t>(word), high = static_cast<std::uint32_t>(word >> 32);
                compress_word(units + flags_a_word, doubled(high), compress_word(units, doubled(low), into));
            }
            next += here;
        } else {
            for (; word != 0; word &= word - 1) *next++ = from[std::countr_zero(word)];
        }
    }
    return static_cast<std::uint64_t>(next - to);
}

std::uint64_t move_any(std::size_t item_bytes, const void* items, const std::uint64_t* words, std::size_t count,
                       std::uint64_t room, void* to) {
    return item_bytes == 4 ? move_items(static_cast<const std::uint32_t*>(items), words, count, room,
                                        static_cast<std::uint32_t*>(to))
                           : move_items(static_cast<const std::uint64_t*>(items), words, count, room,
                                        static_cast<std::uint64_t*>(to));
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(pack_any);
HWY_EXPORT(move_any);

std::uint64_t pack_flags(std::size_t flag_bytes, const void* flags, std::size_t words, std::uint64_t* bits) {
    return HWY_DYNAMIC_DISPATCH(pack_any)(flag_bytes, flags, words, bits);
}

std::uint64_t move_simd(std::size_t item_bytes, const void* items, const std::uint64_t* words, std::size_t count,
                        std::uint64_t room, void* to) {
    return HWY_DYNAMIC_DISPATCH(move_any)(item_bytes, items, words, count, room, to);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
