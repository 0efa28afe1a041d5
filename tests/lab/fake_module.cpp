// A module whose every time, counter and fault is known: the command line is tested with it.
//
// It is built as the reduction's module of the GPU, the emulator and the CPU. $STRIDER_FAKE names a fault:
//   wrong        rung 3 gives a result that is off by one        unwritten   rung 3 writes nothing
//   throws       rung 3 cannot be run                            decays      rung 3 is right at first, wrong when timed
//   finding      the emulator finds a race in rung 3             above-roof  the roof is below what the rungs reach
//   interrupted  rung 3 gets a SIGINT while it runs          interrupted-hot  the same when it is timed hot
//   hangs        rung 3 says so and never returns
//   throttled    every fourth sample of rung 3 is            all-throttled    all samples are
//   no-device    the module cannot work here                     refuted     rung 3 has as many barriers as rung 2
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <unistd.h>

#include <ladders/harness/device.hpp>
#include <ladders/reduce/problem.hpp>

namespace strider::ladders {
namespace {

bool fault(const char* name) {
    const char* set = std::getenv("STRIDER_FAKE");
    return set && std::strcmp(set, name) == 0;
}

template <class T>
T value_of(const arguments& with) {
    const T* const values = static_cast<const T*>(with.input);
    return reduce::expected(std::vector<T>(values, values + with.elements), with.op);
}

void store_right(const arguments& with) {
    with_type(with.type, [&](auto zero) {
        const auto value = value_of<decltype(zero)>(with);
        std::memcpy(with.output, &value, sizeof value);
    });
}

void store_wrong(const arguments& with) {
    store_right(with);
    static_cast<unsigned char*>(with.output)[0] ^= 1;
}

void run_with_fault(const arguments& with) {
    if (fault("throws")) throw std::runtime_error("cannot start,\nfor a reason on two lines");
    if (fault("unwritten")) return;
    static bool is_raised = false;  // a second one ends the process at once
    if (fault("interrupted") && !std::exchange(is_raised, true)) std::raise(SIGINT);
    if (fault("hangs")) {
        std::puts("rung 3 hangs");
        std::fflush(stdout);
        for (;;) ::pause();
    }
    fault("wrong") ? store_wrong(with) : store_right(with);
}

rung make(int number, const char* name, rung_kind kind = rung_kind::rung) {
    return {.pattern = "reduce",
            .number = number,
            .follows = number < 90 ? number - 1 : 0,
            .name = name,
            .fault = "a fault",
            .change = "a change",
            .idea = "One idea, in one sentence.",
            .hypothesis = "Fewer barriers.",
            .expectations = number == 4
                                ? std::vector<expectation>{{"barriers", direction::falls}, {"time", direction::falls}}
                                : std::vector<expectation>{{"barriers", direction::falls}},
            .source = "nowhere",
            .kind = kind,
            .block = 256,
            .run = number == 3 ? run_with_fault : store_right};
}

class fake final : public device {
public:
    explicit fake(std::string variant) : variant_(std::move(variant)) {
        if (variant_ == "cpu") {
            rungs_ = {make(90, "library", rung_kind::library), make(2, "better"), make(1, "serial")};
        } else {
            for (int number = 8; number >= 1; --number)
                rungs_.push_back(make(number, number == 3 ? "third" : "a rung"));
            rungs_.push_back(make(90, "library", rung_kind::library));
            rungs_.push_back(make(91, "contender", rung_kind::contender));
            rungs_.back().supports = [](const instance& of) { return of.type != element_type::f64; };
        }
    }

    device_facts facts() override { return {"NVIDIA Fake " + variant_, {{"clock", "1 MHz"}}}; }
    const std::vector<rung>& rungs() const override { return rungs_; }
    void* allocate(std::size_t bytes) override { return ::operator new(bytes); }
    void release(void* memory) noexcept override { ::operator delete(memory); }
    void copy_in(void* to, const void* from, std::size_t bytes) override {
        if (bytes != 0) std::memcpy(to, from, bytes);
    }
    void copy_out(void* to, const void* from, std::size_t bytes) override { std::memcpy(to, from, bytes); }
    void run(const rung& entry, const arguments& with) override { entry.run(with); }

