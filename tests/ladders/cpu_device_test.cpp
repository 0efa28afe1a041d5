// The processor's module as the lab uses it: summaries do not depend on how a file was cut, and times are of what was
// asked.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <span>

#include <ladders/harness/device.hpp>
#include <ladders/reduce/problem.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders {
namespace {

std::unique_ptr<device> open(const char* variant, std::string& why) {
    static void* const module = dlopen(STRIDER_CPU_MODULE, RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw std::runtime_error(dlerror());
    const auto open = reinterpret_cast<open_device_function>(dlsym(module, open_device_symbol));
    return std::unique_ptr<device>(open(variant, why));
}

std::unique_ptr<device> open(const char* variant) {
    std::string why;
    auto opened = open(variant, why);
    if (!opened) throw std::runtime_error(why);
    return opened;
}

/// A rung of the reduction ladder.
const rung& reduction(device& on, int number) {
    for (const rung& entry : on.rungs()) {
        if (entry.pattern == std::string_view("reduce") && entry.number == number) return entry;
    }
    throw std::runtime_error("no such rung");
}

template <class T>
std::vector<T> elements_of_every_kind(std::uint64_t count) {
    std::mt19937_64 random(3);
    std::vector<T> elements(count);
    for (T& element : elements) {
        const std::uint64_t bits = random();
        if constexpr (std::is_floating_point_v<T>) {
            element = std::ldexp(static_cast<T>(static_cast<std::int32_t>(bits)), static_cast<int>(bits >> 59) - 40);
        } else {
            element = static_cast<T>(bits);
        }
    }
    return elements;
}

template <class T>
summary summarize(library& calls, element_type type, const std::vector<T>& elements,
                  std::uint64_t granules_in_a_piece) {
    const auto stream = calls.summarize(type, elements.size());
    const std::uint64_t piece = granules_in_a_piece * stream->granularity();
    for (std::uint64_t first = 0; first < elements.size(); first += piece) {
        stream->add(elements.data() + first, std::min<std::uint64_t>(piece, elements.size() - first));
    }
    return stream->finish();
}

void expect_equal(const summary& a, const summary& b) {
    EXPECT_EQ(a.elements, b.elements);
    EXPECT_EQ(std::memcmp(&a.sum_f64, &b.sum_f64, sizeof a.sum_f64), 0) << a.sum_f64 << " and " << b.sum_f64;
    EXPECT_TRUE(a.sum == b.sum);
    EXPECT_EQ(std::memcmp(&a.mean, &b.mean, sizeof a.mean), 0);
    EXPECT_EQ(std::memcmp(a.minimum, b.minimum, 8), 0);
    EXPECT_EQ(std::memcmp(a.maximum, b.maximum, 8), 0);
    EXPECT_EQ(a.argmin, b.argmin);
    EXPECT_EQ(a.argmax, b.argmax);
}

TEST(CpuDevice, SummariesAreTheLibrarysAndDoNotDependOnThePieces) {
    const auto on_cpu = open("cpu"), on_serial = open("serial");
    const auto cpu = on_cpu->library_of("reduce"), serial = on_serial->library_of("reduce");
    for (std::size_t t = 0; t < std::size(element_type_names); ++t) {
        const auto type = static_cast<element_type>(t);
        SCOPED_TRACE(element_type_names[t]);
        with_type(type, [&](auto zero) {
            using T = decltype(zero);
            for (const std::uint64_t count : {1, 2, 4096, 8192, 8193, 300'007, 3'000'001}) {
                const std::vector<T> elements = elements_of_every_kind<T>(count);
                const summary whole = summarize(*cpu, type, elements, 1'000'000);
                expect_equal(summarize(*cpu, type, elements, 1), whole);
                expect_equal(summarize(*cpu, type, elements, 7), whole);
                expect_equal(summarize(*serial, type, elements, 3), whole);

                const auto least = argmin(strider::serial{}, elements), greatest = argmax(strider::serial{}, elements);
                EXPECT_EQ(whole.argmin, least.index);
                EXPECT_EQ(whole.argmax, greatest.index);
                EXPECT_EQ(std::memcmp(whole.minimum, &least.value, sizeof(T)), 0);
                EXPECT_EQ(std::memcmp(whole.maximum, &greatest.value, sizeof(T)), 0);
                if constexpr (std::is_floating_point_v<T>) {
                    EXPECT_EQ(whole.sum_f64, strider::reduce(strider::serial{}, elements, plus{}, 0.0));
                } else {
                    EXPECT_TRUE(whole.sum == std::accumulate(elements.begin(), elements.end(), wide_integer{0}));
                }
            }
        });
    }
}

/// Of the elements before and from chunk number `chunk` on, each summarized apart.
template <class T>
summary summarize_shared(library& calls, element_type type, const std::vector<T>& elements, std::uint64_t chunk) {
    const auto first = calls.summarize(type, elements.size()), second = calls.summarize(type, elements.size());
    const std::uint64_t cut = std::min<std::uint64_t>(chunk * first->granularity(), elements.size());
    first->add(elements.data(), cut);
    second->start_at(cut);
    second->add(elements.data() + cut, elements.size() - cut);
    first->take(second->partials());
    second->take(first->partials());
    const summary found = first->finish();
    expect_equal(second->finish(), found);
    return found;
}

TEST(CpuDevice, SummariesCanBeShared) {
    const auto on_cpu = open("cpu");
    const auto cpu = on_cpu->library_of("reduce");
    for (std::size_t t = 0; t < std::size(element_type_names); ++t) {
        const auto type = static_cast<element_type>(t);
        SCOPED_TRACE(element_type_names[t]);
        with_type(type, [&](auto zero) {
            const auto elements = elements_of_every_kind<decltype(zero)>(30'001);
            const summary whole = summarize(*cpu, type, elements, 1'000'000);
            for (const std::uint64_t chunk : {0, 1, 3, 1000}) {
                expect_equal(summarize_shared(*cpu, type, elements, chunk), whole);
            }
        });
    }
}

TEST(CpuDevice, SummariesFindTheFirstNan) {
    const auto on_cpu = open("cpu");
    const auto cpu = on_cpu->library_of("reduce");
    std::vector<float> elements(100'000, 1.0f);
    elements[70'000] = elements[90'000] = std::numeric_limits<float>::quiet_NaN();
    const summary found = summarize(*cpu, element_type::f32, elements, 2);
    EXPECT_EQ(found.argmin, 70'000u);
    EXPECT_EQ(found.argmax, 70'000u);
    EXPECT_TRUE(std::isnan(found.sum_f64));
    EXPECT_TRUE(std::isnan(found.mean));
}

TEST(CpuDevice, SummariesRefuseWhatWasNotAnnounced) {
    const auto on_cpu = open("cpu");
    const auto cpu = on_cpu->library_of("reduce");
    const std::vector<std::int32_t> elements(20'000, 1);
    EXPECT_THROW(cpu->summarize(element_type::i32, 20'000)->finish(), std::logic_error) << "nothing was added";
    EXPECT_THROW(cpu->summarize(element_type::i32, 0)->finish(), std::logic_error);
    EXPECT_THROW(cpu->summarize(element_type::i32, 20'000)->add(elements.data(), 5), std::logic_error);
    EXPECT_THROW(cpu->summarize(element_type::i32, 10'000)->add(elements.data(), 20'000), std::logic_error);
    EXPECT_THROW(cpu->summarize(element_type::i32, 20'000)->start_at(5), std::logic_error);
}

TEST(CpuDevice, RefusesCallsOfAPatternThatItDoesNotHave) {
    const auto cpu = open("cpu");
    EXPECT_THROW(cpu->library_of("sort"), refusal);
    EXPECT_THROW(cpu->library_of("reduce")->transpose(4, {nullptr, 0, 0}, nullptr), std::logic_error);
}

TEST(CpuDevice, SamplesColdAndHot) {
    const auto cpu = open("cpu");
    const std::vector<float> values(1 << 20, 1.0f);
    float result = 0;
    arguments with;
    with.type = element_type::f32;
    with.elements = values.size();
    with.input = values.data();
    with.output = &result;
    for (const bool cold : {true, false}) {
        const sampler take = cpu->sampler_of(reduction(*cpu, 90), with, cold);
        for (int sample = 0; sample < 3; ++sample) {
            const kernel_sample one = take();
            EXPECT_GT(one.microseconds, 0.0);
            EXPECT_FALSE(one.throttled);
        }
    }
    EXPECT_EQ(result, 1048576.0f);
}

TEST(CpuDevice, RunsAWholeProgramOnTheHostsOwnMemory) {
    const auto cpu = open("cpu");
    const std::vector<std::int32_t> values = {3, 4, 5};
    std::int32_t result = 0;
    arguments with;
    with.elements = values.size();
    const program_times times = cpu->time_program(
        reduction(*cpu, 1), with, {std::as_bytes(std::span(values)), {}, std::as_writable_bytes(std::span(&result, 1))},
        cpu->ways_of_copying().front());
    ASSERT_TRUE(times.phases);
    EXPECT_EQ(result, 12);
    EXPECT_GT(times.phases->run, 0.0);
    EXPECT_GE(times.whole, times.phases->run);
    EXPECT_EQ(times.phases->copy_in, 0.0);
    EXPECT_EQ(times.phases->copy_out, 0.0);
}

TEST(CpuDevice, MeasuresRoofs) {
    const auto cpu = open("cpu");
    for (const traffic mix : {traffic::read, traffic::write, traffic::copy, traffic::triad}) {
        const auto rate = cpu->roof(mix, std::size_t{8} << 20);
        ASSERT_TRUE(rate);
        EXPECT_GT(*rate, 0.1);
        EXPECT_LT(*rate, 1e5);
        EXPECT_EQ(*cpu->roof(mix, std::size_t{8} << 20), *rate) << "measured once";
    }
}

TEST(CpuDevice, SaysWhatItIs) {
    const auto cpu = open("cpu"), serial = open("serial");
    EXPECT_FALSE(cpu->facts().name.empty());
    for (const auto& [name, value] : cpu->facts().details) EXPECT_FALSE(value.empty()) << name;
    EXPECT_TRUE(serial->rungs().empty());
    EXPECT_FALSE(serial->roof(traffic::read, 4096));
    std::string why;
    EXPECT_EQ(open("gpu", why), nullptr);
    EXPECT_NE(why.find("cpu and serial"), std::string::npos) << why;
    EXPECT_THROW(static_cast<void>(cpu->allocate(std::numeric_limits<std::size_t>::max() - 1)), std::runtime_error);
}

}  // namespace
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
