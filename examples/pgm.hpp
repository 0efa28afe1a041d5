// Grey images of 8 bits, as the examples read and write them: binary PGM (P5).
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <vector>

struct grey_image {
    std::uint64_t rows, columns;
    std::vector<std::uint8_t> pixels;
};

/// The image at the beginning of `file`, without its pixels, before which this stops. No rows where it is none.
inline grey_image read_pgm_header(std::ifstream& file) {
    const auto number = [&file] {  // after blanks and comments
        while (std::isspace(file.peek()) || file.peek() == '#') {
            if (file.get() == '#') file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
        }
        std::uint64_t value = 0;
        file >> value;
        return value;
    };
    grey_image image{};
    if (file.get() == 'P' && file.get() == '5') {
        image.columns = number();
        image.rows = number();
        constexpr std::uint64_t most = 1 << 20;  // rows or columns
        if (number() == 255 && std::isspace(file.get()) && image.rows <= most && image.columns <= most &&
            image.rows * image.columns > 0) {
            return image;
        }
    }
    return {};
}

/// Ends the program where `path` is no such image.
inline grey_image read_pgm(const char* path) {
    std::ifstream file(path, std::ios::binary);
    grey_image image = read_pgm_header(file);
    if (image.rows != 0) {
        image.pixels.assign(std::istreambuf_iterator<char>(file), {});
        if (image.pixels.size() >= image.rows * image.columns) {
            image.pixels.resize(image.rows * image.columns);
            return image;
        }
    }
    std::fprintf(stderr, "%s: give a binary PGM image of 8 bits\n", path);
    std::exit(2);
}

/// Ends the program where `path` cannot be written.
inline void write_pgm(const char* path, const grey_image& image) {
    std::ofstream file(path, std::ios::binary);
    file << "P5\n" << image.columns << ' ' << image.rows << "\n255\n";
    file.write(reinterpret_cast<const char*>(image.pixels.data()), static_cast<std::streamsize>(image.pixels.size()));
    if (file.flush()) return;
    std::fprintf(stderr, "%s: cannot be written\n", path);
    std::exit(1);
}
// SPDX-License-Identifier: Apache-2.0
