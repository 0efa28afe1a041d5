// Statistics and histogram equalisation of an image that may be larger than the memory of any one rank:
// distributed_image IN.pgm OUT.pgm [RANKS], or mpirun -n RANKS distributed_image_mpi IN.pgm OUT.pgm.
//
// Each rank reads its own rows of the file and writes them to their place in the new one; all that the ranks tell each
// other is sums and counts (as equalise does it for one). OUT.pgm has its name when all of it is there.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <strider/map.hpp>
#include <strider/scan.hpp>
#include <string>
#include <vector>

#include "../pgm.hpp"
#include "../ranks.hpp"

/// This rank's rows of an image in a file.
struct part_of_image {
    std::uint64_t rows, columns;  ///< of the whole
    share mine;                   ///< rows
    std::vector<std::uint8_t> pixels;
};

template <class Policy>
part_of_image read_part(const Policy& all, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const grey_image header = read_pgm_header(file);
    if (header.rows == 0) throw std::runtime_error(path + ": give a binary PGM image of 8 bits");
    part_of_image part{header.rows, header.columns, share_of(all, header.rows), {}};
    part.pixels.resize(part.mine.count * part.columns);
    file.seekg(static_cast<std::streamoff>(part.mine.first * part.columns), std::ios::cur);
    file.read(reinterpret_cast<char*>(part.pixels.data()), static_cast<std::streamsize>(part.pixels.size()));
    if (!file)
        throw std::runtime_error(path + ": ends before row " + std::to_string(part.mine.first + part.mine.count));
    return part;
}

template <class Policy>
void write_part(const Policy& all, const std::string& path, const part_of_image& part) {
    const std::string unfinished = path + ".part";
    const std::string header = "P5\n" + std::to_string(part.columns) + ' ' + std::to_string(part.rows) + "\n255\n";
    const auto require = [&](bool well) {
        if (!well) throw std::runtime_error(unfinished + ": cannot be written");
    };
    if (all.rank() == 0)
        require(static_cast<bool>(std::ofstream(unfinished, std::ios::binary) << header << std::flush));
    strider::barrier(all);
    std::fstream file(unfinished, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(header.size() + part.mine.first * part.columns));
    file.write(reinterpret_cast<const char*>(part.pixels.data()), static_cast<std::streamsize>(part.pixels.size()));
    require(static_cast<bool>(file.flush()));
    strider::barrier(all);
    if (all.rank() == 0) std::filesystem::rename(unfinished, path);
}

template <class Policy>
void print_statistics(const Policy& all, const part_of_image& image) {
    const double mean = strider::mean(all, image.pixels);
    const double squares = static_cast<double>(strider::transform_reduce(
        all, image.pixels, [](std::uint8_t pixel) { return std::uint64_t{pixel} * pixel; }, strider::plus{},
        std::uint64_t{0}));
    const auto darkest = strider::argmin(all, image.pixels), brightest = strider::argmax(all, image.pixels);
    if (all.rank() != 0) return;
    const auto place = [&](std::uint64_t i) {
        return std::to_string(i / image.columns) + ' ' + std::to_string(i % image.columns);
    };
    std::printf("mean %.6f\ndeviation %.6f\ndarkest %d at %s\nbrightest %d at %s\n", mean,
                std::sqrt(squares / static_cast<double>(image.rows * image.columns) - mean * mean), darkest.value,
                place(darkest.index).c_str(), brightest.value, place(brightest.index).c_str());
}

template <class Policy>
void equalise(const Policy& all, part_of_image& image) {
    std::vector<std::uint64_t> not_brighter(256);
    strider::histogram(all, image.pixels, std::span(not_brighter));  // of all ranks, on every one
    const std::uint64_t darkest = *std::ranges::find_if(not_brighter, [](std::uint64_t pixels) { return pixels != 0; });
    strider::inclusive_scan(all.local, not_brighter, not_brighter);
    const std::uint64_t others = not_brighter.back() - darkest;
    if (others == 0) return;  // it has one grey, and keeps it
    std::vector<std::uint8_t> table(256);
    strider::transform(all.local, not_brighter, table, [=](std::uint64_t pixels) {
        return static_cast<std::uint8_t>(pixels < darkest ? 0 : ((pixels - darkest) * 255 + others / 2) / others);
    });
    strider::transform(all.local, image.pixels, image.pixels, [&table](std::uint8_t pixel) { return table[pixel]; });
}

int main(int count, char** arguments) {
    if (count < 3 || count > 4) return std::fprintf(stderr, "usage: distributed_image IN.pgm OUT.pgm [RANKS]\n"), 2;
    return on_ranks(count > 3 ? arguments[3] : nullptr, [arguments](const auto& all) {
        part_of_image image = read_part(all, arguments[1]);
        print_statistics(all, image);
        equalise(all, image);
        write_part(all, arguments[2], image);
    });
}
// SPDX-License-Identifier: Apache-2.0
