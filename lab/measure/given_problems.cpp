#include <lab/measure/given_problems.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <type_traits>

#include <lab/base/errors.hpp>
#include <ladders/patterns.hpp>

namespace strider::lab {
namespace {

using ladders::exact_problem;
using ladders::instance;
using ladders::problem;

/// u: a rounding changes a number by at most this share.
template <class T>
constexpr double unit = std::is_floating_point_v<T> ? static_cast<double>(std::numeric_limits<T>::epsilon()) / 2 : 0;

template <class T>
std::vector<T> magnitudes(const std::vector<T>& values) {
    std::vector<T> sizes(values.size());
    std::ranges::transform(values, sizes.begin(), [](T value) { return std::abs(value); });
    return sizes;
}

/// Right results, and how far others may be from each: nothing where all orders give the same.
template <class T>
struct results {
    std::vector<T> right;
    std::vector<double> allowed = {};
};

/// The problem with these results. Each NaN is as good as another.
template <class T, class Input, class Side = std::byte>
given_problem problem_of(std::vector<Input> values, results<T> made, std::uint64_t minimum_bytes,
                         std::vector<Side> side = {}) {
    const double tolerance = made.allowed.empty() ? 0 : *std::ranges::max_element(made.allowed);
    problem data = exact_problem(std::move(values), std::move(made.right), minimum_bytes, std::move(side));
    const std::span right(reinterpret_cast<const T*>(data.expected.data()), data.expected.size() / sizeof(T));
    const auto value_at = [](std::span<const std::byte> output, std::size_t index) {
        T value;
        std::memcpy(&value, output.data() + index * sizeof value, sizeof value);
        return value;
    };
    const auto is_right = [=, allowed = std::make_shared<const std::vector<double>>(std::move(made.allowed))](
                              std::span<const std::byte> output, std::size_t index) {
        const T got = value_at(output, index);
        if (got == right[index] || (got != got && right[index] != right[index])) return true;
        return !allowed->empty() && ladders::distance(got, right[index]) <= (*allowed)[index];
    };
    data.error = [=](std::span<const std::byte> output) {
        double largest = 0;
        for (std::size_t index = 0; index < right.size() && !std::isnan(largest); ++index) {
            if (is_right(output, index)) continue;
            const double error = ladders::distance(value_at(output, index), right[index]);
            if (!(error <= largest)) largest = error;
        }
        return largest;
    };
    data.first_wrong = [=](std::span<const std::byte> output) {
        std::size_t index = 0;
        while (is_right(output, index)) ++index;
        ladders::wrong_element wrong =
            ladders::first_difference<T>(right.subspan(index), output.subspan(index * sizeof(T)));
        wrong.index = index;
        wrong.at_byte += index * sizeof(T);
        return wrong;
    };
    return {std::move(data), tolerance};
}

/// What the serial oracle makes of the numbers. A floating-point sum of n numbers x is, in any order, within
/// (n - 1) u sum|x| of the exact one (Jeannerod and Rump, 2013). The oracle adds in double: it may be as far from it
/// for doubles, else its result is rounded once. `summands(i)` is n.
template <class T, class Oracle, class Summands>
results<T> sums_of(const given_input& from, const std::vector<T>& values, bool adds, Oracle oracle, Summands summands) {
    if constexpr (!std::is_floating_point_v<T>) {
        return {oracle(values)};
    } else {
        if (!adds) return {oracle(values)};
        const std::vector<double> wide(values.begin(), values.end()), exact = oracle(wide);
        std::vector<double> allowed = oracle(magnitudes(wide));
        for (std::size_t index = 0; index < allowed.size(); ++index) {
            if (allowed[index] > std::numeric_limits<T>::max()) {
                throw usage_error(fmt::format("{}: the sum of its magnitudes is {:.3g}, more than {} holds",
                                              from.values.file, allowed[index], ladders::name(ladders::type_of<T>)));
            }
            allowed[index] *= (std::is_same_v<T, double> ? 2 : 1) * unit<T> * static_cast<double>(summands(index));
        }
        std::vector<T> right(exact.size());
        std::ranges::transform(exact, right.begin(), [](double sum) { return static_cast<T>(sum); });
        return {std::move(right), std::move(allowed)};
    }
}

given_problem make_reduce(const given_input& from, const instance& setting, std::uint64_t) {
    return ladders::with_type(setting.type, [&]<class T>(T) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        results<T> made = sums_of(
            from, values, setting.op == ladders::operation::sum,
            [&](const auto& numbers) { return std::vector{ladders::reduce::expected(numbers, setting.op)}; },
            [&](std::size_t) { return setting.elements; });
        return problem_of(std::move(values), std::move(made),
                          ladders::reduce::minimum_bytes(setting.elements, sizeof(T)));
    });
}

given_problem make_scan(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::scan;
    given_problem result;
    ladders::with_type_and_operator(setting, [&]<class T, class Operator>(T, Operator op) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        results<T> made = sums_of(
            from, values, setting.op == ladders::operation::sum,
            [&](const auto& numbers) { return ladder::expected(numbers, ladder::is_exclusive(setting), op); },
            [](std::size_t index) { return index + 1; });
        result = problem_of(std::move(values), std::move(made), ladder::minimum_bytes(setting.elements, sizeof(T)));
    });
    return result;
}

