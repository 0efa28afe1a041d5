// What a command on a file asks of a library's rung where no problem of the ladder says it: behind
// `arguments::request`, in the host's memory. Without one, the rung runs the ladder's problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace strider {
struct convolve_options;
}

namespace strider::ladders {

/// Of segmented-reduce: how many segments there are, whatever their mean length.
struct segments_request {
    std::uint64_t segments;
};

/// Of transpose: the bytes of an item, which may be 3, 6 and 12 as well.
struct items_request {
    std::size_t bytes;
};

/// What edges of bins for samples of type T are: integers for integers.
template <class T>
using edge_of = std::conditional_t<std::is_floating_point_v<T>, T,
                                   std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, std::int64_t>>;

/// Of histogram: samples of any type T. The output is a count of each bin, and then how many samples are below, above,
/// and NaN.
struct bins_request {
    std::uint64_t count;
    const void* range;  ///< the ends of even bins, two of edge_of<T>; null where the side input has count + 1 edges
};

/// Of convolve: an image of any pixels, and a call with everything that the library's takes.
struct image_request {
    std::uint64_t rows, columns;  ///< of elements: `options->channels` for each pixel
    std::uint64_t mask_rows, mask_columns;
    const void* mask;  ///< weight_of<T> of the pixels' type T
    const convolve_options* options;
};

}  // namespace strider::ladders
