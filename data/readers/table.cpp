#include <data/readers/table.hpp>

#include <fmt/format.h>

#include <cstring>

#include <data/readers/shown.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// Large enough to be worth a thread, small enough for a cache.
constexpr std::size_t piece_size = std::size_t{1} << 21;

/// A longer row is a quote that was left open, or no table.
constexpr std::size_t longest_row = std::size_t{1} << 26;

missing_cells missing_given(const std::string& given) {
    if (given == "error") return missing_cells::refuse;
    if (given == "skip") return missing_cells::skip;
    if (given == "nan") return missing_cells::nan;
    throw usage_error(fmt::format("--na \"{}\" is not known; it is one of: error, skip, nan", shown(given)));
}

}  // namespace

table::table(byte_input input, const table_options& given)
    : input_(std::move(input)),
      front_(read_front()),
      layout_(layout_of(front_, given)),
      missing_(missing_given(given.na)),
      given_columns_(given.columns),
      line_(layout_.first_line) {
    std::vector<char> before(layout_.front);
    read_some(input_, before);
    if (layout_.guess == header_guess::numbers_are_data && layout_.names.size() == 1 && !is_named_table(name()))
        layout_.guess = header_guess::none;  // a number a line is a list
}

/// The first bytes, with \n for every line's end.
std::string table::read_front() {
    know_front(input_, text_front_bytes);
    std::string front = input_.front;
    ends_in_cr_ = has_lone_cr(front);
    if (ends_in_cr_) std::replace(front.begin(), front.end(), '\r', '\n');
    return front;
}

reading_notes table::notes() const { return {layout_.guess, layout_.comments + comments_, 0, ends_in_cr_}; }

std::string_view table::front() const {
    std::string_view text = std::string_view(front_).substr(0, layout_.front);
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

table_piece table::next_piece() {
    table_piece piece;
    piece.first_line = line_;
    std::size_t room = std::max(piece_size, 2 * carried_.size());
    for (;;) {
        piece.bytes = std::make_unique_for_overwrite<char[]>(room);
        std::memcpy(piece.bytes.get(), carried_.data(), carried_.size());
        const std::size_t wanted = room - carried_.size();
        const std::size_t got = read_some(input_, {piece.bytes.get() + carried_.size(), wanted});
        piece.size = carried_.size() + got;
        if (ends_in_cr_) std::replace(piece.bytes.get(), piece.bytes.get() + piece.size, '\r', '\n');
        if (got != wanted) {  // this is the end
            carried_.clear();
            break;
        }
        const std::size_t whole = whole_rows(piece.text(), layout_.how);
        carried_ = piece.text().substr(whole);
        piece.size = whole;
        if (whole != 0) break;
        if (room >= longest_row) {
            throw usage_error(
                fmt::format("line {}: this row has more than {} MiB; is a quote left open?", line_, longest_row >> 20));
        }
        room *= 2;
    }
    const std::string_view text = piece.text();
    line_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    return piece;
}

void refuse_row(std::uint64_t line, row_reader::outcome why) {
    throw usage_error(fmt::format("line {}: {}", line,
                                  why == row_reader::outcome::open_quote
                                      ? "a quote is left open"
                                      : "text follows the closing quote of a cell; double the quotes inside of cells"));
}

void refuse_cells(const row_reader& reader, std::size_t cells, const table_layout& layout) {
    const std::size_t columns = layout.names.size();
    throw usage_error(fmt::format("line {} has {} cell{}, and the {} {}{}", reader.line(), cells, cells == 1 ? "" : "s",
                                  layout.has_header ? "header" : "first row", columns,
                                  reader.row().starts_with('#') ? "; --comment '#' leaves such lines out" : ""));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
