// The orientation that cameras write into their files (EXIF): how the pixels are turned when they are shown.
#pragma once

#include <string_view>

#include <data/readers/raster.hpp>

namespace strider::lab {

/// The orientation in an EXIF block, 1 to 8; 1, which is upright, where the block does not say any.
unsigned orientation_of(std::string_view exif);

/// The image as it is shown. It keeps the orientation that it was stored in.
raster upright(raster stored, unsigned orientation);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
