// Sorts whole numbers from 0 to 2^32 - 1: radix_sort < NUMBERS prints them in order, one a line.
//
// From the lowest digit to the highest, a stable counting sort by that digit alone (D. Knuth, The Art of Computer
// Programming 3, 5.2.5). A tile of the input counts its digits; an exclusive scan over all counts, digit by digit and
// within a digit tile by tile, gives every tile the place of its first item of each digit. Tiles then write without
// asking each other: the scan is all the communication that there is.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <strider/scan.hpp>
#include <vector>

constexpr std::size_t tile = 4096, digits = 256;

void sort_by_digit(const std::vector<std::uint32_t>& input, std::vector<std::uint32_t>& output, unsigned shift) {
    const std::size_t tiles = (input.size() + tile - 1) / tile;
    const auto each_of = [&](std::size_t t, auto&& visit) {
        for (std::size_t i = t * tile; i < std::min(input.size(), (t + 1) * tile); ++i) {
            visit(input[i], input[i] >> shift & (digits - 1));
        }
    };
    std::vector<std::uint64_t> places(digits * tiles);  // digit by digit
    tbb::parallel_for(std::size_t{0}, tiles, [&](std::size_t t) {
        each_of(t, [&](std::uint32_t, std::size_t digit) { ++places[digit * tiles + t]; });
    });
    strider::exclusive_scan(strider::cpu{}, places, places);
    tbb::parallel_for(std::size_t{0}, tiles, [&](std::size_t t) {
        each_of(t, [&](std::uint32_t value, std::size_t digit) { output[places[digit * tiles + t]++] = value; });
    });
}

int main() {
    std::vector<std::uint32_t> values(std::istream_iterator<std::uint32_t>(std::cin), {}), other(values.size());
    for (unsigned shift = 0; shift < 32; shift += 8) {
        sort_by_digit(values, other, shift);
        values.swap(other);
    }
    for (const std::uint32_t value : values) std::printf("%u\n", value);
}
// SPDX-License-Identifier: Apache-2.0
