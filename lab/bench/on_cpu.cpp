#include <lab/bench/on_cpu.hpp>

#include <fmt/format.h>
#include <sys/mman.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <thread>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/bench/call.hpp>

namespace strider::lab {
namespace {

using clock = std::chrono::steady_clock;

double microseconds_of(const std::function<void()>& run) {
    const auto start = clock::now();
    run();
    return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}

/// Memory in huge pages where there is much of it, for the library and the others alike.
class buffer {
public:
    explicit buffer(std::size_t bytes) : bytes_(bytes) {
        constexpr std::size_t page = std::size_t{2} << 20;
        const std::size_t rounded = (bytes + page - 1) / page * page;
        memory_.reset(std::aligned_alloc(page, rounded));
        if (!memory_) throw std::bad_alloc();
        madvise(memory_.get(), rounded, MADV_HUGEPAGE);
        std::memset(memory_.get(), 0, bytes);
    }

    void* data() const { return memory_.get(); }
    template <class T>
    std::span<T> as() const {
        return {static_cast<T*>(memory_.get()), bytes_ / sizeof(T)};
    }

    void flush() const {
#if defined(__x86_64__)
        const char* const lines = static_cast<const char*>(memory_.get());
        for (std::size_t i = 0; i < bytes_; i += 64) _mm_clflush(lines + i);
#endif
    }

private:
    struct free_memory {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::size_t bytes_;
    std::unique_ptr<void, free_memory> memory_;
};

/// What all calls of a type and size work on.
class bench_data {
public:
    bench_data(std::string_view type, std::uint64_t elements)
        : type_(type),
          elements_(elements),
          bytes_(elements * (type == "i8"    ? 1
                             : type == "f64" ? 8
                                             : 4)),
          input_(bytes_),
          second_(bytes_),
          keys_(bytes_),
          wide_(bytes_),
          output_(bytes_),
          expected_(bytes_),
          scratch_(bytes_),
          shuffled_(elements * sizeof(std::uint32_t)),
          offsets_(elements / bench_segment * sizeof(std::uint64_t)),
          counts_(elements * sizeof(std::uint32_t)),
          expected_counts_(elements * sizeof(std::uint32_t)) {
        fill();
    }

    bench_memory memory() const {
        return {.type = type_,
                .elements = elements_,
                .input = input_.data(),
                .second = second_.data(),
                .keys = keys_.data(),
                .wide = wide_.data(),
                .output = output_.data(),
                .scratch = scratch_.data(),
                .shuffled = shuffled_.as<std::uint32_t>().data(),
                .offsets = offsets_.as<std::uint64_t>().data(),
                .counts = counts_.as<std::uint32_t>().data()};
    }

    void clear_results() const {
        std::memset(output_.data(), 0, bytes_);
        std::memset(counts_.data(), 0, elements_ * sizeof(std::uint32_t));
    }
    void keep_results() const {
        std::memcpy(expected_.data(), output_.data(), bytes_);
        std::memcpy(expected_counts_.data(), counts_.data(), elements_ * sizeof(std::uint32_t));
    }
    bool has_kept_results() const {
        const auto near = [](auto match, auto right) {
            const double distance = std::abs(static_cast<double>(match) - static_cast<double>(right));
            return distance <= 0.001 * std::max(1.0, std::abs(static_cast<double>(right)));
        };
        const bool same_counts = std::ranges::equal(counts_.as<std::uint32_t>(), expected_counts_.as<std::uint32_t>());
        if (type_ == "f32") return same_counts && std::ranges::equal(output_.as<float>(), expected_.as<float>(), near);
        if (type_ == "f64")
            return same_counts && std::ranges::equal(output_.as<double>(), expected_.as<double>(), near);
        return same_counts && std::memcmp(output_.data(), expected_.data(), bytes_) == 0;
    }

    void flush() const {
        for (const buffer* const one :
             {&input_, &second_, &keys_, &wide_, &output_, &scratch_, &shuffled_, &offsets_, &counts_})
            one->flush();
    }

private:
    void fill() {
        if (type_ == "i8") fill_numbers<std::int8_t>();
        if (type_ == "i32") fill_numbers<std::int32_t>();
        if (type_ == "f32") fill_numbers<float>();
        if (type_ == "f64") fill_numbers<double>();
        // Numbers below a power of two, mixed by steps that can be undone: those that are no place are mixed again.
        const std::uint64_t mask = std::bit_ceil(elements_) - 1;
        const int shift = std::bit_width(mask) / 2;
        const auto mixed = [=](std::uint64_t x) {
            for (const std::uint64_t odd : {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u, 0x94D049BB133111EBu}) {
                x = (x ^ x >> shift) * odd & mask;
            }
            return x ^ x >> shift;
        };
        std::uint64_t next = 0;
        for (std::uint32_t& place : shuffled_.as<std::uint32_t>()) {
            std::uint64_t x = next++;
            do x = mixed(x);
            while (x >= elements_);
            place = static_cast<std::uint32_t>(x);
        }
        const auto offsets = offsets_.as<std::uint64_t>();
        for (std::uint64_t i = 0; i < offsets.size(); ++i) offsets[i] = i * bench_segment;
    }

    template <class T>
    void fill_numbers() {
        std::uint64_t state = 1;
        const auto random = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 32; };
        const auto small = [&] { return static_cast<T>(static_cast<int>(random() % 7) - 3); };
        for (T& x : input_.as<T>()) x = small();
        for (T& x : second_.as<T>()) x = small();
        for (T& x : wide_.as<T>())
            x = static_cast<T>(static_cast<std::int32_t>(random()) / (std::is_floating_point_v<T> ? 256 : 1));
        std::uint64_t remaining = 0;
        T key{};
        for (T& x : keys_.as<T>()) {
            if (remaining-- == 0) key = static_cast<T>(key == T{100} ? T{} : key + 1), remaining = 1 + random() % 15;
            x = key;
        }
    }

