// What a condition compares in the rows of a table that is stored by columns.
#include <cstddef>
#include <utility>

#include <lab/errors.hpp>
#include <lab/readers/column_numbers.hpp>
#include <lab/readers/table_rows.hpp>

namespace strider::lab {
namespace {

/// Adds the numbers of a column, and the rows that it is missing in.
template <class T>
void add_values(const typed_piece<T>& piece, const stored_column& column, missing_cells missing, std::uint64_t first,
                row_numbers& into, std::vector<bool>& is_rounded) {
    if (missing == missing_cells::refuse && !piece.gaps.empty())
        throw usage_error(missing_in_row(first + piece.gaps.front() + 1, column, piece.begins_with_null));
    if (missing == missing_cells::skip) into.missing.insert(into.missing.end(), piece.gaps.begin(), piece.gaps.end());
    std::vector<double>& values = into.values.emplace_back(piece.values.begin(), piece.values.end());
    for (const std::uint32_t at : piece.gaps) values[at] = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t at = 0; at < into.rows; ++at) {
        if (!is_exact(piece.values[at]) && !std::isnan(values[at])) is_rounded[at] = true;
    }
}

}  // namespace

row_numbers stored_rows(const table& from, const condition& where, std::uint64_t first, std::uint64_t rows) {
    row_numbers found;
    found.rows = rows;
    std::vector<bool> is_rounded(rows);
    std::vector<std::pair<ladders::element_type, column_piece>> pieces;
    for (const std::size_t at : where.columns()) {
        const stored_column& column = from.stored()->columns()[at];
        if (!column.type) throw usage_error(no_numbers(column));
        const auto& [type, piece] = pieces.emplace_back(*column.type, from.stored()->numbers(at));
        ladders::with_type(type, [&]<class T>(T) {
            add_values(typed_piece<T>(piece), column, from.missing(), first, found, is_rounded);
        });
    }
    for (std::uint32_t row = 0; row < found.rows; ++row) {
        if (!is_rounded[row]) continue;
        auto& exact = found.exact.emplace_back();
        exact.row = row;
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            const double rounded = found.values[k][row];
            exact.values.push_back(ladders::with_type(pieces[k].first, [&]<class T>(T) {
                const T* const values = reinterpret_cast<const T*>(pieces[k].second.bytes.data());
                return std::isnan(rounded) ? static_cast<long double>(rounded) : static_cast<long double>(values[row]);
            }));
        }
    }
    return found;
}

}  // namespace strider::lab
