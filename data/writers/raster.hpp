// Images written to a file or a stream, in the format that its name's ending says.
#pragma once

#include <data/readers/raster.hpp>
#include <lab/base/output/destination.hpp>

namespace strider::lab {

/// Writes one image: .png, .pgm (gray), .ppm (colors) or .npy (rows, columns and, where there are several, channels).
/// Streams are PNG, or .npy where the elements are floating-point numbers, unless another format is given.
class raster_output {
public:
    /// Throws usage_error where the ending is none of these or cannot hold such an image, and where no file can be made
    /// there.
    raster_output(const wanted_results& wanted, ladders::element_type type, unsigned channels, unsigned peak);

    /// Throws std::runtime_error where it cannot be written.
    void write(const raster& image);

private:
    enum class format { png, pnm, npy };
    static format format_of(const wanted_results& wanted, ladders::element_type type, unsigned channels, unsigned peak);

    format format_;
    destination to_;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
