#include <lab/readers/npy.hpp>

#include <fmt/format.h>

#include <bit>
#include <charconv>

#include <lab/errors.hpp>
#include <lab/readers/shown.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// A header of a real array is a few hundred bytes; one of more than this is damaged.
constexpr std::uint64_t longest_header = std::uint64_t{1} << 20;

usage_error damaged(const std::string& what) { return usage_error("damaged .npy header: " + what); }

unsigned byte_at(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

/// The header's text: a literal of a Python dictionary, of which only what NumPy writes is taken.
class literal_parser {
public:
    explicit literal_parser(std::string_view text) : rest_(text) {}

    bool take(char one) {
        skip_spaces();
        if (rest_.empty() || rest_.front() != one) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char one, const char* where) {
        if (!take(one)) throw damaged(fmt::format("no '{}' {}", one, where));
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
            const std::string_view word = value ? "True" : "False";
            if (rest_.starts_with(word)) {
                rest_.remove_prefix(word.size());
                return value;
            }
        }
        throw damaged("'fortran_order' is neither True nor False");
    }
    /// "(3, 4)", "(3,)", "()"; Python 2 wrote "3L".
    std::vector<std::uint64_t> shape() {
        std::vector<std::uint64_t> extents;
        expect('(', "before the shape");
        while (!take(')')) {
            skip_spaces();
            std::uint64_t extent = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), extent);
            if (error == std::errc::result_out_of_range) throw damaged("an extent of the shape is beyond 64 bits");
            if (error != std::errc{}) throw damaged("an extent of the shape is no number");
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
            if (!rest_.empty() && rest_.front() == 'L') rest_.remove_prefix(1);
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

struct stored_type {
    std::string_view code;
    element_type type;
    std::string_view name;
};

constexpr stored_type stored_types[] = {
    {"b1", element_type::u8, "bool"}, {"i1", element_type::i8, "i8"},   {"u1", element_type::u8, "u8"},
    {"i2", element_type::i16, "i16"}, {"u2", element_type::u16, "u16"}, {"i4", element_type::i32, "i32"},
    {"u4", element_type::u32, "u32"}, {"i8", element_type::i64, "i64"}, {"u8", element_type::u64, "u64"},
    {"f2", element_type::f32, "f16"}, {"f4", element_type::f32, "f32"}, {"f8", element_type::f64, "f64"},
};

void set_type(npy_header& header, const std::string& descr) {
    std::string_view code = descr;
    char order = '|';
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
        order = code.front();
        code.remove_prefix(1);
    }
    for (const stored_type& known : stored_types) {
        if (known.code != code) continue;
        header.type = known.type;
        header.type_name = known.name;
        header.stored_bytes = static_cast<std::size_t>(code.back() - '0');
        if (order == '|' && header.stored_bytes != 1)
            throw damaged(fmt::format("'{}' has no byte order", shown(descr)));
        header.big_endian = order == '>' || (order == '=' && std::endian::native == std::endian::big);
        return;
    }
    throw usage_error(fmt::format(
        "elements of NumPy type '{}' are not taken; bool, i1 to i8, u1 to u8, f2, f4 and f8 are", shown(descr)));
}

void set_elements(npy_header& header) {
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
    if (!front.starts_with(npy_magic)) throw usage_error("no .npy file: it does not start with \\x93NUMPY");
    if (front.size() < npy_magic.size() + 4) throw damaged("the file ends inside of it");
    const unsigned major = byte_at(front, 6);
    if (major < 1 || major > 3) throw usage_error(fmt::format(".npy version {} is not known; 1, 2 and 3 are", major));
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    if (front.size() < 8 + length_bytes) throw damaged("the file ends inside of it");
    std::uint64_t length = 0;
    for (std::size_t at = length_bytes; at-- > 0;) length = length << 8 | byte_at(front, 8 + at);
    if (length > longest_header) throw damaged(fmt::format("it claims to be {} bytes long", length));
    return 8 + length_bytes + length;
}

npy_header parse_npy_header(std::string_view bytes) {
    npy_header header{};
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
    set_type(header, *descr);
    header.fortran_order = *fortran_order;
    header.shape = std::move(*shape);
    set_elements(header);
    return header;
}

}  // namespace strider::lab