given_problem make_segmented_reduce(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::segmented_reduce;
    given_problem result;
    ladders::with_type_and_operator(setting, [&]<class T, class Operator>(T, Operator op) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        std::vector<ladder::offset> offsets = from.side.all<ladder::offset>();
        results<T> made = sums_of(
            from, values, setting.op == ladders::operation::sum,
            [&](const auto& numbers) { return ladder::expected(numbers, offsets, op); },
            [&](std::size_t index) { return offsets[index + 1] - offsets[index]; });
        const std::uint64_t bytes = ladder::minimum_bytes(from.values.elements(), offsets.size() - 1, sizeof(T));
        result = problem_of(std::move(values), std::move(made), bytes, std::move(offsets));
    });
    return result;
}

given_problem make_critical_section(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::critical_section;
    return ladders::with_type(setting.type, [&]<class T>(T) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        results<T> made = sums_of(
            from, values, true, [](const auto& numbers) { return ladder::expected(numbers); },
            [&](std::size_t index) { return index == 0 ? setting.elements : 0; });  // the second result is their number
        return problem_of(std::move(values), std::move(made), setting.elements * sizeof(T) + sizeof(ladder::tally<T>));
    });
}

given_problem make_scatter(const given_input& from, const instance& setting, std::uint64_t) {
    given_problem result;
    ladders::with_element_and_index(setting, [&]<class T, class Index>(T, Index) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        std::vector<Index> to = from.side.first<Index>(setting.elements);
        std::vector<std::uint64_t> summands(setting.elements);
        for (const Index index : to) ++summands[index];
        results<T> made = sums_of(
            from, values, true,
            [&]<class Number>(const std::vector<Number>& numbers) {
                std::vector<Number> places(numbers.size());
                for (std::size_t i = 0; i < numbers.size(); ++i) places[to[i]] = plus{}(places[to[i]], numbers[i]);
                return places;
            },
            [&](std::size_t index) { return summands[index]; });
        const std::uint64_t bytes = setting.elements * (sizeof(Index) + 2 * sizeof(T));
        result = problem_of(std::move(values), std::move(made), bytes, std::move(to));
    });
    return result;
}

given_problem make_gather(const given_input& from, const instance& setting, std::uint64_t) {
    given_problem result;
    ladders::with_element_and_index(setting, [&]<class T, class Index>(T, Index) {
        std::vector<T> values = from.values.first<T>(setting.elements), right(setting.elements);
        std::vector<Index> places = from.side.first<Index>(setting.elements);
        std::ranges::transform(places, right.begin(), [&](Index index) { return values[index]; });
        const std::uint64_t bytes =
            setting.elements * (sizeof(Index) + sizeof(T)) + ladders::gather::places_read(places) * sizeof(T);
        result = problem_of(std::move(values), results<T>{std::move(right)}, bytes, std::move(places));
    });
    return result;
}

/// A square may be rounded before the addition, or be fused with it.
given_problem make_map(const given_input& from, const instance& setting, std::uint64_t) {
    given_problem result;
    ladders::map::with_type_and_function(setting, [&]<class T, class Function>(T, Function apply) {
        std::vector<T> values = from.values.first<T>(setting.elements);
        results<T> made{std::vector<T>(values.size())};
        std::ranges::transform(values, made.right.begin(), apply);
        if constexpr (std::is_floating_point_v<T> && std::is_same_v<Function, ladders::map::square_plus_one>)
            for (const T value : made.right) made.allowed.push_back(std::isfinite(value) ? 3 * unit<T> * value : 0);
        result = problem_of(std::move(values), std::move(made), 2 * setting.elements * sizeof(T));
    });
    return result;
}

