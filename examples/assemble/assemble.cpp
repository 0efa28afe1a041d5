// Assembly of a sparse matrix: assemble < "row column value" LINES adds up what stands at one place.
//
// Finite elements each give a small matrix, and neighbours share rows and columns: so places come several times. Sorted
// by place, their values are added by key. The sort keeps the order of the lines of a place, and the order of the
// additions is a function of their number alone: the sums have the same bits on any number of cores.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <strider/map.hpp>
#include <strider/reduce_by_key.hpp>
#include <vector>

struct place {
    std::uint32_t row, column;
    auto operator<=>(const place&) const = default;
};
struct entry {
    place at;
    double value;
};

int main() {
    std::vector<entry> entries;
    for (entry one{}; std::cin >> one.at.row >> one.at.column >> one.value;) entries.push_back(one);
    std::ranges::stable_sort(entries, {}, &entry::at);

    const strider::cpu here;
    const std::size_t count = entries.size();
    std::vector<place> places(count), different(count);
    std::vector<double> values(count), sums(count);
    strider::transform(here, entries, places, [](const entry& one) { return one.at; });
    strider::transform(here, entries, values, [](const entry& one) { return one.value; });
    different.resize(strider::reduce_by_key(here, places, values, different, sums));
    for (std::size_t i = 0; i < different.size(); ++i)
        std::printf("%u %u %.17g\n", different[i].row, different[i].column, sums[i]);
}
// SPDX-License-Identifier: Apache-2.0
