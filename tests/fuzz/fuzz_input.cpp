// Any bytes as the file of a command, compressed or not: either refused in one line, or elements that can all be read,
// or an image whose sizes are consistent.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <data/readers/elements.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/raster.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

namespace {

using namespace strider;
using fuzz::require;

void read_all(const lab::element_input& input) {
    std::uint64_t product = 1;
    for (const std::uint64_t extent : input.shape()) product *= extent;
    require(product == input.elements(), "the number of elements is the product of the shape");
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    std::vector<std::uint64_t> words(std::min(most, input.elements()));
    input.read(input.elements() - words.size(), words.size(), words.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        lab::byte_input stored = lab::temporary_input("input");
        lab::append(stored, {reinterpret_cast<const char*>(data), size});
        lab::byte_input held = lab::unpacked(std::move(stored));
        if (lab::is_image(held.front)) {
            const lab::raster image = lab::read_image(std::move(held));
            require(image.rows >= 1 && image.columns >= 1, "an image has a pixel");
            require(image.channels >= 1 && image.channels <= 4, "and 1 to 4 channels");
            require(image.words.size() == (image.bytes() + 7) / 8, "there is room for all samples");
        } else {
            read_all(lab::element_input::open(std::move(held), {}));
        }
    } catch (const lab::usage_error& refused) {
        const std::string_view what = refused.what();
        require(what.starts_with("input"), "a refusal names the input");
        require(what.find('\n') == std::string_view::npos, "and is one line");
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
