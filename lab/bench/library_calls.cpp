// The library's side of `strider bench --device cpu`: its main calls, as a program would write them and with a
// program's flags.
#include <concepts>
#include <string>
#include <tuple>
#include <utility>

#include <lab/bench/call.hpp>
#include <strider/adjacent_difference.hpp>
#include <strider/compact.hpp>
#include <strider/convolve.hpp>
#include <strider/dot.hpp>
#include <strider/extremes.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/sort.hpp>
#include <strider/top_k.hpp>
#include <strider/transpose.hpp>

namespace strider::lab {
namespace {

template <class T>
std::vector<bench_way> library_ways(const bench_operands<T>& operands) {
    std::vector<bench_way> ways;
    const auto add = [&](std::string call, auto run) { ways.push_back({std::move(call), "strider", run}); };
    constexpr cpu policy;
    const auto [input, second, keys, wide] = std::tuple{operands.input, operands.second, operands.keys, operands.wide};
    const auto output = operands.output;
    const auto counts = operands.counts;
    const auto shuffled = operands.shuffled;
    using functions = bench_functions;
    using count = std::uint32_t;

    add("reduce", [=] { output[0] = reduce(policy, input); });
    add("reduce by a lambda", [=] { output[0] = reduce(policy, input, functions::add, T{}); });
    add("reduce, maximum", [=] { output[0] = reduce(policy, wide, maximum{}); });
    add("transform_reduce", [=] { output[0] = transform_reduce(policy, input, functions::square, plus{}, T{}); });
    add("dot", [=] { output[0] = dot(policy, input, second); });
    add("min_max", [=] {
        const auto match = min_max(policy, wide);
        output[0] = match.minimum, output[1] = match.maximum;
    });
    add("argmin", [=] { counts[0] = static_cast<count>(argmin(policy, wide).index); });
    add("inclusive_scan", [=] { inclusive_scan(policy, input, output); });
    add("inclusive_scan by a lambda", [=] { inclusive_scan(policy, input, output, functions::add, T{}); });
    add("transform", [=] { transform(policy, input, output, functions::triple); });
    add("adjacent_difference", [=] { adjacent_difference(policy, input, output); });
    add("gather", [=] { gather(policy, input, shuffled, output); });
    add("scatter", [=] { scatter(policy, input, shuffled, output); });
    add("scatter_reduce", [=] { scatter_reduce(policy, input, shuffled, output, maximum{}); });
    add("compact", [=] { counts[0] = static_cast<count>(compact(policy, input, output, functions::is_positive)); });
    add("partition", [=] { counts[0] = static_cast<count>(partition(policy, input, output, functions::is_positive)); });
    add("unique", [=] { counts[0] = static_cast<count>(unique_copy(policy, keys, output)); });
    add("run_length_encode", [=] { run_length_encode(policy, keys, output, counts); });
    const auto scratch = operands.scratch;
    add("reduce_by_key", [=] { counts[0] = static_cast<count>(reduce_by_key(policy, keys, input, scratch, output)); });
    add("histogram",
        [=] { histogram(policy, input, even_bins<T>{bench_bins, T{-100}, T{100}}, counts.first(bench_bins)); });
    for (const std::uint64_t length : bench_lengths) {
        add("segmented_reduce of " + std::to_string(length),
            [=] { segmented_reduce(policy, input, length, output.first(input.size() / length)); });
    }
    const auto offsets = operands.offsets;
    add("segmented_inclusive_scan", [=] { segmented_inclusive_scan(policy, input, offsets, output); });

    const std::uint64_t columns = bench_columns(operands.elements), rows = operands.elements / columns;
    const matrix_view matrix(input.data(), rows, columns);
    add("reduce_rows", [=] { reduce_rows(policy, matrix, output.first(rows)); });
    add("reduce_columns", [=] { reduce_columns(policy, matrix, output.first(columns)); });
    add("transpose", [=] { transpose(policy, matrix, matrix_view(output.data(), columns, rows)); });
    if constexpr (std::floating_point<T>) {
        add("convolve", [=] {
            convolve(policy, matrix, matrix_view(bench_mask<T>, 5, 5), matrix_view(output.data(), rows, columns));
        });
    }
    add("sort", [=] { sort(policy, wide, output); });
    add("top_k", [=] { top_k(policy, wide, output.first(bench_top)); });
    return ways;
}

}  // namespace
}  // namespace strider::lab

extern "C" [[gnu::visibility("default")]] std::vector<strider::lab::bench_way> strider_bench_ways(
    const strider::lab::bench_memory& memory) {
    return strider::lab::bench_by_type(memory, [](const auto& of) { return strider::lab::library_ways(of); });
}
// SPDX-License-Identifier: Apache-2.0
