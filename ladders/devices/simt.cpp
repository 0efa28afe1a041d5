// The SIMT executor as a device of the lab: it verifies and counts; its times would say nothing about a GPU.
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

#include <ladders/device.hpp>
#include <ladders/ranks.hpp>
#include <strider/simt/memory.hpp>
#include <strider/simt/session.hpp>

namespace strider::ladders {
namespace {

/// What rungs that fill the device take it for: few, so that a million elements still make them loop.
constexpr unsigned pretended_multiprocessors = 4;

/// GPUs that one call may take here.
constexpr unsigned most_ranks = 8;

std::vector<std::pair<std::string, double>> named(const ::simt::counters& c) {
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    return {{"launches", count(c.launches)},
            {"blocks", count(c.blocks)},
            {"instructions", count(c.warp_steps)},
            {"threads_per_instruction", c.threads_per_instruction()},
            {"divergent_branches", count(c.divergent_branches)},
            {"shared_wavefronts_per_request", c.shared_wavefronts_per_request()},
            {"shared_wavefronts", count(c.shared_load_wavefronts + c.shared_store_wavefronts)},
            {"global_sectors_per_request", c.global_sectors_per_request()},
            {"global_sectors", count(c.global_load_sectors + c.global_store_sectors)},
            {"global_bytes_requested", count(c.global_load_bytes + c.global_store_bytes)},
            {"global_bytes_loaded", count(c.global_load_bytes)},
            {"barriers", count(c.barriers)},
            {"warp_syncs", count(c.warp_syncs)},
            {"atomics", count(c.atomics)},
            {"global_atomics", count(c.atomics - c.shared_atomics)},
            {"atomic_max_contention", count(c.atomic_max_contention)},
            {"operations", count(c.operations)}};
}

std::string line_of(const ::simt::finding& found) {
    return std::string(::simt::name(found.kind)) + ": " + found.kernel + ", " + ::simt::text(found.where) + ": " +
           found.message + "; " + found.fix;
}

class executor final : public device {
public:
    device_facts facts() override {
        return {"SIMT executor",
                {{"workers", std::to_string(std::thread::hardware_concurrency())},
                 {"multiprocessors", std::to_string(pretended_multiprocessors) + " (as grids see it)"},
                 {"compiler", "g++ " __VERSION__}}};
    }

    const std::vector<rung>& rungs() const override { return registry(); }

    void* allocate(std::size_t bytes) override { return ::simt::allocate(bytes); }
    void release(void* memory) noexcept override { ::simt::release(memory); }
    void copy_in(void* to, const void* from_host, std::size_t bytes) override {
        if (bytes == 0) return;
        std::memcpy(to, from_host, bytes);
        ::simt::mark_written(to, bytes);
    }
    void copy_out(void* to_host, const void* from, std::size_t bytes) override {
        if (bytes != 0) std::memcpy(to_host, from, bytes);
    }

    void run(const rung& entry, const arguments& with) override { entry.run(on_this_device(with)); }

    bool times() const override { return false; }
    std::vector<std::vector<double>> time(const std::vector<std::pair<const rung*, arguments>>&,
                                          const timing_options&) override {
        throw std::logic_error("the executor counts; it does not time");
    }
    program_times time_program(const rung&, arguments, const void*, std::size_t, void*, std::size_t) override {
        throw std::logic_error("the executor counts; it does not time");
    }

    std::optional<observation> observe(const rung& entry, const arguments& with) override {
        ::simt::session session({.speed = ::simt::speed::count});
        entry.run(on_this_device(with));
        const ::simt::report& seen = session.report();
        observation result{named(seen.total), {}};
        for (const ::simt::finding& found : seen.findings) result.findings.push_back(line_of(found));
        return result;
    }

    std::optional<double> roof(traffic, std::size_t) override { return std::nullopt; }

    unsigned ranks() const override { return most_ranks; }
    ranks_result run_on_ranks(std::string_view pattern, const instance& of, unsigned ranks,
                              const timing_options&) override {
        return call_on_ranks(pattern, of, ranks, {.samples = 0, .warm_up = 0});
    }

    std::unique_ptr<library> library_of(std::string_view pattern) override { return open_library("simt", pattern); }

private:
    static arguments on_this_device(arguments with) {
        with.multiprocessors = pretended_multiprocessors;
        return with;
    }
};

}  // namespace
}  // namespace strider::ladders

extern "C" __attribute__((visibility("default"))) strider::ladders::device* strider_open_device(const char*,
                                                                                                std::string&) {
    return new strider::ladders::executor;
}
