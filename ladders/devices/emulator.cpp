// The emulator as a device of the lab: it verifies and counts; its times would say nothing about a GPU.
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

#include <ladders/harness/counters.hpp>
#include <ladders/harness/device.hpp>
#include <ladders/harness/ranks.hpp>
#include <strider/emulator/launch.hpp>
#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>

namespace strider::ladders {
namespace {

/// GPUs that one call may take here.
constexpr unsigned most_ranks = 8;

std::string line_of(const emulation::finding& found) {
    return std::string(emulation::name(found.kind)) + ": " + found.kernel + ", " + emulation::text(found.where) + ": " +
           found.message + "; " + found.fix;
}

class emulator_device final : public device {
public:
    device_facts facts() override {
        return {"emulator",
                {{"workers", std::to_string(std::thread::hardware_concurrency())},
                 {"multiprocessors", std::to_string(emulation::multiprocessors()) + " (as grids see it)"},
                 {"compiler", "g++ " __VERSION__}}};
    }

    const std::vector<rung>& rungs() const override { return registry(); }

    void* allocate(std::size_t bytes) override { return emulation::allocate(bytes); }
    void release(void* memory) noexcept override { emulation::release(memory); }
    void copy_in(void* to, const void* from_host, std::size_t bytes) override {
        if (bytes == 0) return;
        std::memcpy(to, from_host, bytes);
        emulation::mark_written(to, bytes);
    }
    void copy_out(void* to_host, const void* from, std::size_t bytes) override {
        if (bytes != 0) std::memcpy(to_host, from, bytes);
    }

    bool finds_bad_accesses() const override { return true; }

    void run(const rung& entry, const arguments& with) override { entry.run(on_this_device(with)); }

    bool times() const override { return false; }
    sampler sampler_of(const rung&, const arguments&, bool) override {
        throw std::logic_error("the emulator counts; it does not time");
    }
    program_times time_program(const rung&, arguments, const program_data&, copying) override {
        throw std::logic_error("the emulator counts; it does not time");
    }

    std::optional<observation> observe(const rung& entry, const arguments& with,
                                       const observing_options& options) override {
        emulation::session session(
            {.speed = emulation::speed::count, .detailed = options.detailed, .traced = options.traced});
        entry.run(on_this_device(with));
        const emulation::report& seen = session.report();
        observation result{named_counters(seen.total), {}};
        for (const emulation::finding& found : seen.findings) result.findings.push_back(line_of(found));
        if (options.detailed || options.traced) result.details = session.details();
        return result;
    }

    void set_multiprocessors(unsigned count) override { emulation::set_multiprocessors(count); }

    std::optional<double> roof(traffic, std::size_t) override { return std::nullopt; }

    unsigned ranks() const override { return most_ranks; }
    ranks_result run_on_ranks(std::string_view pattern, const instance& of, unsigned ranks,
                              const timing_options&) override {
        return call_on_ranks(pattern, of, ranks, {.samples = 0, .warm_up = 0});
    }

private:
    static arguments on_this_device(arguments with) {
        with.multiprocessors = emulation::multiprocessors();
        return with;
    }
};

}  // namespace
}  // namespace strider::ladders

extern "C" __attribute__((visibility("default"))) strider::ladders::device* strider_open_device(const char*,
                                                                                                std::string&) {
    return new strider::ladders::emulator_device;
}
// SPDX-License-Identifier: Apache-2.0
