#include <lab/readers/column_numbers.hpp>

#include <fmt/format.h>

#include <utility>

#include <lab/errors.hpp>
#include <lab/readers/shown.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// A column while it is read.
class stored_numbers {
public:
    stored_numbers(const stored_column& of, const table& from)
        : of_(of), missing_(from.missing()), type_(*of.type), numbers_(temporary_input(from.name())) {}

    void append_piece(const column_piece& piece) {
        ladders::with_type(*of_.type, [&]<class T>(T) { append_values(typed_piece<T>(piece)); });
    }

    std::uint64_t missing() const { return missing_cells_; }
    element_input finish() { return element_input::open_raw(std::move(numbers_), type_); }

private:
    template <class T>
    void append_values(typed_piece<T> piece) {
        const std::size_t rows = piece.values.size();
        missing_cells_ += piece.gaps.size();
        if (!piece.gaps.empty()) fill(piece);
        if (type_ == *of_.type)
            write(piece.values);
        else
            write(as_f64(piece.values, piece.gaps));
        rows_ += rows;
    }

    /// What becomes of the missing ones.
    template <class T>
    void fill(typed_piece<T>& piece) {
        auto& [values, gaps, begins_with_null] = piece;
        if (missing_ == missing_cells::refuse)
            throw usage_error(missing_in_row(rows_ + gaps.front() + 1, of_, begins_with_null));
        if (missing_ == missing_cells::skip) {
            auto gap = gaps.begin();
            std::size_t kept = 0;
            for (std::size_t at = 0; at < values.size(); ++at) {
                if (gap != gaps.end() && *gap == at)
                    ++gap;
                else
                    values[kept++] = values[at];
            }
            values.resize(kept);
            gaps.clear();
        } else if (type_ == *of_.type && !std::is_floating_point_v<T>) {
            become_f64<T>();
        }
    }

    template <class T>
    std::vector<double> as_f64(const std::vector<T>& values, const std::vector<std::uint32_t>& gaps) const {
        std::vector<double> real(values.begin(), values.end());
        for (const std::uint32_t at : gaps) real[at] = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t at = 0; at < values.size(); ++at) {
            if (!std::isnan(real[at]) && !is_exact(values[at])) {
                throw usage_error(fmt::format(
                    "column \"{}\": {} would be rounded to f64, which has NaN; --na skip leaves missing cells out",
                    shown(of_.name), values[at]));
            }
        }
        return real;
    }

    /// NaN comes among integers: those before it are converted.
    template <class T>
    void become_f64() {
        constexpr std::uint64_t most = std::uint64_t{1} << 16;
        type_ = element_type::f64;
        const byte_input integers = std::exchange(numbers_, temporary_input(numbers_.name));
        std::vector<T> values;
        for (std::uint64_t at = 0; at < integers.size; at += values.size() * sizeof(T)) {
            values.resize(std::min(most, (integers.size - at) / sizeof(T)));
            read_at(integers, at, {reinterpret_cast<char*>(values.data()), values.size() * sizeof(T)});
            write(as_f64(values, {}));
        }
    }

    template <class T>
    void write(const std::vector<T>& values) {
        append(numbers_, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
    }

    const stored_column& of_;
    missing_cells missing_;
    element_type type_;
    byte_input numbers_;
    std::uint64_t rows_ = 0, missing_cells_ = 0;
};

}  // namespace

std::string no_numbers(const stored_column& column) {
    return fmt::format("column \"{}\" holds {}, no numbers", shown(column.name), column.holds);
}

std::string missing_in_row(std::uint64_t row, const stored_column& column, bool is_null) {
    return fmt::format("row {}, column \"{}\": {}", row, shown(column.name), missing_number(is_null ? "" : "NaN"));
}

table_columns read_stored_columns(table& from, const std::vector<std::size_t>& columns) {
    const std::vector<stored_column>& all = from.stored()->columns();
    const bool are_named = !from.given_columns().empty();
    table_columns read;
    std::vector<std::size_t> places;
    std::vector<stored_numbers> open;
    for (const std::size_t at : columns) {
        if (all[at].type) {
            places.push_back(at);
            open.emplace_back(all[at], from);
            continue;
        }
        read.left_out.push_back(no_numbers(all[at]));
        if (are_named) throw usage_error(read.left_out.back());
    }
    while (!places.empty() && from.stored()->next(places) != 0) {
        for (std::size_t k = 0; k < open.size(); ++k) open[k].append_piece(from.stored()->numbers(places[k]));
    }
    for (std::size_t k = 0; k < open.size(); ++k) {
        const std::string& name = all[places[k]].name;
        element_input numbers = open[k].finish();
        if (numbers.elements() != 0 || are_named)
            read.columns.push_back({name, std::move(numbers), open[k].missing()});
        else
            read.left_out.push_back(fmt::format("column \"{}\" has no numbers", shown(name)));
    }
    return read;
}

}  // namespace strider::lab
