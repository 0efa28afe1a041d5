// Builds that other machines run (STRIDER_PORTABLE) carry no libraries for these formats, and name them.
#include <fmt/format.h>

#include <data/readers/packed.hpp>
#include <data/readers/raster.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

usage_error left_out(std::string_view format) {
    return usage_error(fmt::format("is a file of {}, which this build does not read", format));
}

}  // namespace

std::unique_ptr<byte_stream> decompress(byte_input, std::string_view by) { throw left_out(by); }
byte_input member_of(byte_input, const std::string&) { throw left_out("zip"); }
raster parse_jpeg(std::string_view) { throw left_out("JPEG"); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
