#include <data/readers/npy.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>

#include <data/readers/shown.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// A header of a real array is a few hundred bytes; one of more than this is damaged.
constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;

usage_error damaged(const std::string& what) { return usage_error("damaged .npy header: " + what); }

unsigned byte_at(std::string_view bytes, std::size_t place) { return static_cast<unsigned char>(bytes[place]); }

/// What NumPy 2 puts before an extent, where open_memmap was given one of its own numbers.
constexpr std::string_view numpy_scalars[] = {"np.int8(",  "np.int16(",  "np.int32(",  "np.int64(",
                                              "np.uint8(", "np.uint16(", "np.uint32(", "np.uint64("};

/// The header's text: a literal of a Python dictionary, of which only what NumPy writes is taken.
class literal_parser {
public:
    explicit literal_parser(std::string_view text) : rest_(text) {}

    bool take(char letter) {
        skip_spaces();
        if (rest_.empty() || rest_.front() != letter) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    void expect(char letter, const char* where) {
        if (!take(letter)) throw damaged(fmt::format("no '{}' {}", letter, where));
    }
    std::string text() {
        skip_spaces();
        if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) throw damaged("a quoted text is missing");
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) throw damaged("a quoted text does not end");
        std::string found(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return found;
    }
    bool truth() {
        skip_spaces();
        for (const bool value : {false, true}) {
            if (take(value ? std::string_view("True") : "False")) return value;
        }
        throw damaged("'fortran_order' is neither True nor False");
    }
    /// "(3, 4)", "(3,)", "()"; Python 2 wrote "3L", and NumPy 2 may write "np.int64(3)".
    std::vector<std::uint64_t> shape() {
        std::vector<std::uint64_t> extents;
        expect('(', "before the shape");
        while (!take(')')) {
            skip_spaces();
            const bool is_scalar = std::ranges::any_of(numpy_scalars, [&](std::string_view one) { return take(one); });
            std::uint64_t extent = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), extent);
            if (error == std::errc::result_out_of_range) throw damaged("an extent of the shape is beyond 64 bits");
            if (error != std::errc{}) throw damaged("an extent of the shape is not a number");
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            if (!rest_.empty() && rest_.front() == 'L') rest_.remove_prefix(1);
            if (is_scalar) expect(')', "after an extent of the shape");
            extents.push_back(extent);
            if (!take(',')) {
                expect(')', "after the shape");
                break;
            }
        }
        return extents;
    }
    bool at_end() {
        skip_spaces();
        return rest_.empty();
    }
    bool starts_list() {
        skip_spaces();
        return !rest_.empty() && (rest_.front() == '[' || rest_.front() == '(');
    }

private:
    void skip_spaces() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t')) {
            rest_.remove_prefix(1);
        }
    }
    std::string_view rest_;
};

/// NumPy's name of a type.
struct coded_type {
    std::string_view code;
    stored_type type;
};

constexpr coded_type coded_types[] = {
    {"b1", stored_bool},       {"i1", element_type::i8},  {"u1", element_type::u8},  {"i2", element_type::i16},
    {"u2", element_type::u16}, {"i4", element_type::i32}, {"u4", element_type::u32}, {"i8", element_type::i64},
    {"u8", element_type::u64}, {"f2", stored_f16},        {"f4", element_type::f32}, {"f8", element_type::f64},
};

/// The byte order of a type's name, '|' where it says none, and the rest of the name.
std::pair<char, std::string_view> split_order(std::string_view descr) {
    if (descr.empty() || std::string_view("<>|=").find(descr.front()) == std::string_view::npos) return {'|', descr};
    return {descr.front(), descr.substr(1)};
}

void set_type(npy_header& header) {
    const auto [order, code] = split_order(header.descr);
    for (const coded_type& known : coded_types) {
        if (known.code != code) continue;
        header.stored = known.type;
        header.stored_bytes = size_of(known.type);
        if (order == '|' && header.stored_bytes != 1)
            throw damaged(fmt::format("'{}' has no byte order", shown(header.descr)));
        header.big_endian = order == '>' || (order == '=' && std::endian::native == std::endian::big);
        return;
    }
    throw usage_error(fmt::format(
        "elements of NumPy type '{}' are not taken; bool, i1 to i8, u1 to u8, f2, f4 and f8 are", shown(header.descr)));
}

/// The bytes of an element of any type that holds no references: "f4", "c16", "M8[ns]", "S5", "U3" (4 bytes each).
std::size_t item_bytes(const std::string& descr) {
    constexpr std::uint32_t most = std::uint32_t{1} << 24;
    const std::string_view code = split_order(descr).second;
    const auto refuse = [&descr] {
        return usage_error(
            fmt::format("elements of NumPy type '{}' are not taken; numbers, complex ones, dates, texts "
                        "and plain bytes are",
                        shown(descr)));
    };
    if (code.empty() || std::string_view("biufcmMSaUV").find(code.front()) == std::string_view::npos) throw refuse();
    std::uint32_t size = 0;
    const char* const end = code.data() + code.size();
    const auto [stop, error] = std::from_chars(code.data() + 1, end, size);
    const bool is_date = code.front() == 'm' || code.front() == 'M';
    if (error != std::errc{} || size == 0 || size > most || (stop != end && !(is_date && *stop == '['))) throw refuse();
    return code.front() == 'U' ? std::size_t{4} * size : size;
}

