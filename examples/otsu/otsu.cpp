// Black and white by the threshold of Otsu: otsu IN.pgm OUT.pgm prints the threshold, and writes 0 for every pixel that
// is not above it and 255 for the others.
//
// The threshold parts the pixels into two classes whose means lie as far apart as possible: it is where
// (pixels below) (pixels above) (difference of their means)^2 is greatest (N. Otsu, A Threshold Selection Method from
// Gray-Level Histograms, 1979). All 256 candidates at once: a histogram, prefix sums of its pixels and of their grey,
// and the greatest of a formula.
#include <cstdio>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>

#include "../pgm.hpp"

int main(int count, char** arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: otsu IN.pgm OUT.pgm\n"), 2;
    grey_image image = read_pgm(arguments[1]);
    const strider::cpu here;

    std::vector<std::uint64_t> pixels(256), grey(256);
    strider::histogram(here, image.pixels, pixels);
    for (std::uint64_t level = 0; level < 256; ++level) grey[level] = level * pixels[level];
    strider::inclusive_scan(here, pixels, pixels);  // of this level and below
    strider::inclusive_scan(here, grey, grey);

    std::vector<double> apart(256);
    const double all_pixels = static_cast<double>(pixels.back()), all_grey = static_cast<double>(grey.back());
    strider::transform(here, pixels, grey, apart, [=](std::uint64_t below, std::uint64_t grey_below) {
        const double low = static_cast<double>(below), high = all_pixels - low;
        if (low == 0 || high == 0) return 0.0;
        const double between =
            static_cast<double>(grey_below) / low - (all_grey - static_cast<double>(grey_below)) / high;
        return low * high * between * between;
    });
    const std::uint64_t threshold = strider::argmax(here, apart).index;

    strider::transform(here, image.pixels, image.pixels,
                       [=](std::uint8_t pixel) { return static_cast<std::uint8_t>(pixel > threshold ? 255 : 0); });
    write_pgm(arguments[2], image);
    std::printf("%llu\n", static_cast<unsigned long long>(threshold));
}
// SPDX-License-Identifier: Apache-2.0
