// What `strider bench --device cpu` sets the library against: a plain loop that the compiler makes vectors of, the same
// on all cores by oneTBB, and the parallel standard library. Compiled for processors with AVX2, as a program for one
// machine is.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <execution>
#include <functional>
#include <limits>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>

#include <lab/bench/call.hpp>

namespace strider::lab {
namespace {

using std::execution::par_unseq;
using range = tbb::blocked_range<std::uint64_t>;

/// What a plain loop makes of the elements from `first` to `last`: 256 bytes of totals, so that the compiler may use
/// vectors without reordering floats itself.
template <class T, class Element, class Combine>
T wide_loop(std::uint64_t first, std::uint64_t last, T start, Element element, Combine combine) {
    constexpr std::uint64_t width = 256 / sizeof(T);
    std::array<T, width> totals;
    totals.fill(start);
    std::uint64_t i = first;
    for (; i + width <= last; i += width) {
        for (std::uint64_t j = 0; j < width; ++j) totals[j] = combine(totals[j], element(i + j));
    }
    T total = start;
    for (; i < last; ++i) total = combine(total, element(i));
    for (const T one : totals) total = combine(total, one);
    return total;
}

/// A loop over [0, count) as it is, and in pieces on all cores.
template <class Loop>
void loops(std::vector<bench_way>& ways, const std::string& call, std::uint64_t count, Loop loop) {
    ways.push_back({call, "plain loop", [=] { loop(std::uint64_t{0}, count); }});
    ways.push_back({call, "tbb::parallel_for", [=] {
                        tbb::parallel_for(range(0, count, 4096),
                                          [&](const range& part) { loop(part.begin(), part.end()); });
                    }});
}

/// Reductions by a plain loop, as it is and on all cores.
template <class T, class Element, class Combine>
void reductions(std::vector<bench_way>& ways, const std::string& call, const bench_operands<T>& of, T start,
                Element element, Combine combine) {
    const auto output = of.output;
    const std::uint64_t count = of.elements;
    ways.push_back({call, "plain loop", [=] { output[0] = wide_loop(0, count, start, element, combine); }});
    ways.push_back({call, "tbb::parallel_reduce", [=] {
                        output[0] = tbb::parallel_reduce(
                            range(0, count, 16384), start,
                            [&](const range& part, T total) {
                                return combine(total, wide_loop(part.begin(), part.end(), start, element, combine));
                            },
                            combine);
                    }});
}

template <class T>
class contenders {
public:
    explicit contenders(const bench_operands<T>& operands) : of_(operands) {
        add_reductions();
        add_moves();
        add_scans();
        add_selections();
        add_segments();
        add_matrices();
        add_sorts();
    }

    std::vector<bench_way> ways;

private:
    static constexpr T zero{};

    void add(std::string call, std::string name, std::function<void()> run) {
        ways.push_back({std::move(call), std::move(name), std::move(run)});
    }

