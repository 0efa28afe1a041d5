// Conditions on elements, as users write them: x > 0 && x < 10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// A condition on an element x and its index i (from 0), parsed once and evaluated over blocks of elements.
///
///   condition   ||  &&  !  (or, and, not)  == != < <= > >=  isnan(number)  isfinite(number)  (condition)
///   number      + - * / %  -number  abs(n)  sqrt(n)  min(n, ...)  max(n, ...)  x  i  12  0.5  1e-3  inf  nan  (number)
///
/// Precedence is C's, but that comparisons do not chain, and that numbers are not conditions nor conditions numbers.
/// / does not round, % has the sign of its left side, min and max are NaN where an argument is. A comparison with NaN
/// is false, but for !=.
///
/// Numbers are f64, or long double (64 bits of precision or more) where the elements are 64-bit integers: every element
/// is itself, none is rounded.
///
/// Of the rows of a table, it is made of the columns' names instead of x; those that are no words stand in backquotes
/// or double quotes. Rows are compared in f64 as well, and in long double where f64 does not hold one of their numbers
/// or a constant. Behind == and != a quoted text may stand, 'al' or "al": the column's cells are compared with it as
/// they are written, but for their quotes and blanks around them.
class condition {
public:
    static constexpr std::size_t longest = 4096;  ///< characters
    static constexpr unsigned deepest = 100;      ///< parentheses, signs and calls inside of each other

    /// Throws usage_error, which names the column, where the text is no condition.
    explicit condition(std::string_view text);
    condition(std::string_view text, const std::vector<std::string>& names);

    /// A column, by its place among the names: its numbers, or 1 where its cell is the text and 0 where not.
    struct used_column {
        std::size_t place;
        std::optional<std::string> text = {};
        bool operator==(const used_column&) const = default;
    };

    /// Of a table: what it is made of; column k of what is evaluated is columns()[k].
    const std::vector<used_column>& columns() const { return used_; }

    /// keep[k] = whether it holds for the element values[k] with index first + k; 1 or 0.
    template <class T>
    void evaluate(const T* values, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const;

    /// The numbers of a row, of which f64 does not hold all.
    struct exact_row {
        std::uint64_t row;
        std::vector<long double> values;
    };

    /// The same of rows, the first of which has index `first`: values[k][row] stands in column k. `exact` are the rows
    /// that f64 does not hold.
    void evaluate_rows(const std::vector<std::vector<double>>& values, std::span<const exact_row> exact,
                       std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const;

private:
    enum class operation : std::uint8_t {
        // Push one.
        constant,
        element,
        index,
        // Replace the topmost.
        negate,
        absolute,
        square_root,
        is_nan,
        is_finite,
        not_,
        // Replace the topmost two.
        add,
        subtract,
        multiply,
        divide,
        remainder,
        minimum,
        maximum,
        equal,
        unequal,
        less,
        less_equal,
        greater,
        greater_equal,
        and_,
        or_,
    };
    struct instruction {
        operation what;
        double value = 0;  ///< of a constant
        long double wide_value = 0;
        std::size_t column = 0;  ///< of an element
    };
    class parser;

    template <class Number, class Load>
    void evaluate_as(Load load, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const;
    template <class Number>
    static void apply(operation what, Number* left, const Number* right, std::size_t count);

    std::vector<instruction> program_;  ///< postfix: for a stack of columns
    std::size_t columns_ = 0;           ///< that the stack needs
    std::vector<used_column> used_;
    bool is_wide_ = false;  ///< f64 does not hold one of its integers
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
