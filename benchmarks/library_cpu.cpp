// The library's patterns on all cores, beside serial{} and parallel STL, in one run; repeatable on any x86-64 machine.
//
//   taskset -c 0,1 library_cpu [Google Benchmark's options]
//
// Nine repetitions of each in random order, so that drift hits all alike. All is verified against serial{} before any
// of it is timed. The table at the end has, for every pattern and size, the fastest time of serial{} and of parallel
// STL over the fastest of cpu{}, of one run each: both are above 1 where cpu{} is faster, and - where it was not timed,
// as serial{} where that is an oracle. Patterns that parallel STL has no call for are written with it as one would: an
// index that is scattered to by an atomic, a chunk of a histogram by a thread of its own, a segment by one call.
// Elements are f32 where nothing else is said; memory asks for huge pages.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execution>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>
#include <strider/compact.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/transpose.hpp>

namespace {

using std::execution::par_unseq;

template <class T>
std::span<T> allocate(std::uint64_t count) {
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
    void* const memory = std::aligned_alloc(page, bytes);  // for the length of the program
    if (memory == nullptr) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    std::memset(memory, 0, bytes);
    return {static_cast<T*>(memory), count};
}

/// The memory that all patterns of one size share. Small whole numbers: their sums are exact in any order.
struct operands {
    explicit operands(std::uint64_t elements)
        : count(elements),
          input(allocate<float>(count)),
          output(allocate<float>(count)),
          expected(allocate<float>(count)),
          in_order(allocate<std::uint32_t>(count)),
          shuffled(allocate<std::uint32_t>(count)),
          numbers(allocate<std::uint32_t>(count)),
          offsets(allocate<std::uint64_t>(count)) {
        std::uint32_t random = 1;
        const auto next = [&] { return random = random * 1664525u + 1013904223u; };
        std::iota(in_order.begin(), in_order.end(), 0u);
        std::iota(shuffled.begin(), shuffled.end(), 0u);
        std::iota(numbers.begin(), numbers.end(), 0u);
        for (std::uint64_t i = count; i > 1; --i) std::swap(shuffled[i - 1], shuffled[next() * i >> 32]);
        for (float& element : input) element = static_cast<float>(next() >> 24);
        std::uint64_t segments = 0;
        for (std::uint64_t at = 0; at < count; at += 1 + (next() >> 16) % 200) offsets[segments++] = at;
        offsets = offsets.first(segments);
    }