    void add_reductions() {
        const auto [input, second, wide, output, counts, count] =
            std::tuple{of_.input, of_.second, of_.wide, of_.output, of_.counts, of_.elements};
        const auto plus = [](T a, T b) { return static_cast<T>(a + b); };
        const auto larger = [](T a, T b) { return a > b ? a : b; };
        const auto element = [input](std::uint64_t i) { return input[i]; };
        for (const char* const call : {"reduce", "reduce by a lambda"}) {
            reductions(ways, call, of_, zero, element, plus);
            add(call, "std::reduce",
                [=] { output[0] = std::reduce(par_unseq, input.begin(), input.end(), zero, plus); });
        }
        const auto wide_element = [wide](std::uint64_t i) { return wide[i]; };
        reductions(ways, "reduce, maximum", of_, std::numeric_limits<T>::lowest(), wide_element, larger);
        add("reduce, maximum", "std::reduce",
            [=] { output[0] = std::reduce(par_unseq, wide.begin(), wide.end(), wide[0], larger); });
        reductions(
            ways, "transform_reduce", of_, zero,
            [input](std::uint64_t i) { return static_cast<T>(input[i] * input[i]); }, plus);
        add("transform_reduce", "std::transform_reduce", [=] {
            output[0] =
                std::transform_reduce(par_unseq, input.begin(), input.end(), zero, plus, bench_functions::square);
        });
        reductions(
            ways, "dot", of_, zero, [input, second](std::uint64_t i) { return static_cast<T>(input[i] * second[i]); },
            plus);
        add("dot", "std::transform_reduce", [=] {
            output[0] = std::transform_reduce(par_unseq, input.begin(), input.end(), second.begin(), zero, plus,
                                              [](T a, T b) { return static_cast<T>(a * b); });
        });

        // Two loops over the same elements in the first-level cache.
        const auto both = [=](std::uint64_t first, std::uint64_t last) {
            std::pair<T, T> extremes{wide[0], wide[0]};
            for (std::uint64_t i = first; i < last; i += 4096) {
                const std::uint64_t end = std::min(i + 4096, last);
                const auto smaller = [](T a, T b) { return a < b ? a : b; };
                extremes.first = smaller(extremes.first, wide_loop(i, end, extremes.first, wide_element, smaller));
                extremes.second = larger(extremes.second, wide_loop(i, end, extremes.second, wide_element, larger));
            }
            return extremes;
        };
        const auto store = [=](std::pair<T, T> extremes) { output[0] = extremes.first, output[1] = extremes.second; };
        add("min_max", "plain loop", [=] { store(both(0, count)); });
        add("min_max", "tbb::parallel_reduce", [=] {
            const auto join = [](std::pair<T, T> a, std::pair<T, T> b) {
                return std::pair(std::min(a.first, b.first), std::max(a.second, b.second));
            };
            store(tbb::parallel_reduce(
                range(0, count, 16384), std::pair(wide[0], wide[0]),
                [&](const range& part, std::pair<T, T> found) { return join(found, both(part.begin(), part.end())); },
                join));
        });
        add("min_max", "std::minmax_element", [=] {
            const auto match = std::minmax_element(par_unseq, wide.begin(), wide.end());
            store({*match.first, *match.second});
        });
        add("argmin", "plain loop", [=] {
            std::uint64_t least = 0;
            for (std::uint64_t i = 1; i < count; ++i) {
                if (wide[i] < wide[least]) least = i;
            }
            counts[0] = static_cast<std::uint32_t>(least);
        });
        add("argmin", "std::min_element", [=] {
            counts[0] =
                static_cast<std::uint32_t>(std::min_element(par_unseq, wide.begin(), wide.end()) - wide.begin());
        });
    }

