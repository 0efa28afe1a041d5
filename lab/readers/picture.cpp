// WebP, TIFF, BMP and GIF images, by Leptonica.
#include <fmt/format.h>
#include <leptonica/allheaders.h>

#include <bit>
#include <cstring>
#include <memory>

#include <lab/errors.hpp>
#include <lab/readers/packed.hpp>
#include <lab/readers/raster.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct pix_closer {
    void operator()(Pix* of) const { pixDestroy(&of); }
};
using picture = std::unique_ptr<Pix, pix_closer>;

/// The same with 8 or 16 bits a sample and no palette.
picture expanded(picture of) {
    if (PixColormap* const palette = of ? pixGetColormap(of.get()) : nullptr) {
        int is_opaque = 0;
        pixcmapIsOpaque(palette, &is_opaque);
        of.reset(pixRemoveColormap(of.get(), is_opaque ? REMOVE_CMAP_BASED_ON_SRC : REMOVE_CMAP_WITH_ALPHA));
    }
    if (of && pixGetDepth(of.get()) < 8) of.reset(pixConvertTo8(of.get(), 0));
    return of;
}

/// Leptonica keeps pixels in words, the first one in the highest bits.
raster to_raster(Pix* from) {
    const int depth = pixGetDepth(from);
    const auto rows = static_cast<std::uint64_t>(pixGetHeight(from)),
               columns = static_cast<std::uint64_t>(pixGetWidth(from));
    const bool wide = depth == 16;
    const unsigned channels = depth != 32 ? 1 : pixGetSpp(from) == 4 ? 4 : 3;
    raster image(wide ? element_type::u16 : element_type::u8, rows, columns, channels, wide ? 65535 : 255);
    if (!wide) pixEndianByteSwap(from);
    if (wide) pixEndianTwoByteSwap(from);
    const auto stride = static_cast<std::size_t>(pixGetWpl(from)) * 4;
    const char* const pixels = reinterpret_cast<const char*>(pixGetData(from));
    const std::size_t row_bytes = columns * image.pixel_bytes();
    for (std::uint64_t row = 0; row < rows; ++row) {
        const char* at = pixels + row * stride;
        char* into = image.data() + row * row_bytes;
        if (channels != 3) {
            std::memcpy(into, at, row_bytes);
        } else {
            for (std::uint64_t column = 0; column < columns; ++column, at += 4, into += 3) std::memcpy(into, at, 3);
        }
    }
    return image;
}

}  // namespace

raster parse_picture(std::string_view bytes) {
    setMsgSeverity(L_SEVERITY_NONE);
    leptSetStderrHandler([](const char*) {});
    const std::string_view format = recognise(bytes).name;
    const auto damaged = [&] {
        return usage_error(fmt::format("damaged {}, or one of a kind that is not read; convert it to PNG", format));
    };
    const auto* const data = reinterpret_cast<const l_uint8*>(bytes.data());
    int kind = 0, columns = 0, rows = 0, bits = 0, samples = 0, has_palette = 0;
    if (pixReadHeaderMem(data, bytes.size(), &kind, &columns, &rows, &bits, &samples, &has_palette) != 0)
        throw damaged();
    if (columns < 1 || rows < 1) throw damaged();
    require_plausible(static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows) * 4, bytes.size());
    const bool is_exact = bits <= 8 || (bits == 16 && samples == 1);
    if (format == "TIFF" && !(is_exact && (samples == 1 || samples == 3))) {  // it would be rounded
        throw usage_error(
            fmt::format("is a TIFF of {} samples of {} bits a pixel; gray of 8 and 16 bits and RGB of 8 are "
                        "taken; convert it to PNG",
                        samples, bits));
    }
    const picture found = expanded(picture(pixReadMem(data, bytes.size())));
    if (!found || pixGetDepth(found.get()) == 24) throw damaged();
    return to_raster(found.get());
}

}  // namespace strider::lab