    std::uint64_t count;
    std::span<float> input, output, expected;
    std::span<std::uint32_t> in_order, shuffled, numbers;
    std::span<std::uint64_t> offsets;  ///< where segments of 1 to 200 elements begin
};

enum class way { serial, cpu, stl };
const char* name_of(way how) { return how == way::serial ? "serial" : how == way::cpu ? "cpu" : "parallel STL"; }

/// What is compared: makes `output` of the operands, all of it or `results` elements.
struct pattern {
    std::string name;
    std::uint64_t results;
    std::function<void(way)> run;
    bool serial_is_an_oracle;  ///< written to be seen right, not to be fast: not timed
};

/// `library(policy)` or `stl()`.
template <class Library, class Stl>
auto in_every_way(Library library, Stl stl) {
    return [=](way how) {
        if (how == way::serial) return library(strider::serial{});
        if (how == way::cpu) return library(strider::cpu{});
        stl();
    };
}

std::vector<pattern> patterns_of(const operands& of) {
    const std::uint64_t count = of.count;
    const auto input = of.input, output = of.output;
    std::vector<pattern> all;
    const auto add = [&](std::string name, std::uint64_t results, auto library, auto stl) {
        const bool is_an_oracle =
            name.find("scan") != name.npos || name.find("segments") != name.npos || name.find("columns") != name.npos;
        all.push_back({std::move(name), results, in_every_way(library, stl), is_an_oracle});
    };

    // Sums of many are of whole numbers: those of floats would be rounded, in different orders.
    const auto whole = std::span(reinterpret_cast<std::uint32_t*>(output.data()), count);

    const auto linear = [](float x) { return 2 * x + 1; };
    add(
        "map", count, [=](auto policy) { strider::transform(policy, input, output, linear); },
        [=] { std::transform(par_unseq, input.begin(), input.end(), output.begin(), linear); });
    for (const auto& [order, indices] : {std::pair{"in order", of.in_order}, std::pair{"random", of.shuffled}}) {
        const auto at = indices;
        const auto numbers = of.numbers;
        add(
            std::string("gather ") + order, count, [=](auto policy) { strider::gather(policy, input, at, output); },
            [=] {
                std::transform(par_unseq, at.begin(), at.end(), output.begin(),
                               [=](std::uint32_t index) { return input[index]; });
            });
        add(
            std::string("scatter ") + order, count, [=](auto policy) { strider::scatter(policy, input, at, output); },
            [=] {
                std::for_each(par_unseq, numbers.begin(), numbers.end(),
                              [=](std::uint32_t i) { output[at[i]] = input[i]; });
            });
        add(
            std::string("scatter_reduce u32 ") + order, count,
            [=](auto policy) { strider::scatter_reduce(policy, numbers, at, whole); },
            [=] {
                std::for_each(std::execution::par, numbers.begin(), numbers.end(), [=](std::uint32_t i) {
                    std::atomic_ref<std::uint32_t>(whole[at[i]]).fetch_add(i, std::memory_order_relaxed);
                });
            });
    }

    std::uint64_t side = 1;
    while ((side + 1) * (side + 1) <= count) ++side;
    const strider::matrix_view<const float> from{input.data(), side, side, side};
    const strider::matrix_view<float> to{output.data(), side, side, side};
    const auto rows = of.numbers.first(side);
    add(
        "transpose", side * side, [=](auto policy) { strider::transpose(policy, from, to); },
        [=] {
            std::for_each(par_unseq, rows.begin(), rows.end(), [=](std::uint32_t row) {
                for (std::uint64_t column = 0; column < side; ++column) {
                    output[row * side + column] = input[column * side + row];
                }
            });
        });
    // Twice, so that any number of runs leave the same.
    add(
        "transpose_in_place twice", side * side,
        [=](auto policy) {
            strider::transpose_in_place(policy, to);
            strider::transpose_in_place(policy, to);
        },
        [=] {
            for (int twice = 0; twice < 2; ++twice) {
                std::for_each(par_unseq, rows.begin(), rows.end(), [=](std::uint32_t row) {
                    for (std::uint64_t column = row + 1; column < side; ++column) {
                        std::swap(output[row * side + column], output[column * side + row]);
                    }
                });
            }
        });

    const auto is_odd = [](float x) { return static_cast<int>(x) % 2 != 0; };
    const auto selected = static_cast<std::uint64_t>(std::count_if(input.begin(), input.end(), is_odd));
    add(
        "compact", selected, [=](auto policy) { strider::compact(policy, input, output, is_odd); },
        [=] { std::copy_if(par_unseq, input.begin(), input.end(), output.begin(), is_odd); });

    const auto add_segments = [&](std::string name, std::uint64_t segment, auto reduce) {
        const std::uint64_t segments = count / segment;
        const auto each = of.numbers.first(segments);
        add(
            std::move(name), segments,
            [=](auto policy) { strider::segmented_reduce(policy, input.first(segments * segment), segment, output); },
            [=] {
                std::transform(par_unseq, each.begin(), each.end(), output.begin(), [=](std::uint32_t i) {
                    const auto values = input.subspan(i * segment, segment);
                    return reduce(values.begin(), values.end());
                });
            });
    };
    const auto short_sum = [](auto first, auto last) { return std::reduce(first, last, 0.0f); };
    const auto sum = [](auto first, auto last) { return std::reduce(std::execution::unseq, first, last, 0.0f); };
    add_segments("segments of 4 f32", 4, short_sum);
    add_segments("segments of 16 f32", 16, short_sum);
    add_segments("segments of 100 f32", 100, sum);

    // With the cells of samples below all bins, above them, and that are no number.
    constexpr std::uint64_t bins = 256, cells = bins + 3, chunk = 1 << 16;
    struct {
        float low = 0, high = bins, bins_a_unit = 1;
    } bounds;
    benchmark::DoNotOptimize(bounds);  // known at run time alone
    const auto chunks = of.numbers.first((count + chunk - 1) / chunk);
    const auto counts = std::make_shared<std::vector<std::uint32_t>>(cells);
    const auto partial = std::make_shared<std::vector<std::uint32_t>>(chunks.size() * cells);
    add(
        "histogram", cells,
        [=](auto policy) {
            const strider::even_bins<float> even{bins, bounds.low, bounds.high};
            const strider::outside outside = strider::histogram(policy, input, even, *counts);
            std::copy(counts->begin(), counts->end(), output.begin());
            output[bins] = static_cast<float>(outside.below);
            output[bins + 1] = static_cast<float>(outside.above);
            output[bins + 2] = static_cast<float>(outside.nan);
        },
        [=] {
            const auto cell_of = [=](float x) -> std::uint64_t {
                if (x >= bounds.low && x < bounds.high) {
                    const auto bin = static_cast<std::int32_t>((x - bounds.low) * bounds.bins_a_unit);
                    return std::min(static_cast<std::uint64_t>(bin), bins - 1);
                }
                return x < bounds.low ? bins : x >= bounds.high ? bins + 1 : bins + 2;
            };
            std::for_each(std::execution::par, chunks.begin(), chunks.end(), [=](std::uint32_t c) {
                std::uint32_t* const mine = partial->data() + c * cells;
                std::fill_n(mine, cells, 0u);
                const std::uint64_t end = std::min(count, (c + 1) * chunk);
                for (std::uint64_t i = c * chunk; i < end; ++i) ++mine[cell_of(input[i])];
            });
            std::fill(counts->begin(), counts->end(), 0u);
            for (std::uint64_t c = 0; c < chunks.size(); ++c) {
                for (std::uint64_t b = 0; b < cells; ++b) (*counts)[b] += (*partial)[c * cells + b];
            }
            std::copy(counts->begin(), counts->end(), output.begin());
        });

    const auto terms = of.shuffled;
    add(
        "scan u32", count, [=](auto policy) { strider::inclusive_scan(policy, terms, whole); },
        [=] { std::inclusive_scan(par_unseq, terms.begin(), terms.end(), whole.begin()); });
    const auto greater = [](std::uint32_t a, std::uint32_t b) { return a > b ? a : b; };
    add(
        "scan u32 by a function", count,
        [=](auto policy) { strider::inclusive_scan(policy, terms, whole, greater, std::uint32_t{0}); },
        [=] { std::inclusive_scan(par_unseq, terms.begin(), terms.end(), whole.begin(), greater, std::uint32_t{0}); });
    const std::span wide_terms(reinterpret_cast<const std::int64_t*>(terms.data()), count / 2);
    const std::span wide(reinterpret_cast<std::int64_t*>(output.data()), count / 2);
    add(
        "scan i64", count / 2 * 2, [=](auto policy) { strider::inclusive_scan(policy, wide_terms, wide); },
        [=] { std::inclusive_scan(par_unseq, wide_terms.begin(), wide_terms.end(), wide.begin()); });

    const auto offsets = of.offsets;
    const auto segment_numbers = of.numbers.first(offsets.size());
    const auto add_segmented_scan = [&](std::string name, auto elements, auto results, auto op) {
        add(
            std::move(name), count,
            [=](auto policy) { strider::segmented_inclusive_scan(policy, elements, offsets, results, op); },
            [=] {
                std::for_each(par_unseq, segment_numbers.begin(), segment_numbers.end(), [=](std::uint32_t i) {
                    const std::uint64_t end = i + 1 < offsets.size() ? offsets[i + 1] : count;
                    std::inclusive_scan(elements.begin() + offsets[i], elements.begin() + end,
                                        results.begin() + offsets[i], op);
                });
            });
    };
    add_segmented_scan("segmented scan u32", terms, whole, strider::plus{});
    add_segmented_scan("segmented scan u32 by a function", terms, whole, greater);
    add_segmented_scan("segmented scan f32 by a function", input, output,
                       [](float a, float b) { return a > b ? a : b; });

    const auto block_numbers = of.numbers.first(64);
    const auto add_columns = [&](std::string name, std::uint64_t columns, auto elements, auto results) {
        using T = std::remove_cv_t<typename decltype(results)::value_type>;
        const strider::matrix_view<const T> matrix(elements.data(), count / columns, columns);
        const std::uint64_t blocks = block_numbers.size();
        const auto column_sums = std::make_shared<std::vector<T>>(blocks * columns);
        add(
            std::move(name), columns,
            [=](auto policy) { strider::reduce_columns(policy, matrix, results.first(columns)); },
            [=] {
                std::for_each(par_unseq, block_numbers.begin(), block_numbers.end(), [=](std::uint32_t block) {
                    T* const sums = column_sums->data() + block * columns;
                    std::fill_n(sums, columns, T{});
                    const std::uint64_t end = (block + 1) * matrix.rows / blocks;
                    for (std::uint64_t row = block * matrix.rows / blocks; row < end; ++row) {
                        for (std::uint64_t c = 0; c < columns; ++c) sums[c] += matrix.data[row * columns + c];
                    }
                });
                std::fill_n(results.begin(), columns, T{});
                for (std::uint64_t i = 0; i < blocks * columns; ++i) results[i % columns] += (*column_sums)[i];
            });
    };
    add_columns("columns of 100 u32", 100, terms, whole);
    add_columns("columns of 1000 f32", 1000, input, output);
    return all;
}

/// Whether all three ways have made the same of an output of ones.
bool agree(const pattern& one, const operands& of) {
    const std::size_t bytes = one.results * sizeof(float);
    for (const way how : {way::serial, way::cpu, way::stl}) {
        const auto into = of.output;
        std::fill(into.begin(), into.end(), 1.0f);
        one.run(how);
        if (how == way::serial) {
            std::copy(into.begin(), into.end(), of.expected.begin());
        } else if (std::memcmp(into.data(), of.expected.data(), bytes) != 0) {
            std::fprintf(stderr, "%s of %llu elements: %s differs from serial: nothing is timed\n", one.name.c_str(),
                         static_cast<unsigned long long>(of.count), name_of(how));
            return false;
        }
    }
    return true;
}

/// The fastest of all repetitions, by a pattern's size and name.
using fastest_times = std::map<std::pair<std::uint64_t, std::string>, std::map<way, double>>;

void print_ratios(const fastest_times& fastest) {
    std::printf("\n%-34s %10s %12s %12s %14s\n", "pattern", "elements", "cpu (us)", "over serial", "over par. STL");
    for (const auto& [key, times] : fastest) {
        const auto least = [&](way how) { return times.count(how) != 0 ? times.at(how) : std::nan(""); };
        const auto cell = [](double value, int places) {
            char text[32] = "-";
            if (!std::isnan(value)) std::snprintf(text, sizeof(text), "%.*f", places, value);
            return std::string(text);
        };
        const double cpu = least(way::cpu);
        std::printf("%-34s %10llu %12s %12s %14s\n", key.second.c_str(), static_cast<unsigned long long>(key.first),
                    cell(cpu * 1e6, 1).c_str(), cell(least(way::serial) / cpu, 2).c_str(),
                    cell(least(way::stl) / cpu, 2).c_str());
    }
}

void register_pattern(const pattern& one, std::uint64_t count, fastest_times& fastest) {
    for (const way how : {way::serial, way::cpu, way::stl}) {
        if (how == way::serial && one.serial_is_an_oracle) continue;
        const std::string name = one.name + "/" + std::to_string(count) + "/" + name_of(how);
        const auto measure = [&fastest, one, count, how](benchmark::State& state) {
            using clock = std::chrono::steady_clock;
            for (auto _ : state) {
                const auto start = clock::now();
                one.run(how);
                benchmark::ClobberMemory();
                const double seconds = std::chrono::duration<double>(clock::now() - start).count();
                state.SetIterationTime(seconds);
                auto& least = fastest[{count, one.name}].try_emplace(how, seconds).first->second;
                least = std::min(least, seconds);
            }
        };
        benchmark::RegisterBenchmark(name.c_str(), measure)->UseManualTime()->Unit(benchmark::kMicrosecond);
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<char*> arguments(argv, argv + argc);
    char interleave[] = "--benchmark_enable_random_interleaving=true", repeat[] = "--benchmark_repetitions=9",
         aggregates[] = "--benchmark_report_aggregates_only=true", least_time[] = "--benchmark_min_time=0.05";
    arguments.insert(arguments.begin() + 1,
                     {interleave, repeat, aggregates, least_time});  // the caller's options come after, and win
    int options = static_cast<int>(arguments.size());
    benchmark::Initialize(&options, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(options, arguments.data())) return 2;

    fastest_times fastest;
    for (const unsigned bits : {14, 20, 25}) {
        const operands of(std::uint64_t{1} << bits);
        for (const pattern& one : patterns_of(of)) {
            if (!agree(one, of)) return 1;
            register_pattern(one, of.count, fastest);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    std::printf("\n%d threads\n", tbb::this_task_arena::max_concurrency());
    print_ratios(fastest);
    return 0;
}