given_problem make_transpose(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::transpose;
    return ladders::with_type(setting.type, [&]<class T>(T) {
        const std::uint64_t together = ladder::packed_elements(setting);
        const auto [rows, columns] = ladder::extents_of(setting);
        std::vector<T> values = from.values.first<T>(setting.elements * together), right(values.size());
        for (std::uint64_t item = 0; item < setting.elements; ++item) {
            const std::uint64_t to = item % columns * rows + item / columns;
            std::copy_n(&values[item * together], together, &right[to * together]);
        }
        const std::uint64_t bytes = 2 * values.size() * sizeof(T);
        given_problem made = problem_of(std::move(values), results<T>{std::move(right)}, bytes);
        made.data.input_item = made.data.output_item = ladder::item_bytes(setting);
        return made;
    });
}

given_problem make_sort(const given_input& from, const instance& setting, std::uint64_t) {
    using ladders::sort::key;
    std::vector<key> keys = from.values.first<key>(setting.elements), right = keys;
    std::ranges::sort(right);
    return {exact_problem(std::move(keys), std::move(right), 2 * setting.elements * sizeof(key))};
}

/// Sums of pixels of 8 bits are exact. Others: as in sums_of, for the oracle too, with a product and a sum for each
/// entry of the mask.
given_problem make_convolve(const given_input& from, const instance& setting, std::uint64_t seed) {
    namespace ladder = ladders::convolve;
    given_problem result;
    ladder::with_pixel_type(setting, [&]<class T>(T) {
        std::mt19937_64 random(seed);
        const ladder::shape image = ladder::shape_of(setting);
        const std::size_t entries = ladder::side_places(image).row;
        std::vector<float> mask = ladder::make_side_input(image, random);
        std::vector<T> pixels = from.values.first<T>(setting.elements);
        results<T> made{ladder::expected(pixels, mask, image)};
        if constexpr (std::is_floating_point_v<T>) {
            for (const float size : ladder::expected(magnitudes(pixels), magnitudes(mask), image))
                made.allowed.push_back(2 * unit<T> * static_cast<double>(entries + 2) * size);
        }
        const std::uint64_t bytes = 2 * setting.elements * sizeof(T) + entries * sizeof(float);
        result = problem_of(std::move(pixels), std::move(made), bytes, std::move(mask));
    });
    return result;
}

/// As in sums_of, for the oracle too: seven summands and their weights.
given_problem make_stencil(const given_input& from, const instance& setting, std::uint64_t) {
    const ladders::stencil::box size = ladders::stencil::box_of(setting);
    const auto stepped = [&](const std::vector<float>& values) {
        std::vector<float> right(values.size());
        ladders::stencil::step_planes(values.data(), right.data(), size, 0, size.planes);
        return right;
    };
    std::vector<float> values = from.values.first<float>(setting.elements);
    results<float> made{stepped(values)};
    for (const float sum : stepped(magnitudes(values))) made.allowed.push_back(16 * unit<float> * sum);
    return problem_of(std::move(values), std::move(made), 2 * setting.elements * sizeof(float));
}

/// Beside the ladder's tolerance: x - maximum is rounded, and so is its product with log2(e), in the numerator, in each
/// term, and in the corrections of the maximum, which add up to the range of the row. A result that is too small for a
/// normal number may be 0.
given_problem make_softmax(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::softmax;
    const std::size_t wide = ladder::columns_of(setting);
    std::vector<float> values = from.values.first<float>(setting.elements);
    results<float> made{ladder::expected(values, wide)};
    for (std::size_t start = 0; start < values.size(); start += wide) {
        const auto [least, most] = std::ranges::minmax(std::span(values).subspan(start, wide));
        const double share = ladder::tolerance(wide) + 8 * unit<float> * (static_cast<double>(most) - least);
        for (std::size_t index = start; index < start + wide; ++index)
            made.allowed.push_back(share * made.right[index] + 2 * std::numeric_limits<float>::min());
    }
    return problem_of(std::move(values), std::move(made), 2 * setting.elements * sizeof(float));
}

