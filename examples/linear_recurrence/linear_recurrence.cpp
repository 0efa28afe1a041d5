// Exponential smoothing: linear_recurrence WEIGHT < NUMBERS prints the smoothed series, one number a line.
//
// s[0] = x[0], s[t] = s[t - 1] + w (x[t] - s[t - 1]) seems to need every value's predecessor. But step t is the affine
// map s -> (1 - w) s + w x[t], and the maps' composition is associative: an inclusive scan composes the first t maps
// for all t at once. Every linear recurrence goes this way (G. Blelloch, Prefix Sums and Their Applications,
// 1990, 1.4).
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <strider/scan.hpp>
#include <vector>

/// s -> slope s + offset
struct affine {
    double slope, offset;
};

/// First a, then b.
struct then {
    affine operator()(const affine& a, const affine& b) const {
        return {a.slope * b.slope, a.offset * b.slope + b.offset};
    }
};

int main(int count, char** arguments) {
    const double weight = count == 2 ? std::atof(arguments[1]) : 0;
    if (!(weight > 0 && weight <= 1))
        return std::fprintf(stderr, "usage: linear_recurrence WEIGHT < NUMBERS, 0 < WEIGHT <= 1\n"), 2;
    const std::vector<double> values(std::istream_iterator<double>(std::cin), {});

    std::vector<affine> steps;
    for (const double value : values) steps.push_back({1 - weight, weight * value});
    if (!steps.empty()) steps[0] = {0, values[0]};  // forgets what was before
    strider::inclusive_scan(strider::cpu{}, steps, steps, then{});
    for (const affine& up_to_here : steps) std::printf("%.10g\n", up_to_here.offset);
}
// SPDX-License-Identifier: Apache-2.0
