// Histogram equalisation: equalise IN.pgm OUT.pgm spreads the grey of an image evenly from 0 to 255.
//
// A pixel's new grey is the share of the image that is not brighter: a histogram, its prefix sums, and a table. As in
// most textbooks (R. Gonzalez and R. Woods, Digital Image Processing, 3.3), the darkest grey that occurs becomes 0.
#include <algorithm>
#include <cstdio>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/scan.hpp>

#include "../pgm.hpp"

int main(int count, char** arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: equalise IN.pgm OUT.pgm\n"), 2;
    grey_image image = read_pgm(arguments[1]);
    const strider::cpu here;

    std::vector<std::uint64_t> not_brighter(256);
    strider::histogram(here, image.pixels, not_brighter);
    strider::inclusive_scan(here, not_brighter, not_brighter);
    const std::uint64_t darkest = *std::ranges::find_if(not_brighter, [](std::uint64_t pixels) { return pixels != 0; });
    const std::uint64_t others = image.pixels.size() - darkest;
    if (others != 0) {  // else it has one grey, and keeps it
        std::vector<std::uint8_t> table(256);
        strider::transform(here, not_brighter, table, [=](std::uint64_t pixels) {
            return static_cast<std::uint8_t>(pixels < darkest ? 0 : ((pixels - darkest) * 255 + others / 2) / others);
        });
        strider::transform(here, image.pixels, image.pixels, [&table](std::uint8_t pixel) { return table[pixel]; });
    }
    write_pgm(arguments[2], image);
}
// SPDX-License-Identifier: Apache-2.0
