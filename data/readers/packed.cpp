#include <data/readers/packed.hpp>

#include <fmt/format.h>

#include <utility>

#include <data/readers/recognise.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/file_name.hpp>

namespace strider::lab {
namespace {

/// What the file is packed by; empty where it is not.
std::string_view packing_of(std::string_view front) {
    const recognised format = recognise(front);
    return format.what == content::packed ? format.name : std::string_view();
}

}  // namespace

byte_input open_unpacked(const std::string& path) {
    const std::string file = file_named(path);
    return unpacked(open_bytes(file), file == path ? "" : path.substr(file.size() + 1));
}

byte_input unpacked(byte_input packed, const std::string& member) {
    const std::string name = packed.name;
    return with_name(name, [&] {
        const std::string_view packing = packing_of(packed.front);
        if (!member.empty() && packing != "zip") {
            throw usage_error(fmt::format("is not an archive with members; leave out \":{}\"", member));
        }
        if (packing.empty()) return std::move(packed);
        byte_input held = packing == "zip"    ? member_of(as_regular(std::move(packed)), member)
                          : packing == "gzip" ? input_made_by(gunzip(std::move(packed)), name)
                                              : input_made_by(decompress(std::move(packed), packing), name);
        if (const std::string_view again = packing_of(held.front); !again.empty()) {
            throw usage_error(fmt::format("is packed twice ({}, then {}); unpack it once yourself", again, packing));
        }
        return held;
    });
}

void require_plausible(std::uint64_t bytes, std::uint64_t packed) {
    constexpr std::uint64_t always_taken = std::uint64_t{1} << 30, most_expansion = 1000;
    if (bytes <= always_taken || bytes / most_expansion <= packed) return;
    throw usage_error(
        fmt::format("holds more than {} times its own size, and more than 1 GiB, as files made to fill disks do; if it "
                    "is meant so, unpack it yourself",
                    most_expansion));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
