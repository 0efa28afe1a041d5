#include <lab/readers/elements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include <lab/errors.hpp>
#include <lab/readers/half.hpp>
#include <lab/readers/npy.hpp>
#include <lab/readers/text.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr std::size_t text_piece = std::size_t{1} << 20;

template <class Word>
void swap_words(char* bytes, std::uint64_t count) {
    for (std::uint64_t at = 0; at < count; ++at) {
        Word word;
        std::memcpy(&word, bytes + at * sizeof word, sizeof word);
        if constexpr (sizeof word == 2) word = __builtin_bswap16(word);
        if constexpr (sizeof word == 4) word = __builtin_bswap32(word);
        if constexpr (sizeof word == 8) word = __builtin_bswap64(word);
        std::memcpy(bytes + at * sizeof word, &word, sizeof word);
    }
}

void swap_bytes(char* bytes, std::uint64_t count, std::size_t word_bytes) {
    if (word_bytes == 2) swap_words<std::uint16_t>(bytes, count);
    if (word_bytes == 4) swap_words<std::uint32_t>(bytes, count);
    if (word_bytes == 8) swap_words<std::uint64_t>(bytes, count);
}

/// The first `count` words of the file, which were written as integers, become the f64 that they are.
void convert_to_f64(const text_parser& parser, const byte_input& words, std::uint64_t count) {
    std::vector<std::uint64_t> piece;
    for (std::uint64_t at = 0; at < count; at += piece.size()) {
        piece.resize(std::min<std::uint64_t>(count - at, text_piece));
        char* const bytes = reinterpret_cast<char*>(piece.data());
        read_at(words, at * 8, {bytes, piece.size() * 8});
        std::transform(piece.begin(), piece.end(), piece.begin(),
                       [&](std::uint64_t word) { return parser.as_f64(word); });
        write_at(words.from, at * 8, {bytes, piece.size() * 8});
    }
}

}  // namespace

element_input element_input::open(const std::string& path, std::optional<element_type> raw_type) {
    std::string front;
    byte_input input = open_bytes(path, npy_magic.size(), front);
    return open(std::move(input), front, raw_type);
}

element_input element_input::open_as_bytes(byte_input input) {
    return open_raw(as_regular(std::move(input)), element_type::u8);
}

element_input element_input::open(byte_input input, std::string_view front, std::optional<element_type> raw_type) {
    const std::string name = input.name;
    try {
        const bool is_npy = front == npy_magic;
        if (is_npy && raw_type) throw usage_error("is a .npy file, which says its type itself; leave out --type");
        if (is_npy) return open_npy(as_regular(std::move(input)));
        if (name.ends_with(".npy")) throw usage_error("is named .npy, but does not start with \\x93NUMPY");
        if (raw_type) return open_raw(as_regular(std::move(input)), *raw_type);
        return open_text(std::move(input));
    } catch (const usage_error& error) {
        const std::string what = error.what();
        throw usage_error(what.starts_with(name) ? what : name + ": " + what);
    }
}

element_input element_input::open_npy(byte_input input) {
    const npy_header header = parse_npy_header(npy_front(input));
    require_promised(input, header, header.stored.name);
    element_input opened;
    opened.offset_ = header.offset;
    opened.elements_ = header.elements;
    opened.stored_ = header.stored;
    opened.swapped_ = header.big_endian != (std::endian::native == std::endian::big);
    const auto extended =
        std::count_if(header.shape.begin(), header.shape.end(), [](std::uint64_t n) { return n > 1; });
    if (header.fortran_order && extended > 1 && header.elements != 0) opened.fortran_shape_ = header.shape;
    opened.fortran_order_ = header.fortran_order;
    opened.shape_ = header.shape;
    opened.input_ = std::move(input);
    return opened;
}

element_input element_input::open_raw(byte_input input, element_type type) {
    const std::size_t bytes = ladders::size_of(type);
    if (input.size % bytes != 0) {
        throw usage_error(fmt::format("its {} bytes are no whole number of {} elements ({} bytes each)", input.size,
                                      ladders::name(type), bytes));
    }
    element_input opened;
    opened.elements_ = input.size / bytes;
    opened.stored_ = type;
    opened.shape_ = {opened.elements_};
    opened.input_ = std::move(input);
    return opened;
}

element_input element_input::open_text(byte_input input) {
    byte_input words;
    words.name = input.name;
    words.from = temporary_file();
    words.regular = true;
    std::uint64_t integer_words = 0;
    text_parser parser;
    const auto store = [&] {
        const std::vector<std::uint64_t> taken = parser.take();
        write_at(words.from, words.size, {reinterpret_cast<const char*>(taken.data()), taken.size() * 8});
        words.size += taken.size() * 8;
        if (parser.type() != element_type::f64) integer_words = words.size / 8;
    };
    parser.feed(input.front);
    std::vector<char> piece(text_piece);
    while (const std::size_t got = read_some(input, piece)) {
        parser.feed({piece.data(), got});
        store();
    }
    parser.finish();
    store();
    if (parser.type() == element_type::f64) convert_to_f64(parser, words, integer_words);

    element_input opened;
    opened.elements_ = words.size / 8;
    opened.shape_ = {opened.elements_};
    opened.stored_ = parser.type();
    opened.input_ = std::move(words);
    return opened;
}

void element_input::read(std::uint64_t first, std::uint64_t count, void* into) const {
    char* bytes = static_cast<char*>(into);
    // Halves are read into the back half of their room and widened from the front: no element is overwritten unread.
    const bool half = stored_ == stored_f16;
    const std::size_t size = size_of(stored_);
    if (half) bytes += count * size;
    read_at(input_, offset_ + first * size, {bytes, count * size});
    if (swapped_) swap_bytes(bytes, count, size);
    if (half) widen_halves(bytes, count, into);
}

std::uint64_t element_input::c_index(std::uint64_t position) const {
    if (!reordered()) return position;
    // In Fortran order the first index runs fastest, in C order the last one.
    std::uint64_t index = 0, stride = elements_;
    for (const std::uint64_t extent : fortran_shape_) {
        stride /= extent;
        index += position % extent * stride;
        position /= extent;
    }
    return index;
}

void require_c_order(const element_input& input) {
    if (!input.reordered()) return;
    throw usage_error(fmt::format(
        "{}: is in Fortran order, where elements that follow each other are not neighbours in the file; save it in C "
        "order (numpy.ascontiguousarray)",
        input.name()));
}

}  // namespace strider::lab
