// What a file is, by what it starts with.
#pragma once

#include <string_view>

namespace strider::lab {

enum class content {
    unknown,  ///< text or raw binary
    npy,      ///< an array of NumPy
    packed,   ///< another file, compressed or in an archive
    image,
    foreign,  ///< nothing that is read
};

struct recognised {
    content what = content::unknown;
    std::string_view name = {};  ///< of the format: "gzip", "JPEG", "a PDF document"
};

/// By the first front_bytes bytes of the file, or all of a shorter one.
recognised recognise(std::string_view front);

/// Whether a frame starts here that programs may put before those of zstd and lz4, and that holds none of the data: 4
/// bytes, its length in 4 bytes, and so many of any kind.
bool is_skippable_frame(std::string_view front);

/// Throws usage_error that names the format, where a file that starts like this has no numbers that are read, which an
/// image has for some commands only.
void refuse_without_numbers(std::string_view front);

/// For messages: the images that are read.
inline constexpr std::string_view image_formats = "PNG, PGM, PPM, JPEG";

/// Whether a file that starts like this is such an image.
inline bool is_image(std::string_view front) { return recognise(front).what == content::image; }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
