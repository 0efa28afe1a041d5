// Particles counted into the cells of a grid: particles CELLS < "x y" LINES, with x and y from 0 to 1.
//
// What every particle simulation does before it looks for neighbours: the cell of each particle (transform), how many a
// cell has (histogram), and where each cell's list would begin (exclusive scan). Prints the cells that have particles,
// as "row column count begin", and how many particles lie outside of the grid.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/scan.hpp>
#include <vector>

struct particle {
    float x, y;
};

int main(int count, char** arguments) {
    const int cells = count == 2 ? std::atoi(arguments[1]) : 0;  // in a row, and in a column
    if (cells < 1 || cells > 1024) return std::fprintf(stderr, "usage: particles CELLS < LINES, 1 to 1024 cells\n"), 2;
    std::vector<particle> particles;
    for (particle one{}; std::cin >> one.x >> one.y;) particles.push_back(one);
    const strider::cpu here;

    std::vector<std::int32_t> cell(particles.size());
    strider::transform(here, particles, cell, [cells](const particle& p) {
        if (!(p.x >= 0 && p.x < 1 && p.y >= 0 && p.y < 1)) return -1;
        return static_cast<int>(p.y * static_cast<float>(cells)) * cells +
               static_cast<int>(p.x * static_cast<float>(cells));
    });
    std::vector<std::uint64_t> number(static_cast<std::size_t>(cells) * cells), begin(number.size());
    const strider::even_bins<int> every_cell{number.size(), 0, cells * cells};
    const strider::outside none = strider::histogram(here, cell, every_cell, number);
    strider::exclusive_scan(here, number, begin);

    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] == 0) continue;
        std::printf("%zu %zu %llu %llu\n", i / cells, i % cells, static_cast<unsigned long long>(number[i]),
                    static_cast<unsigned long long>(begin[i]));
    }
    std::printf("outside %llu\n", static_cast<unsigned long long>(none.below));
}
// SPDX-License-Identifier: Apache-2.0
