// Blur and edge detection: edges IN.pgm BLURRED.pgm EDGES.pgm.
//
// Noise has edges too, so the image is blurred first, by a binomial mask of 5 x 5 that is the product of a column and a
// row; then two masks of Sobel give the gradient, whose length is the edge.
#include <cmath>
#include <cstdio>
#include <strider/convolve.hpp>
#include <strider/map.hpp>

#include "../pgm.hpp"

int main(int count, char** arguments) {
    if (count != 4) return std::fprintf(stderr, "usage: edges IN.pgm BLURRED.pgm EDGES.pgm\n"), 2;
    grey_image image = read_pgm(arguments[1]);
    const strider::cpu here;
    const strider::convolve_options to_the_border{.outside = strider::boundary::replicate};
    const auto view = [&image](auto& pixels) { return strider::matrix_view(pixels.data(), image.rows, image.columns); };

    const std::vector<float> binomial = {1.0F / 16, 4.0F / 16, 6.0F / 16, 4.0F / 16, 1.0F / 16};
    std::vector<std::uint8_t> blurred(image.pixels.size());
    strider::convolve_separable(here, view(image.pixels), binomial, binomial, view(blurred), to_the_border);

    std::vector<float> grey(blurred.begin(), blurred.end()), across(grey.size()), down(grey.size());
    const std::vector<float> difference = {-1, 0, 1}, mean = {1, 2, 1};
    strider::convolve_separable(here, view(grey), mean, difference, view(across), to_the_border);
    strider::convolve_separable(here, view(grey), difference, mean, view(down), to_the_border);

    image.pixels = blurred;
    write_pgm(arguments[2], image);
    strider::transform(here, across, down, image.pixels, [](float x, float y) {
        return static_cast<std::uint8_t>(std::fmin(255.0F, std::nearbyint(std::sqrt(x * x + y * y))));
    });
    write_pgm(arguments[3], image);
}
// SPDX-License-Identifier: Apache-2.0