/// Code that finds even bins of f32 rounds once or not at all: a sample so close to an edge may be in either bin.
given_problem make_histogram(const given_input& from, const instance& setting, std::uint64_t seed) {
    namespace ladder = ladders::histogram;
    return ladder::with_sample_type(setting, [&]<class T>(T) {
        const unsigned bins = ladder::bins_of(setting);
        std::vector<ladder::edge<T>> edges;
        if (setting.parameters[ladder::edges_place] == ladder::given_edges) edges = ladder::make_edges<T>(bins, seed);
        std::vector<T> samples = from.values.first<T>(setting.elements);
        results<std::uint64_t> made{std::vector<std::uint64_t>(bins + 1), std::vector<double>(bins + 1)};
        for (const T sample : samples) {
            const unsigned exact = ladder::right_bin(sample, bins, edges);
            unsigned rounded = exact;
            if constexpr (std::is_floating_point_v<T>)
                if (edges.empty()) rounded = ladder::even_bins<T>(bins).bin_of(sample);
            ++made.right[rounded];
            if (rounded != exact) ++made.allowed[rounded], ++made.allowed[exact];
        }
        const std::uint64_t bytes = samples.size() * sizeof(T) + edges.size() * sizeof(ladder::edge<T>) +
                                    made.right.size() * sizeof(std::uint64_t);
        return problem_of(std::move(samples), std::move(made), bytes, std::move(edges));
    });
}

/// As the ladder's own problem has it.
given_problem make_compact(const given_input& from, const instance& setting, std::uint64_t) {
    namespace ladder = ladders::compact;
    return ladder::with_element(setting, [&]<class T>(T) -> given_problem {
        std::vector<T> values = from.values.first<T>(setting.elements);
        std::vector<unsigned char> output(sizeof(std::uint64_t) + setting.elements * sizeof(T));
        unsigned char* const kept = output.data() + sizeof(std::uint64_t);
        const ladder::below<T> keep = ladder::predicate_of<T>(setting);
        std::uint64_t count = 0;
        for (const T value : values)
            if (keep(value)) std::memcpy(kept + count++ * sizeof(T), &value, sizeof value);
        std::memcpy(output.data(), &count, sizeof count);
        const std::uint64_t hashes = ladder::sum_of_hashes<T>(kept, count);
        const std::uint64_t bytes = (setting.elements + count) * sizeof(T) + sizeof count;
        problem data = exact_problem(std::move(values), std::move(output), bytes);
        data.output_item = sizeof count;
        const std::span right(reinterpret_cast<const unsigned char*>(data.expected.data()), data.expected.size());
        const bool any = ladder::takes_any_order(setting);
        data.error = [=](std::span<const std::byte> output) {
            const auto* const first = reinterpret_cast<const unsigned char*>(output.data());
            std::uint64_t got = 0;
            std::memcpy(&got, first, sizeof got);
            if (got != count) return ladders::distance(static_cast<double>(got), static_cast<double>(count));
            if (std::memcmp(first, right.data(), sizeof count + count * sizeof(T)) == 0) return 0.0;
            return any && ladder::sum_of_hashes<T>(first + sizeof count, count) == hashes ? 0.0 : 1.0;
        };
        data.first_wrong = [=](std::span<const std::byte> output) {
            return ladder::first_wrong<T>(right, count, output, any);
        };
        return {std::move(data)};
    });
}

constexpr input_rules all_rules[] = {
    {.pattern = "reduce", .make = make_reduce},
    {.pattern = "segmented-reduce",
     .takes = input_rules::files::with_offsets,
     .spread = {"length", "spread"},
     .make = make_segmented_reduce},
    {.pattern = "softmax", .make = make_softmax},
    {.pattern = "map", .computes = false, .make = make_map},
    {.pattern = "gather",
     .takes = input_rules::files::with_indices,
     .computes = false,
     .spread = {"indices", "index"},
     .make = make_gather},
    {.pattern = "scatter",
     .takes = input_rules::files::with_indices,
     .spread = {"indices", "index"},
     .make = make_scatter},
    {.pattern = "transpose", .computes = false, .make = make_transpose},
    {.pattern = "convolve", .make = make_convolve},
    {.pattern = "stencil", .make = make_stencil},
    {.pattern = "scan", .make = make_scan},
    {.pattern = "compact", .computes = false, .make = make_compact},
    {.pattern = "histogram", .computes = false, .spread = {"samples", ""}, .make = make_histogram},
    {.pattern = "sort", .computes = false, .spread = {"keys", ""}, .make = make_sort},
    {.pattern = "critical-section", .make = make_critical_section},
};

}  // namespace

const std::span<const input_rules> ladders_with_input = all_rules;

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
