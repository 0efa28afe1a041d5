#include <data/readers/table_rows.hpp>

#include <limits>
#include <utility>

#include <data/readers/table_numbers.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

/// An integer as it is, any other number as the f64 nearest to it.
long double exact_value(const written_number& number) {
    using kind = written_number::kind;
    if (number.what == kind::i64) return static_cast<long double>(static_cast<std::int64_t>(number.integer));
    if (number.what == kind::u64) return static_cast<long double>(number.integer);
    return static_cast<long double>(number.value);
}

}  // namespace

written_rows read_rows(table_piece piece, const table& from, const condition& where) {
    const std::vector<condition::used_column>& columns = where.columns();
    const table_layout& layout = from.layout();
    written_rows found;
    found.values.resize(columns.size());
    std::vector<written_number> numbers(columns.size());
    from.for_each_row(piece, [&](const row_reader& rows, const auto& cells) {
        const auto row = static_cast<std::uint32_t>(found.rows++);
        bool is_missing = false, is_rounded = false;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::size_t position = columns[k].place;
            if (columns[k].text) {
                const bool is_text = unquoted(cells[position]) == *columns[k].text;
                numbers[k] = {written_number::kind::i64, is_text, is_text ? 1.0 : 0.0};
                found.values[k].push_back(numbers[k].value);
                continue;
            }
            const cell_text cell(cells[position], layout.how);
            const text_place place{rows.line(), position + 1, layout.names[position]};
            numbers[k] = {};
            numbers[k].value = std::numeric_limits<double>::quiet_NaN();
            if (cell.is_missing()) {
                if (from.missing() == missing_cells::refuse)
                    throw usage_error(place.message(missing_number(cell.text())));
                is_missing = is_missing || from.missing() == missing_cells::skip;
            } else {
                numbers[k] = parse_number(cell.begin(), cell.end());
                if (numbers[k].what == written_number::kind::none)
                    throw usage_error(place.message(no_number(cell.text())));
                is_rounded = is_rounded || numbers[k].is_rounded;
            }
            found.values[k].push_back(numbers[k].value);
        }
        if (is_missing) found.missing.push_back(row);
        if (is_rounded) {
            auto& exact = found.exact.emplace_back();
            exact.row = row;
            for (const written_number& number : numbers) exact.values.push_back(exact_value(number));
        }
        found.starts.push_back(static_cast<std::uint32_t>(rows.offset() - rows.row().size()));
        found.ends.push_back(static_cast<std::uint32_t>(rows.offset()));
    });
    found.piece = std::move(piece);
    return found;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
