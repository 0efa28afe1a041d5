// Any text as a condition, on elements and on rows of a table: either refused in one line that names the column, or
// evaluated, the same alone as in a block.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <data/readers/expression.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

namespace {

template <class T>
void evaluate(const strider::lab::condition& where, const std::vector<T>& some) {
    std::vector<T> values;
    while (values.size() < 1100) values.insert(values.end(), some.begin(), some.end());  // more than a block
    std::vector<std::uint8_t> keep(values.size(), 2);
    where.evaluate(values.data(), 7, values.size(), keep.data());
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{1}, std::size_t{1023}, std::size_t{1024}, values.size() - 1}) {
        std::uint8_t alone = 2;
        where.evaluate(&values[at], 7 + at, 1, &alone);
        strider::fuzz::require(alone <= 1 && alone == keep[at], "an element does not depend on the others");
    }
}

/// Rows do not depend on each other either.
void evaluate_rows(const strider::lab::condition& where) {
    const std::vector<double> some = {0, 1.5, -7, std::numeric_limits<double>::quiet_NaN(), 1e300};
    std::vector<std::vector<double>> values(where.columns().size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        for (std::size_t row = 0; row < 1100; ++row) values[k].push_back(some[(row + k) % some.size()]);
    }
    std::vector<std::uint8_t> keep(1100, 2);
    where.evaluate_rows(values, {}, 7, keep.size(), keep.data());
    for (const std::size_t at : {std::size_t{0}, std::size_t{1023}, std::size_t{1024}, keep.size() - 1}) {
        std::vector<std::vector<double>> row(values.size());
        for (std::size_t k = 0; k < values.size(); ++k) row[k] = {values[k][at]};
        std::uint8_t alone = 2;
        where.evaluate_rows(row, {}, 7 + at, 1, &alone);
        strider::fuzz::require(alone <= 1 && alone == keep[at], "a row does not depend on the others");
    }
}

template <class Evaluate>
void parse(std::string_view text, Evaluate evaluate) {
    using strider::fuzz::require;
    try {
        evaluate();
    } catch (const strider::lab::usage_error& refused) {
        const std::string_view what = refused.what();
        require(what.find('\n') == std::string_view::npos, "a refusal is one line");
        require(what.find("column") != std::string_view::npos || text.size() > strider::lab::condition::longest,
                "it names the column");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    parse(text, [&] {
        const lab::condition where(text);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        evaluate<double>(where,
                         {0, -0.0, 1.5, -7, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 1e308});
        evaluate<std::int64_t>(where, {0, 1, -1, std::numeric_limits<std::int64_t>::min(), 9007199254740993});
    });
    parse(text, [&] { evaluate_rows(lab::condition(text, {"price", "unit price", "x", "min"})); });
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
