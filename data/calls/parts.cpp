#include <data/calls/parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <data/calls/wide.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/progress.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// Elements in memory at once, where no part is longer.
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 24;

/// Where parts are read and reduced. Values are i64 or f64, in words of 8 bytes.
class part_reducer {
public:
    part_reducer(ladders::library& calls, const shared_elements& input, ladders::operation op, const widening& how)
        : calls_(calls), input_(input), op_(op), how_(how) {}

    std::vector<std::uint64_t> reduce_segments(const std::vector<std::uint64_t>& offsets) {
        const share mine = start(offsets.size() - 1);
        std::vector<std::uint64_t> cuts;
        for (std::uint64_t first = mine.first, end; first < mine.end; first = end) {
            end = first + 1;
            while (end < mine.end && offsets[end + 1] - offsets[first] <= most_at_once) ++end;
            said_.say_share(offsets[first] - offsets[mine.first], offsets[mine.end] - offsets[mine.first], bytes_);
            values_.resize(offsets[end] - offsets[first]);
            read(offsets[first], values_.size(), values_.data());
            cuts.clear();
            for (std::uint64_t place = first; place <= end; ++place) cuts.push_back(offsets[place] - offsets[first]);
            calls_.reduce_segments(how_.wide(), op_, values_.data(), cuts, results_.data() + (first - mine.first));
        }
        return input_.peers().gather_arrays(results_);
    }

    /// Rows are segments.
    std::vector<std::uint64_t> reduce_rows(std::uint64_t rows, std::uint64_t columns) {
        const share mine = start(rows);
        const std::uint64_t most_rows = std::max<std::uint64_t>(1, most_at_once / std::max<std::uint64_t>(1, columns));
        std::vector<std::uint64_t> offsets;
        for (std::uint64_t row = mine.first; row < mine.end; row += most_rows) {
            const std::uint64_t high = std::min(most_rows, mine.end - row);
            said_.say_share(row - mine.first, mine.size(), columns * bytes_);
            values_.resize(high * columns);
            read(row * columns, values_.size(), values_.data());
            offsets.resize(high + 1);
            for (std::uint64_t i = 0; i <= high; ++i) offsets[i] = i * columns;
            calls_.reduce_segments(how_.wide(), op_, values_.data(), offsets, results_.data() + (row - mine.first));
        }
        return input_.peers().gather_arrays(results_);
    }

    std::vector<std::uint64_t> reduce_columns(std::uint64_t rows, std::uint64_t columns) {
        const share mine = start(columns);
        const std::uint64_t most_columns = std::max<std::uint64_t>(1, most_at_once / std::max<std::uint64_t>(1, rows));
        for (std::uint64_t column = mine.first; column < mine.end; column += most_columns) {
            const std::uint64_t wide = std::min(most_columns, mine.end - column);
            said_.say_share(column - mine.first, mine.size(), rows * bytes_);
            values_.resize(rows * wide);
            if (wide == columns) {
                read(0, values_.size(), values_.data());
            } else {
                for (std::uint64_t row = 0; row < rows; ++row) {
                    read(row * columns + column, wide, values_.data() + row * wide);
                }
            }
            calls_.reduce_columns(how_.wide(), op_, {values_.data(), rows, wide},
                                  results_.data() + (column - mine.first));
        }
        return input_.peers().gather_arrays(results_);
    }

private:
    /// This rank's parts, with room for their results.
    share start(std::uint64_t parts) {
        const share mine = input_.peers().share_of(parts);
        results_.resize(mine.size());
        return mine;
    }

    void read(std::uint64_t first, std::uint64_t count, std::uint64_t* into) {
        elements_.resize((count * ladders::size_of(input_.type()) + 7) / 8);
        input_.read(first, count, elements_.data());
        how_.widen(elements_.data(), count, into);
    }

    ladders::library& calls_;
    const shared_elements& input_;
    ladders::operation op_;
    const widening& how_;
    progress said_;
    std::uint64_t bytes_ = ladders::size_of(input_.type());  ///< of an element
    std::vector<std::uint64_t> elements_;                    ///< aligned for every type
    std::vector<std::uint64_t> values_, results_;
};

}  // namespace

std::vector<std::uint64_t> read_offsets(const std::string& path, std::uint64_t elements) {
    const element_input input = element_input::open(path);
    require_c_order(input);
    const auto refuse = [&](const std::string& what) { return usage_error(fmt::format("{}: {}", input.name(), what)); };
    if (input.elements() == 0) throw refuse("has no offsets; give n + 1 offsets for n segments");
    std::vector<std::uint64_t> offsets(input.elements());
    ladders::with_type(input.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
            throw refuse("offsets must be integers");
        } else {
            std::vector<T> values(input.elements());
            input.read(0, input.elements(), values.data());
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (values[i] < 0 || static_cast<std::uint64_t>(values[i]) > elements) {
                    throw refuse(fmt::format("offset {} is {}, and there are {} elements", i, values[i], elements));
                }
                if (i != 0 && values[i] < values[i - 1]) {
                    throw refuse(
                        fmt::format("offset {} is {}, below the one before it ({})", i, values[i], values[i - 1]));
                }
                offsets[i] = static_cast<std::uint64_t>(values[i]);
            }
        }
    });
    return offsets;
}

part_results reduce_parts(ladders::library& calls, const shared_elements& input, parts of,
                          const std::vector<std::uint64_t>& offsets, ladders::operation op) {
    if (of == parts::segments) {
        require_c_order(input);
    } else if (input.shape().size() != 2) {
        throw usage_error(fmt::format("{}: its shape is ({}); --rows and --columns need a .npy array of two extents",
                                      input.name(), fmt::join(input.shape(), ", ")));
    }
    const stored_type type = is_extreme(op) ? input.stored() : type_of_sums(input.type(), element_type::f64);
    const widening how(input.type(), op, element_type::f64);
    part_reducer reducer(calls, input, op, how);
    std::vector<std::uint64_t> results;
    if (of == parts::segments) {
        results = reducer.reduce_segments(offsets);
    } else {
        // In the file, a matrix in Fortran order is the matrix whose rows are its columns.
        const bool turned = input.fortran_order();
        const std::uint64_t rows = input.shape()[turned], columns = input.shape()[!turned];
        results =
            (of == parts::rows) != turned ? reducer.reduce_rows(rows, columns) : reducer.reduce_columns(rows, columns);
    }
    const std::uint64_t words = (results.size() * ladders::size_of(type.type) + 7) / 8;
    part_results result{type, std::vector<std::uint64_t>(words), results.size()};
    how.narrow(results.data(), results.size(), type, result.words.data());
    return result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
