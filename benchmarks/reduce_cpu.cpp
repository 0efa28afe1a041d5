// The library's sum of f32 on all cores, beside the memory's read roof and parallel STL, in one run.
//
//   reduce_cpu [Google Benchmark's options]
//
// Seven repetitions of each, in random order, so that drift hits all alike; compare the medians, or, where memory is
// shared and changed meanwhile (another coefficient of variation than 1%), the times of the best repetitions. A
// repetition is the best that was seen in a second, for the sums as for the roof (ladders/devices/cpu_roof.hpp, which
// tries several ways of reading). All read the same memory, which asks for huge pages. Elements are all over 12
// decades, so nothing is guessed from their values.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <ladders/devices/cpu_roof.hpp>
#include <strider/reduce.hpp>

float std_reduce_plain(const float* first, std::uint64_t count);
float std_reduce_vectors(const float* first, std::uint64_t count);

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 28;

float* elements() {
    static float* const memory = [] {
        constexpr std::size_t bytes = most_elements * sizeof(float);
        void* const pages = std::aligned_alloc(std::size_t{2} << 20, bytes);
        if (pages == nullptr) throw std::bad_alloc();
        madvise(pages, bytes, MADV_HUGEPAGE);
        float* const values = static_cast<float*>(pages);
        std::uint32_t random = 1;
        for (std::uint64_t i = 0; i < most_elements; ++i) {
            random = random * 1664525u + 1013904223u;
            values[i] = static_cast<float>(static_cast<std::int32_t>(random)) * (random & 64 ? 0x1p-40f : 0x1p-20f);
        }
        return values;
    }();
    return memory;
}

template <class Sum>
void sum_elements(benchmark::State& state, Sum sum) {
    using clock = std::chrono::steady_clock;
    const auto count = static_cast<std::uint64_t>(state.range(0));
    const auto calls = static_cast<unsigned>(1 + (std::uint64_t{1} << 22) / count);  // short ones are timed together
    const float* const first = elements();
    for (auto _ : state) {
        double best_seconds = 1e30;
        for (const auto start = clock::now(); clock::now() - start < std::chrono::seconds(1);) {
            const auto before = clock::now();
            for (unsigned i = 0; i < calls; ++i) benchmark::DoNotOptimize(sum(first, count));
            const std::chrono::duration<double> taken = clock::now() - before;
            best_seconds = std::min(best_seconds, taken.count() / calls);
        }
        state.SetIterationTime(best_seconds);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * count * sizeof(float)));
}

double best(const std::vector<double>& seconds) { return *std::min_element(seconds.begin(), seconds.end()); }

float library(const float* first, std::uint64_t count) {
    return strider::reduce(strider::cpu{}, std::span(first, count));
}

void read_roof(benchmark::State& state) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0)) * sizeof(float);
    for (auto _ : state) {
        const double gigabytes_per_second =
            strider::ladders::measure_cpu_roof(strider::ladders::traffic::read, elements(), bytes);
        state.SetIterationTime(static_cast<double>(bytes) / gigabytes_per_second * 1e-9);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

/// A sum that lost elements is not worth its time.
bool close_to_library(const char* name, float sum, double reference) {
    if (std::abs(sum - reference) <= 1e-3 * std::abs(reference)) return true;
    std::cerr << name << " gave " << sum << " where the sum is " << reference << ": nothing is timed\n";
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<char*> arguments(argv, argv + argc);
    char interleave[] = "--benchmark_enable_random_interleaving=true", repeat[] = "--benchmark_repetitions=7",
         aggregates[] = "--benchmark_report_aggregates_only=true";
    arguments.insert(arguments.begin() + 1,
                     {interleave, repeat, aggregates});  // the caller's options come after, and win
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

    for (const std::uint64_t size : {std::uint64_t{1} << 12, most_elements}) {
        const std::span values(elements(), size);
        const double reference = strider::reduce(strider::cpu{}, values, strider::plus{}, 0.0);
        if (!close_to_library("strider::reduce", library(values.data(), size), reference) ||
            !close_to_library("std::reduce", std_reduce_plain(values.data(), size), reference) ||
            !close_to_library("std::reduce by vectors", std_reduce_vectors(values.data(), size), reference)) {
            return 1;
        }
    }
    for (const std::int64_t size : {std::int64_t{1} << 12, std::int64_t{1} << 16, std::int64_t{1} << 20,
                                    std::int64_t{1} << 24, static_cast<std::int64_t>(most_elements)}) {
        const auto add = [size](const char* name, auto sum) {
            benchmark::RegisterBenchmark(name, [sum](benchmark::State& state) { sum_elements(state, sum); })
                ->Arg(size)
                ->UseManualTime()
                ->Iterations(1)
                ->ComputeStatistics("best", best);
        };
        add("strider::reduce(cpu)", library);
        add("std::reduce(par_unseq), -O3", std_reduce_plain);
        add("std::reduce(par_unseq), -O3 -fopenmp-simd -march=native", std_reduce_vectors);
        benchmark::RegisterBenchmark("read roof", read_roof)
            ->Arg(size)
            ->UseManualTime()
            ->Iterations(1)
            ->ComputeStatistics("best", best);
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
