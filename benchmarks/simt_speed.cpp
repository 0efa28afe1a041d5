// How many threads of a kernel the executor runs in a second, at each speed, on one worker and on all.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include <strider/simt/session.hpp>

#include "simt_speed_kernels.hpp"

namespace {

using namespace strider::executor;

template <class Kernel>
void run_threads(benchmark::State& state, speed at, unsigned workers) {
    constexpr std::size_t blocks = 512;
    Kernel kernel(blocks);
    for (auto _ : state) {
        session here({.speed = at, .workers = workers});
        kernel.run();
        if (!kernel.verified()) return state.SkipWithError("wrong result");
        if (!here.report().findings.empty()) return state.SkipWithError("findings in a correct kernel");
    }
    state.counters["threads"] = benchmark::Counter(
        static_cast<double>(blocks * 256) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <class Kernel>
void offer(const std::string& name) {
    constexpr std::pair<const char*, speed> speeds[] = {
        {"run", speed::run}, {"check", speed::check}, {"count", speed::count}};
    for (const auto& [speed_name, at] : speeds) {
        // On one worker the processor's time counts, which other work on the machine does not lengthen as much.
        benchmark::RegisterBenchmark((name + "/" + speed_name + "/one_worker").c_str(), run_threads<Kernel>, at, 1);
        benchmark::RegisterBenchmark((name + "/" + speed_name + "/all_workers").c_str(), run_threads<Kernel>, at, 0)
            ->UseRealTime();
    }
}

}  // namespace

int main(int count, char** arguments) {
    offer<reduction>("reduction");
    offer<scaling>("scaling");
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