    bool times() const override { return variant_ != "emulator"; }
    /// A cold sample of rung n takes 1000 / n microseconds, a hot one half of that.
    sampler sampler_of(const rung& entry, const arguments& with, bool cold) override {
        return [&entry, with, cold, taken = 0]() mutable {
            entry.run(with);
            if (entry.number == 3 && fault("decays")) store_wrong(with);
            if (entry.number == 3 && fault("interrupted-hot") && !cold && ++taken == 4) std::raise(SIGINT);
            if (fault("all-throttled")) return kernel_sample{9999, true};
            if (entry.number == 3 && fault("throttled")) return kernel_sample{9999, ++taken % 4 == 0};
            return kernel_sample{(cold ? 1000.0 : 500.0) / entry.number};
        };
    }
    std::vector<copying> ways_of_copying() const override {
        if (variant_ != "gpu") return {copying::pageable};
        return {copying::pageable, copying::pinned, copying::overlapped};
    }
    program_times time_program(const rung& entry, arguments with, const program_data& data, copying how) override {
        with.input = data.input.data();
        with.output = data.output.data();
        entry.run(with);
        if (variant_ == "cpu")
            return {1e-2 * static_cast<double>(with.elements), program_phases{}};  // as a GPU's of 1,500 elements
        if (how == copying::overlapped) return {6, {}};
        if (how == copying::pinned) return {12, {{1, 1, 3, 2, 5}}};
        return {15, {{1, 2, 3, 4, 5}}};
    }
    /// 30 steps of a warp. Line 6 of rung 3 has bank conflicts, line 4 of it fewer, and something else has more.
    static emulation::details details_of(const rung& entry) {
        emulation::details seen;
        const auto add = [&](const char* file, int line, std::uint64_t steps, std::uint64_t excess) {
            emulation::line_counters one{.where = {file, line}, .outer = {file, line}, .seen = {}};
            one.seen.warp_steps = steps;
            one.seen.thread_steps = 32 * steps;
            one.seen.shared_excess_wavefronts = excess;
            seen.lines[entry.name].push_back(one);
        };
        const char* const elsewhere = "/home/me/include/strider/core/launch.hpp";
        seen.launches.push_back(
            {entry.name, "void " + std::string(entry.name) + "<int>()", {1, 1, 1}, {256, 1, 1}, 0, {}});
        seen.launches.back().seen.warp_steps = 30;
        if (entry.number == 3) {
            add("/home/me/ladders/reduce/gpu/03_third.cu", 4, 10, 70);
            add("/home/me/ladders/reduce/gpu/03_third.cu", 6, 10, 700);
            add(elsewhere, 1, 10, 7000);
        } else {
            add(elsewhere, 1, 30, 0);
        }
        return seen;
    }
    std::optional<observation> observe(const rung& entry, const arguments& with,
                                       const observing_options& how) override {
        if (variant_ != "emulator" && !how.hardware) return std::nullopt;
        entry.run(with);
        if (fault("refuses-counters")) return observation{{}, {}, {}, "no counters: the driver keeps them"};
        const int number = entry.number == 3 && fault("refuted") ? 2 : entry.number;
        observation seen{{{"threads_per_step", 31.5}, {"barriers", 100.0 / number}, {"atomics", 0}}, {}};
        if (how.detailed) seen.details = details_of(entry);
        if (entry.number == 3 && fault("finding"))
            seen.findings.push_back("race-shared: third, file.cu:7: lanes 0 and 1");
        return seen;
    }
    std::optional<double> roof(traffic, std::size_t) override {
        if (variant_ == "emulator") return std::nullopt;
        return fault("above-roof") ? 1e-3 : 1e6;
    }
    unsigned ranks() const override { return 3; }
    /// A GPU takes a microsecond for an element, and a call 100 for every GPU that it has.
    ranks_result run_on_ranks(std::string_view, const instance& of, unsigned ranks, const timing_options&) override {
        const double each = static_cast<double>(of.elements) / ranks + 100.0 * (ranks - 1);
        return {!fault("wrong"), {each, each, each}};
    }

private:
    std::string variant_;
    std::vector<rung> rungs_;
};

}  // namespace
}  // namespace strider::ladders

extern "C" __attribute__((visibility("default"))) strider::ladders::device* strider_open_device(const char* variant,
                                                                                                std::string& why) {
    if (strider::ladders::fault("no-device")) {
        why = "it is only a fake";
        return nullptr;
    }
    return new strider::ladders::fake(variant);
}
// SPDX-License-Identifier: Apache-2.0