    std::string type_;
    std::uint64_t elements_;
    std::size_t bytes_;
    buffer input_, second_, keys_, wide_, output_, expected_, scratch_, shuffled_, offsets_, counts_, expected_counts_;
};

/// The medians of all ways, in microseconds a call.
std::vector<double> time_in_rounds(std::span<const bench_way* const> ways, const bench_data& data,
                                   std::span<const double> first_times, bool cold, double seconds) {
    constexpr unsigned fewest = 3, most = 25;
    constexpr double least_us = 100;  // shorter calls are repeated
    std::vector<std::vector<double>> times(ways.size());
    std::vector<std::size_t> order(ways.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::minstd_rand random(1);
    const auto start = clock::now();
    for (unsigned round = 0; round < most; ++round) {
        const double spent = std::chrono::duration<double>(clock::now() - start).count();
        if ((round >= fewest && spent > seconds) || interruption::is_noted()) break;
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t way : order) {
            const double repeats = cold ? 1 : std::clamp(std::ceil(least_us / first_times[way]), 1.0, 1000.0);
            if (cold) data.flush();
            const double time = microseconds_of([&] {
                for (double i = 0; i < repeats; ++i) ways[way]->run();
            });
            times[way].push_back(time / repeats);
        }
    }
    std::vector<double> medians;
    for (std::vector<double>& of_way : times) {
        const auto middle = of_way.begin() + static_cast<std::ptrdiff_t>(of_way.size() / 2);
        std::nth_element(of_way.begin(), middle, of_way.end());
        medians.push_back(of_way.empty() ? std::nan("") : *middle);
    }
    return medians;
}

record times_record(std::span<const bench_way* const> ways, const std::vector<double>& medians) {
    const auto fastest = std::min_element(medians.begin() + 1, medians.end());
    return {{"us", number(medians[0])},
            {"ratio", number(*fastest / medians[0])},
            {"fastest", ways[static_cast<std::size_t>(fastest - medians.begin())]->name}};
}

/// Flushing more takes longer than the calls.
constexpr std::uint64_t most_cold = std::uint64_t{1} << 20;

/// A call by all of its ways, the library's first.
record time_call(std::span<const bench_way* const> ways, const bench_data& data, double seconds) {
    std::vector<double> first_times;
    for (const bench_way* const way : ways) {
        data.clear_results();
        way->run();
        if (way == ways[0]) data.keep_results();
        if (!data.has_kept_results()) return {{"wrong", way->name}};
        first_times.push_back(microseconds_of(way->run));
    }
    record times = {{"hot", times_record(ways, time_in_rounds(ways, data, first_times, false, seconds))}};
#if defined(__x86_64__)
    if (data.memory().elements <= most_cold) {
        times["cold"] = times_record(ways, time_in_rounds(ways, data, first_times, true, seconds));
    }
#endif
    return times;
}

bench_ways ways_of_module(const std::string& target) {
    std::string why;
    void* const ways = load_module(target, "strider_bench_ways", true, why);
    if (ways == nullptr) throw usage_error("bench --device cpu: " + why);
    return reinterpret_cast<bench_ways>(ways);
}

bool is_asked_for(const cpu_bench_request& request, const std::string& call) {
    return request.calls.empty() || std::ranges::any_of(request.calls, [&](const std::string& name) {
               return call == name || call.starts_with(name + " ") || call.starts_with(name + ",");
           });
}

}  // namespace

std::string bench_processor() {
    std::ifstream lines("/proc/cpuinfo");
    std::string name = "unnamed processor";
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("model name")) {
            name = line.substr(line.find(':') + 2);
            break;
        }
    }
    const unsigned cores = std::thread::hardware_concurrency();
    return fmt::format("{}, {} core{}", name, cores, cores == 1 ? "" : "s");
}

std::vector<record> bench_on_cpu(const cpu_bench_request& request, progress& said) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) {
        throw usage_error("bench --device cpu: the other ways are compiled for AVX2, which this processor lacks");
    }
#endif
    const bench_ways library = ways_of_module("strider_bench_library"), others = ways_of_module("strider_bench_others");
    std::vector<record> rows;
    for (const std::string_view type : bench_types) {
        if (!request.types.empty() && std::ranges::find(request.types, type) == request.types.end()) continue;
        const std::size_t first_row = rows.size();
        for (const std::uint64_t elements : request.sizes) {
            const bench_data data(type, elements);
            const std::vector<bench_way> theirs = others(data.memory());
            std::size_t row = first_row;
            for (const bench_way& call : library(data.memory())) {
                if (!is_asked_for(request, call.call)) continue;
                said.say(fmt::format("{} {}, {} elements", call.call, type, elements));
                std::vector<const bench_way*> ways{&call};
                for (const bench_way& way : theirs) {
                    if (way.call == call.call) ways.push_back(&way);
                }
                record times = time_call(ways, data, request.seconds);
                if (interruption::is_noted()) return rows;
                if (row == rows.size()) rows.push_back({{"call", call.call}, {"type", type}});
                rows[row++]["elements"][std::to_string(elements)] = std::move(times);
            }
        }
    }
    if (rows.empty()) {
        throw usage_error(
            fmt::format("bench --device cpu {}: there is no such call: `strider bench --device cpu "
                        "--least 4096 --most 4096` lists all",
                        fmt::join(request.calls, " ")));
    }
    return rows;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