void set_elements(npy_array& header) {
    header.elements = 1;
    bool overflow = false;
    for (const std::uint64_t extent : header.shape) {
        if (extent == 0) {  // whatever the other extents say
            header.elements = 0;
            return;
        }
        overflow |= __builtin_mul_overflow(header.elements, extent, &header.elements);
    }
    std::uint64_t bytes = 0;
    overflow |= __builtin_mul_overflow(header.elements, std::uint64_t{header.stored_bytes}, &bytes);
    overflow |= __builtin_add_overflow(header.offset, bytes, &bytes);
    if (overflow) throw damaged("the shape has more elements than 64 bits can count the bytes of");
}

}  // namespace

std::uint64_t npy_header_bytes(std::string_view front) {
    if (!front.starts_with(npy_magic)) throw usage_error("not a .npy file: it does not start with \\x93NUMPY");
    if (front.size() < npy_magic.size() + 4) throw damaged("the file ends inside of it");
    const unsigned major = byte_at(front, 6);
    if (major < 1 || major > 3) throw usage_error(fmt::format(".npy version {} is not known; 1, 2 and 3 are", major));
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    if (front.size() < 8 + length_bytes) throw damaged("the file ends inside of it");
    std::uint64_t length = 0;
    for (std::size_t place = length_bytes; place-- > 0;) length = length << 8 | byte_at(front, 8 + place);
    if (length > longest_header) throw damaged(fmt::format("it claims to be {} bytes long", length));
    return 8 + length_bytes + length;
}

namespace {

/// All but the sizes that follow from the elements' type.
npy_array parse_layout(std::string_view bytes) {
    npy_array header{};
    header.offset = npy_header_bytes(bytes.substr(0, npy_prefix_bytes));
    if (bytes.size() < header.offset) throw damaged("the file ends inside of it");
    const std::size_t before_text = byte_at(bytes, 6) == 1 ? 10 : 12;

    literal_parser text(bytes.substr(before_text, header.offset - before_text));
    std::optional<std::string> descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::uint64_t>> shape;
    text.expect('{', "at its start");
    while (!text.take('}')) {
        const std::string key = text.text();
        text.expect(':', "after a key");
        const auto once = [&key](bool known) {
            if (known) throw damaged(fmt::format("'{}' twice", shown(key)));
        };
        if (key == "descr") {
            once(descr.has_value());
            if (text.starts_list())
                throw usage_error("structured .npy elements are not taken; save one field by itself");
            descr = text.text();
        } else if (key == "fortran_order") {
            once(fortran_order.has_value());
            fortran_order = text.truth();
        } else if (key == "shape") {
            once(shape.has_value());
            shape = text.shape();
        } else {
            throw damaged(fmt::format("the key '{}' is not known", shown(key)));
        }
        if (!text.take(',')) {
            text.expect('}', "at its end");
            break;
        }
    }
    if (!text.at_end()) throw damaged("something follows the dictionary");
    if (!descr || !fortran_order || !shape) throw damaged("'descr', 'fortran_order' or 'shape' is missing");
    header.descr = std::move(*descr);
    header.fortran_order = *fortran_order;
    header.shape = std::move(*shape);
    return header;
}

}  // namespace

npy_header parse_npy_header(std::string_view bytes) {
    npy_header header{};
    static_cast<npy_array&>(header) = parse_layout(bytes);
    set_type(header);
    set_elements(header);
    return header;
}

npy_array parse_npy_array(std::string_view bytes) {
    npy_array header = parse_layout(bytes);
    header.stored_bytes = item_bytes(header.descr);
    set_elements(header);
    return header;
}

std::string npy_front(const byte_input& input) {
    std::string bytes(std::min<std::uint64_t>(input.size, npy_prefix_bytes), '\0');
    read_at(input, 0, bytes);
    bytes.resize(std::min(input.size, npy_header_bytes(bytes)));
    read_at(input, 0, bytes);
    return bytes;
}

void require_promised(const byte_input& input, const npy_array& header, std::string_view type_name) {
    const std::uint64_t held = input.size - header.offset, promised = header.elements * header.stored_bytes;
    if (held != promised) {
        throw usage_error(fmt::format("its header promises {} elements of {} ({} bytes), and {} bytes follow it",
                                      header.elements, type_name, promised, held));
    }
}

std::string npy_descr(stored_type type) {
    for (const coded_type& known : coded_types) {
        if (known.type != type) continue;
        const bool one_byte = size_of(type) == 1;
        const char order = one_byte ? '|' : std::endian::native == std::endian::big ? '>' : '<';
        return order + std::string(known.code);
    }
    throw std::logic_error("npy_descr: not an element type");
}

std::string npy_header_of(std::string_view descr, const std::vector<std::uint64_t>& shape, std::size_t room) {
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descr,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // Magic, version 1.0 and two bytes of length stand before the text, and a line's end after it.
    constexpr std::size_t prefix = 10;
    const std::size_t whole = (std::max(prefix + text.size() + 1, room) + 63) / 64 * 64;
    text.append(whole - prefix - 1 - text.size(), ' ');
    text += '\n';
    std::string header(npy_magic);
    header += '\x01';
    header += '\0';
    header += static_cast<char>(text.size() & 0xFF);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
