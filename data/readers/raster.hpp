// Images in memory, and the files that they come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <data/readers/file.hpp>
#include <data/readers/recognise.hpp>
#include <data/readers/stored.hpp>

namespace strider::lab {

/// `rows` rows of `columns` pixels of `channels` samples, all neighbours in memory.
struct raster {
    ladders::element_type type = ladders::element_type::u8;  ///< of a sample: u8, u16, f32 or f64
    stored_type stored = type;                               ///< what a sample was in the file
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    unsigned channels = 1;     ///< 1 gray; 2 and alpha; 3 red, green, blue; 4 and alpha
    unsigned peak = 255;       ///< the largest value of an integer sample: 255, 65535, or what a PGM or PPM file says
    unsigned orientation = 1;  ///< that the file was stored in (EXIF, 1 to 8); the pixels are upright
    std::vector<std::uint64_t> words;  ///< room for the samples, aligned for every type

    raster() = default;
    /// Room for the samples, all zero. Throws usage_error where there is no memory for them.
    raster(ladders::element_type of, std::uint64_t row_count, std::uint64_t column_count, unsigned channel_count,
           unsigned greatest);

    std::uint64_t samples() const { return rows * columns * channels; }
    std::size_t pixel_bytes() const { return channels * ladders::size_of(type); }
    std::uint64_t bytes() const { return rows * columns * pixel_bytes(); }
    char* data() { return reinterpret_cast<char*>(words.data()); }
    const char* data() const { return reinterpret_cast<const char*>(words.data()); }
    template <class T>
    T* as() {
        return reinterpret_cast<T*>(words.data());
    }
    template <class T>
    const T* as() const {
        return reinterpret_cast<const T*>(words.data());
    }
};

/// The image in a file's bytes, turned as its EXIF orientation says: PNG of any kind (palettes become red, green, blue;
/// less than 8 bits become 8), PGM and PPM, plain (P2, P3) or raw (P5, P6), and JPEG. Throws usage_error, which says
/// what is wrong, where it is damaged or cut off, claims more pixels than its bytes can hold, or is larger than 4 GiB
/// in memory.
raster parse_image(std::string_view bytes);
raster parse_png(std::string_view bytes);
raster parse_pnm(std::string_view bytes);

/// Gray, or red, green and blue.
raster parse_jpeg(std::string_view bytes);

/// The image in an input. Throws usage_error that names it.
raster read_image(byte_input input);

/// An image, or a .npy array of u8, u16, f32 or f64 (bool as u8, f16 as f32) with two extents, or three of which the
/// last is 1, 3 or 4. Throws usage_error where it is neither.
raster read_raster(const std::string& path);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
