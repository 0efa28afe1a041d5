#include <lab/parts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/host.hpp>
#include <strider/core/matrix_view.hpp>
#include <strider/reduce.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

/// Elements in memory at once, where no part is longer.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 24;

/// What parts are reduced in.
template <class T>
using wide_of = std::conditional_t<std::is_floating_point_v<T>, double,
                                   std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

/// out[i] = the reduction of values[offsets[i] - offsets[0]] to values[offsets[i + 1] - offsets[0] - 1].
template <class Policy, class T, class Operator>
void reduce_segments(Policy policy, const T* values, std::span<const std::uint64_t> offsets, T* out, Operator op) {
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        out[i] = reduce(policy, std::span(values + (offsets[i] - offsets[0]), offsets[i + 1] - offsets[i]), op);
    }
}

/// out[r] = the reduction of row r.
template <class Policy, class T, class Operator>
void reduce_rows(Policy policy, const matrix_view<const T>& matrix, T* out, Operator op) {
    for (std::uint64_t row = 0; row < matrix.rows; ++row) {
        out[row] = reduce(policy, std::span(matrix.data + row * matrix.stride, matrix.columns), op);
    }
}

/// out[c] = the reduction of column c.
template <class Policy, class T, class Operator>
void reduce_columns(Policy policy, const matrix_view<const T>& matrix, T* out, Operator op) {
    std::vector<T> one(matrix.rows);
    for (std::uint64_t column = 0; column < matrix.columns; ++column) {
        for (std::uint64_t row = 0; row < matrix.rows; ++row) one[row] = matrix(row, column);
        out[column] = reduce(policy, one, op);
    }
}

/// Reads elements of type T as values of type Wide.
template <class T, class Wide>
class wide_reader {
public:
    explicit wide_reader(const element_input& input) : input_(input) {}
    void read(std::uint64_t first, std::uint64_t count, Wide* into) {
        if constexpr (std::is_same_v<T, Wide>) {
            input_.read(first, count, into);
        } else {
            values_.resize(count);
            input_.read(first, count, values_.data());
            std::copy(values_.begin(), values_.end(), into);
        }
    }

private:
    const element_input& input_;
    std::vector<T> values_;
};

template <class T, class Policy, class Operator>
std::vector<wide_of<T>> reduce_typed(Policy policy, const element_input& input, parts of,
                                     const std::vector<std::uint64_t>& offsets, Operator op, progress& said) {
    using Wide = wide_of<T>;
    wide_reader<T, Wide> reader(input);
    std::vector<Wide> values, results;
    const auto say = [&](std::uint64_t done, std::uint64_t all) {
        said.say(fmt::format("{:.0f}%", 100.0 * static_cast<double>(done) / static_cast<double>(all)));
    };
    if (of == parts::segments) {
        results.resize(offsets.size() - 1);
        for (std::size_t first = 0, end; first < results.size(); first = end) {
            end = first + 1;
            while (end < results.size() && offsets[end + 1] - offsets[first] <= most_elements) ++end;
            say(first, results.size());
            values.resize(offsets[end] - offsets[first]);
            reader.read(offsets[first], values.size(), values.data());
            reduce_segments(policy, values.data(), std::span(offsets).subspan(first, end - first + 1),
                            results.data() + first, op);
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
            say(row, rows);
            values.resize(high * columns);
            reader.read(row * columns, values.size(), values.data());
            reduce_rows(policy, matrix_view<const Wide>(values.data(), high, columns), results.data() + row, op);
        }
    } else {
        results.resize(columns);
        const std::uint64_t most_columns = std::max<std::uint64_t>(1, most_elements / std::max<std::uint64_t>(1, rows));
        for (std::uint64_t column = 0; column < columns; column += most_columns) {
            const std::uint64_t wide = std::min(most_columns, columns - column);
            say(column, columns);
            values.resize(rows * wide);
            if (wide == columns) {
                reader.read(0, values.size(), values.data());
            } else {
                for (std::uint64_t row = 0; row < rows; ++row) {
                    reader.read(row * columns + column, wide, values.data() + row * wide);
                }
            }
            reduce_columns(policy, matrix_view<const Wide>(values.data(), rows, wide), results.data() + column, op);
        }
    }
    return results;
}

/// The results in their own type: a minimum is one of the elements, or the identity of their type.
template <class Out, class Wide>
part_results packed(const std::vector<Wide>& results, element_type type) {
    part_results found{type, std::vector<std::uint64_t>((results.size() * sizeof(Out) + 7) / 8), results.size()};
    auto* const to = reinterpret_cast<Out*>(found.words.data());
    std::transform(results.begin(), results.end(), to, [](Wide value) {
        if constexpr (std::is_integral_v<Out>) {  // of nothing: the identity of the wide type
            return static_cast<Out>(
                std::clamp<Wide>(value, std::numeric_limits<Out>::lowest(), std::numeric_limits<Out>::max()));
        } else {
            return static_cast<Out>(value);
        }
    });
    return found;
}

template <class Wide>
element_type type_of() {
    return std::is_same_v<Wide, double>         ? element_type::f64
           : std::is_same_v<Wide, std::int64_t> ? element_type::i64
                                                : element_type::u64;
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
        using Operator = decltype(combine);
        constexpr bool keeps_type = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;
        return ladders::with_type(input.type(), [&](auto zero) {
            using T = decltype(zero);
            using Wide = wide_of<T>;
            const std::vector<Wide> results = with_policy(
                device, [&](auto policy) { return reduce_typed<T>(policy, input, of, offsets, combine, said); });
            if constexpr (keeps_type)
                return packed<T>(results, input.type());
            else
                return packed<Wide>(results, type_of<Wide>());
        });
    });
}

}  // namespace strider::lab
