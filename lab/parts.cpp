#include <lab/parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include <lab/errors.hpp>
#include <lab/policies.hpp>
#include <lab/wide.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// Elements in memory at once, where no part is longer.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 24;

/// Reads elements as values of type Wide.
template <class Wide>
class wide_reader {
public:
    wide_reader(const element_input& input, const widening& how) : input_(input), how_(how) {}
    void read(std::uint64_t first, std::uint64_t count, Wide* into) {
        words_.resize((count * ladders::size_of(input_.type()) + 7) / 8);
        input_.read(first, count, words_.data());
        how_.widen(words_.data(), count, into);
    }

private:
    const element_input& input_;
    const widening& how_;
    std::vector<std::uint64_t> words_;  ///< aligned for every type
};

// In a module: rows are segments, and columns the rows of the transposed matrix. Each part is reduced in the order of
// its own length, so the bits are the same.
template <class Wide, class Operator>
void segmented_reduce(const module_policy& on, const std::vector<Wide>& values,
                      const std::vector<std::uint64_t>& offsets, std::span<Wide> results, Operator op) {
    reduce_segments(on, type_of<Wide>(), operation_of(op), values.data(), offsets, results.data());
}
template <class Wide, class Operator>
void reduce_rows(const module_policy& on, const matrix_view<const Wide>& matrix, std::span<Wide> results, Operator op) {
    std::vector<std::uint64_t> offsets(matrix.rows + 1);
    for (std::uint64_t row = 0; row <= matrix.rows; ++row) offsets[row] = row * matrix.columns;
    reduce_segments(on, type_of<Wide>(), operation_of(op), matrix.data, offsets, results.data());
}
template <class Wide, class Operator>
void reduce_columns(const module_policy& on, const matrix_view<const Wide>& matrix, std::span<Wide> results,
                    Operator op) {
    std::vector<Wide> turned(matrix.rows * matrix.columns);
    transpose_items(on, sizeof(Wide), matrix.data, matrix.rows, matrix.columns, turned.data());
    reduce_rows(on, matrix_view<const Wide>(turned.data(), matrix.columns, matrix.rows), results, op);
}

template <class Wide, class Policy, class Operator>
std::vector<Wide> reduce_wide(Policy policy, const element_input& input, const widening& how, parts of,
                              const std::vector<std::uint64_t>& offsets, Operator op, progress& said) {
    wide_reader<Wide> reader(input, how);
    std::vector<Wide> values, results;
    if (of == parts::segments) {
        results.resize(offsets.size() - 1);
        std::vector<std::uint64_t> cuts;
        for (std::size_t first = 0, end; first < results.size(); first = end) {
            end = first + 1;
            while (end < results.size() && offsets[end + 1] - offsets[first] <= most_elements) ++end;
            said.say_share(first, results.size());
            values.resize(offsets[end] - offsets[first]);
            reader.read(offsets[first], values.size(), values.data());
            cuts.clear();
            for (std::size_t at = first; at <= end; ++at) cuts.push_back(offsets[at] - offsets[first]);
            segmented_reduce(policy, values, cuts, std::span(results).subspan(first), op);
        }
        return results;
    }

    // In the file, a matrix in Fortran order is the matrix whose rows are its columns.
    const bool turned = input.fortran_order();
    const std::uint64_t rows = input.shape()[turned], columns = input.shape()[!turned];
    if ((of == parts::rows) != turned) {
        results.resize(rows);
        const std::uint64_t most_rows = std::max<std::uint64_t>(1, most_elements / std::max<std::uint64_t>(1, columns));
        for (std::uint64_t row = 0; row < rows; row += most_rows) {
            const std::uint64_t high = std::min(most_rows, rows - row);
            said.say_share(row, rows);
            values.resize(high * columns);
            reader.read(row * columns, values.size(), values.data());
            reduce_rows(policy, matrix_view<const Wide>(values.data(), high, columns), std::span(results).subspan(row),
                        op);
        }
    } else {
        results.resize(columns);
        const std::uint64_t most_columns = std::max<std::uint64_t>(1, most_elements / std::max<std::uint64_t>(1, rows));
        for (std::uint64_t column = 0; column < columns; column += most_columns) {
            const std::uint64_t wide = std::min(most_columns, columns - column);
            said.say_share(column, columns);
            values.resize(rows * wide);
            if (wide == columns) {
                reader.read(0, values.size(), values.data());
            } else {
                for (std::uint64_t row = 0; row < rows; ++row) {
                    reader.read(row * columns + column, wide, values.data() + row * wide);
                }
            }
            reduce_columns(policy, matrix_view<const Wide>(values.data(), rows, wide),
                           std::span(results).subspan(column), op);
        }
    }
    return results;
}

}  // namespace

std::vector<std::uint64_t> read_offsets(const std::string& path, std::uint64_t elements) {
    const element_input input = element_input::open(path, {});
    require_c_order(input);
    const auto refuse = [&](const std::string& what) { return usage_error(fmt::format("{}: {}", input.name(), what)); };
    if (input.elements() == 0) throw refuse("there are no offsets; n + 1 of them cut n segments");
    std::vector<std::uint64_t> offsets(input.elements());
    ladders::with_type(input.type(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
            throw refuse("offsets are integers, and these are not");
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

part_results reduce_parts(std::string_view device, const element_input& input, parts of,
                          const std::vector<std::uint64_t>& offsets, const std::string& op, progress& said) {
    if (of == parts::segments) {
        require_c_order(input);
    } else if (input.shape().size() != 2) {
        throw usage_error(
            fmt::format("{}: its shape is ({}); a matrix, a .npy array of two extents, has rows and columns",
                        input.name(), fmt::join(input.shape(), ", ")));
    }
    return with_operator(op, [&](auto combine) {
        constexpr bool ordered = is_extreme<decltype(combine)>;
        const element_type type = ordered ? input.type() : type_of_sums(input.type(), element_type::f64);
        const widening how(input.type(), ordered);
        const auto reduce_as = [&](auto zero) {
            const auto results = with_policy(device, [&](auto policy) {
                return reduce_wide<decltype(zero)>(policy, input, how, of, offsets, combine, said);
            });
            const std::uint64_t words = (results.size() * ladders::size_of(type) + 7) / 8;
            part_results found{type, std::vector<std::uint64_t>(words), results.size()};
            how.narrow(results.data(), results.size(), type, found.words.data());
            return found;
        };
        return is_real(input.type()) ? reduce_as(double{}) : reduce_as(std::uint64_t{});
    });
}

}  // namespace strider::lab