    void add_moves() {
        const auto [input, output, shuffled, counts, count] =
            std::tuple{of_.input.data(), of_.output.data(), of_.shuffled.data(), of_.counts, of_.elements};
        const auto triple = bench_functions::triple;
        loops(ways, "transform", count, [=](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t i = first; i < last; ++i) output[i] = triple(input[i]);
        });
        add("transform", "std::transform", [=] { std::transform(par_unseq, input, input + count, output, triple); });
        loops(ways, "adjacent_difference", count, [=](std::uint64_t first, std::uint64_t last) {
            if (first == 0) output[first++] = input[0];
            for (std::uint64_t i = first; i < last; ++i) output[i] = static_cast<T>(input[i] - input[i - 1]);
        });
        add("adjacent_difference", "std::adjacent_difference", [=] {
            std::adjacent_difference(par_unseq, input, input + count, output,
                                     [](T a, T b) { return static_cast<T>(a - b); });
        });
        loops(ways, "gather", count, [=](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t i = first; i < last; ++i) output[i] = input[shuffled[i]];
        });
        loops(ways, "scatter", count, [=](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t i = first; i < last; ++i) output[shuffled[i]] = input[i];
        });
        add("scatter_reduce", "plain loop", [=] {
            for (std::uint64_t i = 0; i < count; ++i) {
                T& place = output[shuffled[i]];
                place = std::max(place, input[i]);
            }
        });
        const auto bin_of = [](T x) {
            return static_cast<std::uint64_t>((static_cast<double>(x) + 100) * (bench_bins / 200.0));
        };
        add("histogram", "plain loop", [=] {
            std::ranges::fill(counts.first(bench_bins), 0);
            for (std::uint64_t i = 0; i < count; ++i) ++counts[bin_of(input[i])];
        });
        add("histogram", "tbb::parallel_reduce", [=] {
            using table = std::array<std::uint64_t, bench_bins>;
            const table bins = tbb::parallel_reduce(
                range(0, count, 16384), table{},
                [&](const range& part, table so_far) {
                    for (std::uint64_t i = part.begin(); i < part.end(); ++i) ++so_far[bin_of(input[i])];
                    return so_far;
                },
                [](table a, const table& b) {
                    for (std::uint64_t i = 0; i < bench_bins; ++i) a[i] += b[i];
                    return a;
                });
            for (std::uint64_t i = 0; i < bench_bins; ++i) counts[i] = static_cast<std::uint32_t>(bins[i]);
        });
    }

    void add_scans() {
        const auto [input, output, offsets, count] = std::tuple{of_.input, of_.output, of_.offsets, of_.elements};
        const auto plus = [](T a, T b) { return static_cast<T>(a + b); };
        for (const char* const call : {"inclusive_scan", "inclusive_scan by a lambda"}) {
            add(call, "plain loop", [=] {
                T total{};
                for (std::uint64_t i = 0; i < count; ++i) output[i] = total = plus(total, input[i]);
            });
            add(call, "std::inclusive_scan",
                [=] { std::inclusive_scan(par_unseq, input.begin(), input.end(), output.begin(), plus); });
        }
        loops(ways, "segmented_inclusive_scan", offsets.size(), [=](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t s = first; s < last; ++s) {
                const std::uint64_t end = s + 1 < offsets.size() ? offsets[s + 1] : count;
                T total{};
                for (std::uint64_t i = offsets[s]; i < end; ++i) output[i] = total = plus(total, input[i]);
            }
        });
    }

    void add_selections() {
        const auto [input, keys, output, scratch, counts, count] =
            std::tuple{of_.input, of_.keys, of_.output, of_.scratch, of_.counts, of_.elements};
        const auto is_positive = bench_functions::is_positive;
        const auto selected = [=](auto end) { counts[0] = static_cast<std::uint32_t>(end - output.begin()); };
        add("compact", "plain loop", [=] {
            std::uint64_t kept = 0;
            for (const T x : input) {
                if (is_positive(x)) output[kept++] = x;
            }
            counts[0] = static_cast<std::uint32_t>(kept);
        });
        add("compact", "std::copy_if",
            [=] { selected(std::copy_if(par_unseq, input.begin(), input.end(), output.begin(), is_positive)); });
        add("partition", "two plain loops", [=] {
            std::uint64_t kept = 0;
            for (const T x : input) {
                if (is_positive(x)) output[kept++] = x;
            }
            counts[0] = static_cast<std::uint32_t>(kept);
            for (const T x : input) {
                if (!is_positive(x)) output[kept++] = x;
            }
        });
        add("unique", "plain loop", [=] { selected(std::unique_copy(keys.begin(), keys.end(), output.begin())); });
        add("unique", "std::unique_copy",
            [=] { selected(std::unique_copy(par_unseq, keys.begin(), keys.end(), output.begin())); });
        add("run_length_encode", "plain loop", [=] {
            std::uint64_t runs = 0;
            for (std::uint64_t i = 0, begin = 0; i < count; ++i) {
                if (i + 1 < count && keys[i + 1] == keys[begin]) continue;
                output[runs] = keys[begin];
                counts[runs++] = static_cast<std::uint32_t>(i + 1 - begin);
                begin = i + 1;
            }
        });
        add("reduce_by_key", "plain loop", [=] {
            std::uint64_t runs = 0;
            T total{};
            for (std::uint64_t i = 0; i < count; ++i) {
                total = static_cast<T>(total + input[i]);
                if (i + 1 < count && keys[i + 1] == keys[i]) continue;
                scratch[runs] = keys[i];
                output[runs++] = total;
                total = T{};
            }
            counts[0] = static_cast<std::uint32_t>(runs);
        });
    }

    void add_segments() {
        const auto [input, output] = std::pair{of_.input.data(), of_.output.data()};
        for (const std::uint64_t length : bench_lengths) {
            loops(ways, "segmented_reduce of " + std::to_string(length), of_.elements / length,
                  [=](std::uint64_t first, std::uint64_t last) { add_rows(input, output, length, first, last); });
        }
    }

    /// Sums of rows, each by a plain loop.
    static void add_rows(const T* input, T* output, std::uint64_t length, std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t row = first; row < last; ++row) {
            const T* const elements = input + row * length;
            const auto plus = [](T a, T b) { return static_cast<T>(a + b); };
            output[row] = wide_loop(0, length, zero, [=](std::uint64_t i) { return elements[i]; }, plus);
        }
    }

    void add_matrices() {
        const auto [input, output] = std::pair{of_.input.data(), of_.output.data()};
        const std::uint64_t columns = bench_columns(of_.elements), rows = of_.elements / columns;
        loops(ways, "reduce_rows", rows,
              [=](std::uint64_t first, std::uint64_t last) { add_rows(input, output, columns, first, last); });
        const auto add_row = [=](T* sums, std::uint64_t row) {
            for (std::uint64_t c = 0; c < columns; ++c) sums[c] = static_cast<T>(sums[c] + input[row * columns + c]);
        };
        add("reduce_columns", "plain loop", [=] {
            std::fill_n(output, columns, zero);
            for (std::uint64_t row = 0; row < rows; ++row) add_row(output, row);
        });
        add("reduce_columns", "tbb::parallel_reduce", [=] {
            using sums = std::vector<T>;
            const sums total = tbb::parallel_reduce(
                range(0, rows, 64), sums(columns),
                [&](const range& part, sums so_far) {
                    for (std::uint64_t row = part.begin(); row < part.end(); ++row) add_row(so_far.data(), row);
                    return so_far;
                },
                [&](sums a, const sums& b) {
                    for (std::uint64_t c = 0; c < columns; ++c) a[c] = static_cast<T>(a[c] + b[c]);
                    return a;
                });
            std::ranges::copy(total, output);
        });
        // In squares of 32 x 32, so that both sides are read and written by lines.
        constexpr std::uint64_t side = 32;
        loops(ways, "transpose", (rows + side - 1) / side, [=](std::uint64_t first, std::uint64_t last) {
            for (std::uint64_t tile = first; tile < last; ++tile) {
                const std::uint64_t end = std::min(rows, (tile + 1) * side);
                for (std::uint64_t left = 0; left < columns; left += side) {
                    for (std::uint64_t c = left; c < std::min(columns, left + side); ++c) {
                        for (std::uint64_t r = tile * side; r < end; ++r) output[c * rows + r] = input[r * columns + c];
                    }
                }
            }
        });
        if constexpr (std::floating_point<T>) {
            // Outside of the image is 0; the columns at both sides are the rare case.
            loops(ways, "convolve", rows, [=](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t row = first; row < last; ++row) {
                    T* const sums = output + row * columns;
                    std::fill_n(sums, columns, zero);
                    for (std::uint64_t m = 0; m < 25; ++m) {
                        const std::int64_t dy = static_cast<std::int64_t>(m / 5) - 2,
                                           dx = static_cast<std::int64_t>(m % 5) - 2;
                        const std::int64_t y = static_cast<std::int64_t>(row) + dy,
                                           width = static_cast<std::int64_t>(columns);
                        if (y < 0 || y >= static_cast<std::int64_t>(rows)) continue;
                        const T* const line = input + y * width;
                        const T weight = bench_mask<T>[m];
                        const std::int64_t end = std::min(width, width - dx);
                        for (std::int64_t c = std::max<std::int64_t>(0, -dx); c < end; ++c)
                            sums[c] += weight * line[c + dx];
                    }
                }
            });
        }
    }

    void add_sorts() {
        const auto [wide, output] = std::pair{of_.wide, of_.output};
        add("sort", "std::sort", [=] {
            std::ranges::copy(wide, output.begin());
            std::sort(par_unseq, output.begin(), output.end());
        });
        add("top_k", "std::partial_sort_copy",
            [=] { std::ranges::partial_sort_copy(wide, output.first(bench_top), std::greater<>{}); });
    }

    bench_operands<T> of_;
};

}  // namespace
}  // namespace strider::lab

extern "C" [[gnu::visibility("default")]] std::vector<strider::lab::bench_way> strider_bench_ways(
    const strider::lab::bench_memory& memory) {
    return strider::lab::bench_by_type(memory, []<class T>(const strider::lab::bench_operands<T>& operands) {
        return strider::lab::contenders<T>(operands).ways;
    });
}
// SPDX-License-Identifier: Apache-2.0
