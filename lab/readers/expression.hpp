// Conditions on elements, as users write them: x > 0 && x < 10.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace strider::lab {

/// A condition on an element x and its index i (from 0), parsed once and evaluated over blocks of elements.
///
///   condition   ||  &&  !  == != < <= > >=  isnan(number)  (condition)
///   number      + - * / %  -number  abs(n)  min(n, ...)  max(n, ...)  x  i  12  0.5  1e-3  (number)
///
/// Precedence is C's, but that comparisons do not chain, and that numbers are not conditions nor conditions numbers.
/// / does not round, % has the sign of its left side, min and max are NaN where an argument is. A comparison with NaN
/// is false, but for !=.
///
/// Numbers are f64, or long double (64 bits of precision or more) where the elements are 64-bit integers: every element
/// is itself, none is rounded.
class condition {
public:
    static constexpr std::size_t longest = 4096;  ///< characters
    static constexpr unsigned deepest = 100;      ///< parentheses, signs and calls inside of each other

    /// Throws usage_error, which names the column, where the text is no condition.
    explicit condition(std::string_view text);

    /// keep[k] = whether it holds for the element values[k] with index first + k; 1 or 0.
    template <class T>
    void evaluate(const T* values, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const;

private:
    enum class operation : std::uint8_t {
        // Push one.
        constant,
        element,
        index,
        // Replace the topmost.
        negate,
        absolute,
        is_nan,
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
    };
    class parser;

    template <class Number, class T>
    void evaluate_as(const T* values, std::uint64_t first, std::uint64_t count, std::uint8_t* keep) const;
    template <class Number>
    static void apply(operation what, Number* left, const Number* right, std::size_t count);

    std::vector<instruction> program_;  ///< postfix: for a stack of columns
    std::size_t columns_ = 0;           ///< that the stack needs
};

}  // namespace strider::lab
