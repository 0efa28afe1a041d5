// Any bytes as an image: either refused in one line, or an image whose sizes are consistent and samples within its
// maximum.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <lab/errors.hpp>
#include <lab/readers/raster.hpp>

#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider;
    using fuzz::require;
    try {
        const lab::raster image = lab::parse_image(std::string_view(reinterpret_cast<const char*>(data), size));
        require(image.rows >= 1 && image.columns >= 1, "an image has a pixel");
        require(image.channels == 1 || image.channels == 3 || image.channels == 4, "and 1, 3 or 4 channels");
        require(image.bytes() / image.pixel_bytes() / image.rows == image.columns, "its sizes do not overflow");
        require(image.words.size() == (image.bytes() + 7) / 8, "there is room for all samples");
        require(image.bytes() <= 8 * 3 * 8 * 1032 * size, "which the file can hold");
        const bool wide = image.type == ladders::element_type::u16;
        require(wide || image.type == ladders::element_type::u8, "samples are u8 or u16");
        for (std::uint64_t at = 0; at < image.samples(); ++at) {
            require((wide ? image.as<std::uint16_t>()[at] : image.as<std::uint8_t>()[at]) <= image.peak,
                    "within the maximum");
        }
    } catch (const lab::usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
    return 0;
}
