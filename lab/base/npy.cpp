#include <lab/base/npy.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <set>
#include <system_error>

#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr std::string_view magic = "\x93NUMPY";

/// The header's text, a Python dictionary: "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }".
class dictionary {
public:
    explicit dictionary(std::string_view text) : rest_(text) {}

    npy_layout read() {
        npy_layout layout;
        std::set<std::string> keys;
        expect("{");
        while (!take("}")) {
            const std::string key = quoted();
            expect(":");
            if (!keys.insert(key).second) refuse();
            if (key == "descr")
                layout.descr = quoted();
            else if (key == "fortran_order")
                layout.fortran_order = truth();
            else if (key == "shape")
                layout.shape = extents();
            else
                refuse();
            if (!take(",")) {
                expect("}");
                break;
            }
        }
        if (keys.size() != 3) refuse();
        return layout;
    }

private:
    [[noreturn]] static void refuse() {
        throw usage_error("its header is not that of a .npy file with an array of numbers");
    }

    bool take(std::string_view word) {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    void expect(std::string_view word) {
        if (!take(word)) refuse();
    }

    std::string quoted() {
        const std::string_view quote = take("'") ? "'" : "\"";
        if (quote == "\"") expect(quote);
        const std::size_t end = rest_.find(quote);
        if (end == std::string_view::npos) refuse();
        const std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        if (!std::ranges::all_of(text, [](char one) { return one > ' ' && one <= '~'; })) refuse();
        return text;
    }

    bool truth() {
        if (take("True")) return true;
        expect("False");
        return false;
    }

    std::vector<std::uint64_t> extents() {
        std::vector<std::uint64_t> shape;
        expect("(");
        while (!take(")")) {
            take("");  // blanks
            std::uint64_t extent = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), extent);
            if (error != std::errc()) refuse();
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            shape.push_back(extent);
            take("L");  // Python 2
            if (!take(",")) {
                expect(")");
                break;
            }
        }
        return shape;
    }

    std::string_view rest_;
};

/// "float32", as NumPy names the type.
std::string numpy_name(element_type type) {
    const std::string_view name = ladders::name(type);
    const std::string_view kind = name[0] == 'f' ? "float" : name[0] == 'i' ? "int" : "uint";
    return fmt::format("{}{}", kind, 8 * ladders::size_of(type));
}

std::string descr_of(element_type type) {
    const std::size_t bytes = ladders::size_of(type);
    return fmt::format("{}{}{}", bytes == 1 ? '|' : '<', ladders::name(type)[0], bytes);
}

/// The same of any type, by its name in headers.
std::string numpy_name(std::string_view descr) {
    if (descr.size() < 3) return std::string(descr);
    const std::string_view kind = descr[1] == 'f'   ? "float"
                                  : descr[1] == 'i' ? "int"
                                  : descr[1] == 'u' ? "uint"
                                  : descr[1] == 'c' ? "complex"
                                                    : "";
    unsigned bytes = 0;
    const auto [end, error] = std::from_chars(descr.data() + 2, descr.data() + descr.size(), bytes);
    if (kind.empty() || error != std::errc() || bytes > 64) return std::string(descr);
    return fmt::format("{}{}{}", descr[0] == '>' ? "big-endian " : "", kind, 8 * bytes);
}

/// Of the types, the one to convert to: the first of the same kind, if there is one.
element_type nearest(std::string_view descr, std::span<const element_type> taken) {
    const bool is_float = descr.find_first_of("fc") != std::string_view::npos;
    const auto same =
        std::ranges::find_if(taken, [&](element_type one) { return (one >= element_type::f32) == is_float; });
    return same == taken.end() ? taken.front() : *same;
}

}  // namespace

npy_layout parse_npy(std::string_view bytes) {
    if (!bytes.starts_with(magic)) throw usage_error("it is not a .npy file; numpy.save writes one");
    const auto byte_at = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u; };
    const unsigned version = byte_at(magic.size());
    if (version < 1 || version > 3) throw usage_error("its version of .npy is not known; numpy.save writes version 1");
    const std::size_t start = version == 1 ? 10 : 12;
    std::size_t length = 0;
    for (std::size_t index = start; index-- > 8;) length = length << 8 | byte_at(index);
    if (bytes.size() < start || bytes.size() - start < length) throw usage_error("it is cut off within its header");
    npy_layout layout = dictionary(bytes.substr(start, length)).read();
    layout.offset = start + length;
    for (const std::uint64_t extent : layout.shape) {
        if (__builtin_mul_overflow(layout.elements, extent, &layout.elements))
            throw usage_error("its header promises more elements than 64 bits count");
    }
    return layout;
}

loaded_array load_npy(const std::string& file, std::span<const element_type> taken) try {
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    const auto end = in ? static_cast<std::int64_t>(in.tellg()) : -1;
    if (end < 0 || end == std::numeric_limits<std::int64_t>::max()) throw usage_error("it cannot be read");
    const auto size = static_cast<std::uint64_t>(end);
    constexpr std::uint64_t longest_header = 65'536 + 12;
    std::string front(std::min(size, longest_header), '\0');
    in.seekg(0).read(front.data(), static_cast<std::streamsize>(front.size()));
    if (!in) throw usage_error("it cannot be read");
    const npy_layout layout = parse_npy(front);

    const auto convert = [&file](const std::string& how) {
        return fmt::format("convert it: numpy.save('{0}', {1})", file, fmt::format(fmt::runtime(how), file));
    };
    const auto type = std::ranges::find(taken, layout.descr, descr_of);
    if (type == taken.end()) {
        std::vector<std::string> names;
        for (const element_type one : taken) names.push_back(numpy_name(one));
        throw usage_error(
            fmt::format("it holds {}, not {}; {}", numpy_name(layout.descr), fmt::join(names, ", "),
                        convert("numpy.load('{0}').astype(numpy." + numpy_name(nearest(layout.descr, taken)) + ")")));
    }
    if (layout.fortran_order && layout.shape.size() > 1)
        throw usage_error("it is in Fortran order; " + convert("numpy.ascontiguousarray(numpy.load('{0}'))"));
    std::uint64_t bytes = 0, wanted = 0;
    const bool overflows = __builtin_mul_overflow(layout.elements, std::uint64_t{ladders::size_of(*type)}, &bytes) ||
                           __builtin_add_overflow(bytes, std::uint64_t{layout.offset}, &wanted);
    if (overflows || wanted != size) {
        throw usage_error(fmt::format("{} bytes follow its header, which says {} elements of {}: it is {}",
                                      size - layout.offset, layout.elements, numpy_name(*type),
                                      overflows || wanted > size ? "cut off" : "too long"));
    }
    loaded_array loaded{file, *type, layout.shape, std::vector<std::byte>(bytes)};
    in.seekg(static_cast<std::streamoff>(layout.offset))
        .read(reinterpret_cast<char*>(loaded.bytes.data()), static_cast<std::streamsize>(bytes));
    if (!in) throw usage_error("it cannot be read");
    return loaded;
} catch (const usage_error& error) {
    throw usage_error(fmt::format("{}: {}", file, error.what()));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
