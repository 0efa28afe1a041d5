// JPEG images, by libjpeg-turbo.
#include <fmt/format.h>
#include <turbojpeg.h>

#include <memory>

#include <lab/errors.hpp>
#include <lab/readers/packed.hpp>
#include <lab/readers/raster.hpp>

namespace strider::lab {

raster parse_jpeg(std::string_view bytes) {
    struct closer {
        void operator()(void* of) const { tjDestroy(of); }
    };
    const std::unique_ptr<void, closer> decoder(tjInitDecompress());
    const auto require = [&](int status) {
        if (status != 0) throw usage_error(fmt::format("damaged JPEG: {}", one_line(tjGetErrorStr2(decoder.get()))));
    };
    const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
    int columns = 0, rows = 0, subsampling = 0, colors = 0;
    require(tjDecompressHeader3(decoder.get(), data, bytes.size(), &columns, &rows, &subsampling, &colors));
    if (colors == TJCS_CMYK || colors == TJCS_YCCK) {
        throw usage_error("is a CMYK JPEG, which is not read; convert it to RGB");
    }
    const unsigned channels = colors == TJCS_GRAY ? 1 : 3;
    require_plausible(static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows) * channels, bytes.size());
    raster image(ladders::element_type::u8, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns),
                 channels, 255);
    // Pixels of damaged parts would be made up, and hundreds of scans take minutes.
    require(tjDecompress2(decoder.get(), data, bytes.size(), image.as<unsigned char>(), columns, 0, rows,
                          channels == 1 ? TJPF_GRAY : TJPF_RGB, TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS));
    return image;
}

}  // namespace strider::lab
