#include <data/writers/elements.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include <data/readers/half.hpp>
#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/progress.hpp>

namespace strider::lab {
namespace {

/// Room for the header of any array of up to four dimensions, so that it can be written once the shape is known.
constexpr std::size_t npy_room = 192;

/// Numbers are turned into text, or made narrower, so many at a time.
constexpr std::uint64_t group = std::uint64_t{1} << 16;

template <class T>
void append_text(std::string& text, const T* values, std::uint64_t count) {
    char digits[40];
    for (std::uint64_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<T>) {
            if (std::isnan(values[i])) {  // without a sign, which some processors make and others do not
                text += "nan\n";
                continue;
            }
        }
        text.append(digits, std::to_chars(digits, digits + sizeof digits, values[i]).ptr);
        text += '\n';
    }
}

/// Text as a cell of CSV: in quotes where it needs them.
void append_cell(std::string& to, std::string_view text) {
    const bool has_blanks = text.empty() || text.front() == ' ' || text.back() == ' ';
    if (!has_blanks && text.find_first_of(",\"\r\n\t") == std::string_view::npos) {
        to += text;
        return;
    }
    to += '"';
    for (const char letter : text) {
        if (letter == '"') to += letter;
        to += letter;
    }
    to += '"';
}

}  // namespace

element_output::format element_output::format_of(const wanted_results& wanted) {
    const std::string ending = wanted.ending("txt");
    if (ending == "npy") return format::npy;
    if (ending == "bin" || ending == "raw") return format::raw;
    if (ending == "txt" || ending == "csv") return format::text;
    if (!wanted.format.empty()) {
        throw usage_error(
            fmt::format("--output-format \"{}\" is not known; it is one of: npy, bin, raw, txt, csv", wanted.format));
    }
    throw usage_error(fmt::format(
        "-o {}: the ending does not name a format; name it .npy, .bin or .raw (binary), or .txt or .csv (text), or "
        "give --output-format",
        wanted.path));
}

element_output::element_output(const wanted_results& wanted, stored_type type, ranks& peers, std::string_view header)
    : type_(type), format_(format_of(wanted)), peers_(peers), to_(wanted.path, "-o", peers) {
    if (format_ == format::text && !peers.is_alone()) {
        throw usage_error(
            fmt::format("-o {}: several processes cannot write one text, because its lines differ in length; name it "
                        ".npy, .bin or .raw",
                        wanted.path));
    }
    if (is_standard_output(wanted.path) && ::isatty(STDOUT_FILENO)) progress::silence();
    if (!header.empty() && wanted.ending("txt") == "csv") {
        std::string line;
        append_cell(line, header);
        to_.append(line + '\n');
    }
    if (format_ != format::npy) return;
    if (!to_.is_file()) {
        throw usage_error(fmt::format(
            "-o {}: is not a file, but the .npy header is written last; name a file, or give --output-format "
            "txt or raw",
            wanted.path));
    }
    to_.start_at(npy_room);
}

void element_output::start_at(std::uint64_t first) {
    to_.start_at((format_ == format::npy ? npy_room : 0) + first * size_of(type_));
}

void element_output::append(const void* elements, std::uint64_t count) {
    elements_ += count;
    if (format_ != format::text) {
        if (type_ == stored_f16) return append_halves(static_cast<const float*>(elements), count);
        to_.append({static_cast<const char*>(elements), count * size_of(type_)});
        return;
    }
    ladders::with_type(type_.type, [&](auto zero) {
        const auto* const values = static_cast<const decltype(zero)*>(elements);
        std::string text;
        for (std::uint64_t first = 0; first < count; first += group) {
            text.clear();
            append_text(text, values + first, std::min(group, count - first));
            to_.append(text);
        }
    });
}

void element_output::append_halves(const float* values, std::uint64_t count) {
    std::vector<std::uint16_t> halves;
    for (std::uint64_t first = 0; first < count; first += halves.size()) {
        halves.resize(std::min(group, count - first));
        std::transform(values + first, values + first + halves.size(), halves.begin(), narrow_half);
        to_.append({reinterpret_cast<const char*>(halves.data()), 2 * halves.size()});
    }
}

void element_output::finish(const std::vector<std::uint64_t>& shape) {
    std::uint64_t product = 1;
    for (const std::uint64_t extent : shape) product *= extent;
    if (product != peers_.sum(elements_))
        throw std::logic_error("element_output: the shape is not that of the elements written");
    if (format_ == format::npy && peers_.is_first()) {
        const std::string header = npy_header_of(npy_descr(type_), shape, npy_room);
        if (header.size() != npy_room) throw std::logic_error("element_output: the header has no room");
        to_.write_at(0, header);
    }
    to_.commit();
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
