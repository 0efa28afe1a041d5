// The numbers of a table that is stored by columns, in the types that they are stored in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include <lab/readers/table_numbers.hpp>

namespace strider::lab {

/// Numbers of type T that follow each other in a column.
template <class T>
struct typed_piece {
    std::vector<T> values;            ///< NaN where reals are missing
    std::vector<std::uint32_t> gaps;  ///< where they are missing: nulls and NaN
    bool begins_with_null;            ///< of the gaps

    explicit typed_piece(const column_piece& piece) : values(piece.bytes.size() / sizeof(T)), gaps(piece.nulls) {
        std::copy(piece.bytes.begin(), piece.bytes.end(), reinterpret_cast<char*>(values.data()));
        if constexpr (std::is_floating_point_v<T>) {
            for (const std::uint32_t at : gaps) values[at] = std::numeric_limits<T>::quiet_NaN();
            gaps.clear();
            for (std::uint32_t at = 0; at < values.size(); ++at) {
                if (std::isnan(values[at])) gaps.push_back(at);
            }
        }
        begins_with_null = !piece.nulls.empty() && piece.nulls.front() == gaps.front();
    }
};

/// Whether f64 holds the number.
template <class T>
bool is_exact(T value) {
    return std::is_floating_point_v<T> ||
           static_cast<long double>(value) == static_cast<long double>(static_cast<double>(value));
}

/// What is said of a column without numbers, and of a row (from 1) that has none.
std::string no_numbers(const stored_column& column);
std::string missing_in_row(std::uint64_t row, const stored_column& column, bool is_null);

/// These columns, by their places: those without numbers are refused where they were named, else left out. Nulls and
/// NaN are missing cells. Integers become f64 where they are taken as NaN; one that would be rounded is refused.
table_columns read_stored_columns(table& from, const std::vector<std::size_t>& columns);

}  // namespace strider::lab
