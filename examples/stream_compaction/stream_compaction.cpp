// What is below a limit, with its place: stream_compaction LIMIT < NUMBERS prints "place value", one a line.
//
// Where does an element go that is kept? Behind all that are kept before it: their number is an exclusive scan of the
// flags, and a scatter puts the elements there. strider::compact does the three steps in one pass.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <strider/compact.hpp>
#include <vector>

struct sample {
    std::uint64_t place;
    double value;
};

int main(int count, char** arguments) {
    if (count != 2) return std::fprintf(stderr, "usage: stream_compaction LIMIT < NUMBERS\n"), 2;
    const double limit = std::atof(arguments[1]);
    std::vector<sample> samples;
    for (double value; std::cin >> value;) samples.push_back({samples.size(), value});

    samples.resize(
        strider::compact(strider::cpu{}, samples, samples, [=](const sample& one) { return one.value < limit; }));
    for (const sample& kept : samples)
        std::printf("%llu %g\n", static_cast<unsigned long long>(kept.place), kept.value);
}
// SPDX-License-Identifier: Apache-2.0
