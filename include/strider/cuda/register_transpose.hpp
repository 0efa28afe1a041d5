// The transpose of the few items that 16-byte accesses bring to one thread.
#pragma once

#include <cstdint>

#include <strider/cuda/arch/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// Items that one 16-byte access moves.
template <class Item>
inline constexpr unsigned items_a_vector = 16 / sizeof(Item);

/// The items of `count` words, one of each word a time: word i of the result holds the i-th item of every word.
template <unsigned count>
__device__ __forceinline__ void transpose_words(unsigned (&word)[count]) {
    if constexpr (count == 2) {  // of two items each
        const unsigned first = word[0], second = word[1];
        word[0] = __byte_perm(first, second, 0x5410);
        word[1] = __byte_perm(first, second, 0x7632);
    } else if constexpr (count == 4) {  // of four items each
        const unsigned low_front = __byte_perm(word[0], word[1], 0x5140);
        const unsigned high_front = __byte_perm(word[0], word[1], 0x7362);
        const unsigned low_back = __byte_perm(word[2], word[3], 0x5140);
        const unsigned high_back = __byte_perm(word[2], word[3], 0x7362);
        word[0] = __byte_perm(low_front, low_back, 0x5410);
        word[1] = __byte_perm(low_front, low_back, 0x7632);
        word[2] = __byte_perm(high_front, high_back, 0x5410);
        word[3] = __byte_perm(high_front, high_back, 0x7632);
    }
}

/// A square of items, a row a vector: rows become columns. All indices are known at compile time, so that items of a
/// word and more only change their names, and smaller ones take one or two permutations a word.
template <class Item>
__device__ __forceinline__ void transpose_in_registers(uint4 (&row)[items_a_vector<Item>]) {
    constexpr unsigned count = items_a_vector<Item>;
    if constexpr (sizeof(Item) == 8) {
        const uint4 first = row[0], second = row[1];
        row[0] = {first.x, first.y, second.x, second.y};
        row[1] = {first.z, first.w, second.z, second.w};
    } else if constexpr (sizeof(Item) <= 4) {
        constexpr unsigned together = 4 / sizeof(Item);  // items of a word
        unsigned from[count][4], to[count][4];
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            from[i][0] = row[i].x, from[i][1] = row[i].y, from[i][2] = row[i].z, from[i][3] = row[i].w;
        }
#pragma unroll
        for (unsigned group = 0; group < 4; ++group) {  // of `together` rows
#pragma unroll
            for (unsigned at = 0; at < 4; ++at) {
                unsigned square[together];
#pragma unroll
                for (unsigned i = 0; i < together; ++i) square[i] = from[group * together + i][at];
                transpose_words(square);
#pragma unroll
                for (unsigned i = 0; i < together; ++i) to[at * together + i][group] = square[i];
            }
        }
#pragma unroll
        for (unsigned i = 0; i < count; ++i) row[i] = {to[i][0], to[i][1], to[i][2], to[i][3]};
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
