// The processor's module as the lab uses it: times are of what was asked.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <span>

#include <ladders/harness/device.hpp>

namespace strider::ladders {
namespace {

std::unique_ptr<device> open() {
    static void* const module = dlopen(STRIDER_CPU_MODULE, RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw std::runtime_error(dlerror());
    const auto open = reinterpret_cast<open_device_function>(dlsym(module, open_device_symbol));
    std::string why;
    return std::unique_ptr<device>(open("cpu", why));
}

/// A rung of the reduction ladder.
const rung& reduction(device& on, int number) {
    for (const rung& entry : on.rungs()) {
        if (entry.pattern == std::string_view("reduce") && entry.number == number) return entry;
    }
    throw std::runtime_error("no such rung");
}

TEST(CpuDevice, SamplesColdAndHot) {
    const auto cpu = open();
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
    const auto cpu = open();
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
    const auto cpu = open();
    for (const traffic mix : {traffic::read, traffic::write, traffic::copy, traffic::triad}) {
        const auto rate = cpu->roof(mix, std::size_t{8} << 20);
        ASSERT_TRUE(rate);
        EXPECT_GT(*rate, 0.1);
        EXPECT_LT(*rate, 1e5);
        EXPECT_EQ(*cpu->roof(mix, std::size_t{8} << 20), *rate) << "measured once";
    }
}

TEST(CpuDevice, SaysWhatItIs) {
    const auto cpu = open();
    EXPECT_FALSE(cpu->facts().name.empty());
    for (const auto& [name, value] : cpu->facts().details) EXPECT_FALSE(value.empty()) << name;
    EXPECT_THROW(static_cast<void>(cpu->allocate(std::numeric_limits<std::size_t>::max() - 1)), std::runtime_error);
}

}  // namespace
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
