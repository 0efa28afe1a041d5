// The value of a polynomial: polynomial X C0 C1 C2 ... prints C0 + C1 X + C2 X^2 + ...
//
// Horner's rule looks like a chain, y = y X + c, but each of its steps is an affine map, and maps can be composed in
// any grouping: so the polynomial is a reduction, of the maps, by composition. Composition is associative and does not
// commute; the library needs no more.
#include <cstdio>
#include <cstdlib>
#include <strider/reduce.hpp>
#include <vector>

/// y -> slope y + offset
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
    if (count < 3) return std::fprintf(stderr, "usage: polynomial X C0 [C1 ...]\n"), 2;
    const double x = std::atof(arguments[1]);
    std::vector<double> coefficients;  // from the highest power down
    for (int i = count - 1; i >= 2; --i) coefficients.push_back(std::atof(arguments[i]));

    const affine unchanged{1, 0};
    const affine all = strider::transform_reduce(
        strider::cpu{}, coefficients, [x](double c) { return affine{x, c}; }, then{}, unchanged);
    std::printf("%.17g\n", all.offset);  // of y = 0
}
// SPDX-License-Identifier: Apache-2.0
