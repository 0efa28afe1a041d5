#include <data/readers/elements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include <data/readers/half.hpp>
#include <data/readers/npy.hpp>
#include <data/readers/number_file.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

template <class Word>
void swap_words(char* bytes, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        Word word;
        std::memcpy(&word, bytes + i * sizeof word, sizeof word);
        if constexpr (sizeof word == 2) word = __builtin_bswap16(word);
        if constexpr (sizeof word == 4) word = __builtin_bswap32(word);
        if constexpr (sizeof word == 8) word = __builtin_bswap64(word);
        std::memcpy(bytes + i * sizeof word, &word, sizeof word);
    }
}

void swap_bytes(char* bytes, std::uint64_t count, std::size_t word_bytes) {
    if (word_bytes == 2) swap_words<std::uint16_t>(bytes, count);
    if (word_bytes == 4) swap_words<std::uint32_t>(bytes, count);
    if (word_bytes == 8) swap_words<std::uint64_t>(bytes, count);
}

}  // namespace

reading_notes notes_of_list(const byte_input& input) {
    if (input.front.find(',') != std::string::npos && input.front.find(';') != std::string::npos) {
        throw usage_error(
            "has commas and semicolons between its numbers; --decimal , takes commas as decimal points, --delimiter "
            "says what separates cells");
    }
    reading_notes notes;
    notes.header = guess_of_list(input.front, input.name);
    return notes;
}

// Halves are read into the back half of their room and widened from the front: no element is overwritten unread.
char* raw_place(stored_type stored, std::uint64_t room, void* into) {
    return static_cast<char*>(into) + (stored == stored_f16 ? room * size_of(stored) : 0);
}

void decode(stored_type stored, bool is_swapped, std::uint64_t room, std::uint64_t count, void* into) {
    char* const bytes = raw_place(stored, room, into);
    if (is_swapped) swap_bytes(bytes, count, size_of(stored));
    if (stored == stored_f16) widen_halves(bytes, count, into);
}

bool is_table(byte_input& input, const reading& how) {
    const recognised format = recognise(input.front);
    if (!how.raw_type && format.what == content::foreign) refuse_without_numbers(input.front);
    if (format.what != content::unknown && format.what != content::foreign) {
        if (how.table.are_given()) {
            throw usage_error(
                fmt::format("is a {} file; leave out --column and the other options of tables", format.name));
        }
        return false;
    }
    if (how.raw_type && how.table.are_given()) {
        throw usage_error("--type is for raw binary, and --column for tables; leave out one of them");
    }
    if (format.what == content::foreign) return false;
    const bool is_named = is_named_table(input.name);
    if (how.raw_type && !is_named) return false;
    know_front(input, text_front_bytes);
    if (how.raw_type && input.front.find('\0') == std::string::npos) {
        throw usage_error("is text; leave out --type (raw binary is named .bin or .raw)");
    }
    if (how.raw_type) return false;
    return how.table.are_given() || looks_like_table(input.front, is_named);
}

element_input element_input::open(const std::string& path, const reading& how) {
    return open(open_unpacked(path), how);
}

element_input element_input::open_as_bytes(byte_input input) {
    return open_raw(as_regular(std::move(input)), element_type::u8);
}

element_input element_input::open(byte_input input, const reading& how) {
    const std::string name = input.name;
    return with_name(name, [&] {
        const recognised format = recognise(input.front);
        const bool is_npy = format.what == content::npy;
        if (is_npy && how.raw_type) throw usage_error("is a .npy file, and names its type itself; leave out --type");
        if (!is_npy && name.ends_with(".npy")) throw usage_error("is named .npy, but does not start with \\x93NUMPY");
        if (is_table(input, how)) {
            table rows(std::move(input), how.table);
            table_column read = read_column(rows);
            if (rows.layout().has_header) read.input.column_ = read.name;
            return std::move(read.input);
        }
        if (is_npy) return open_npy(as_regular(std::move(input)));
        if (how.raw_type) return open_raw(as_regular(std::move(input)), *how.raw_type);
        refuse_without_numbers(input.front);
        return open_text(std::move(input));
    });
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
        throw usage_error(fmt::format("its {} bytes are not a whole number of {} elements ({} bytes each)", input.size,
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
    const reading_notes notes = notes_of_list(input);
    number_file numbers(input.name);
    for_each_numbers(input, [&](text_numbers result) { numbers.append(std::move(result)); });
    element_input read = numbers.finish();
    read.set_notes(notes);
    return read;
}

element_input element_input::of_words(byte_input words, element_type type, std::vector<std::uint64_t> shape) {
    element_input opened;
    opened.elements_ = words.size / 8;
    opened.shape_ = std::move(shape);
    opened.stored_ = type;
    opened.input_ = std::move(words);
    return opened;
}

void element_input::read(std::uint64_t first, std::uint64_t count, void* into) const {
    const std::size_t size = size_of(stored_);
    read_at(input_, offset_ + first * size, {raw_place(stored_, count, into), count * size});
    decode(stored_, swapped_, count, count, into);
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
    throw usage_error(
        fmt::format("{}: is in Fortran order, so elements in C order are not neighbours in the file; save it in C "
                    "order (numpy.ascontiguousarray)",
                    input.name()));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
