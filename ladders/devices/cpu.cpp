// The processor as a device: the ladders' C++ rungs.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <ladders/devices/cpu_roof.hpp>
#include <ladders/harness/device.hpp>

namespace strider::ladders {
namespace {

using clock = std::chrono::steady_clock;

double microseconds_since(clock::time_point start) {
    return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}

/// What stands after the colon of the first line of `file` that starts with `key`, or nothing.
std::string value_in(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const std::size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
        return value == std::string::npos ? std::string() : line.substr(value);
    }
    return {};
}

std::string first_line(const char* file) {
    std::ifstream lines(file);
    std::string line;
    std::getline(lines, line);
    return line;
}

/// Of the cache that this machine's cores share. The kernel's figure and not CPUID's: a virtual machine may be shown
/// the caches of its whole host there.
std::size_t last_level_cache_bytes() {
    std::size_t largest = std::size_t{1} << 20;
    for (const char level : {'2', '3', '4'}) {
        const std::string file = std::string("/sys/devices/system/cpu/cpu0/cache/index") + level + "/size";
        const std::string size = first_line(file.c_str());  // "32768K"
        if (size.size() > 1 && size.back() == 'K') largest = std::max(largest, std::stoul(size) << 10);
    }
    return largest;
}

struct free_memory {
    void operator()(void* memory) const noexcept { std::free(memory); }
};
using owned_memory = std::unique_ptr<void, free_memory>;

/// Memory of whole huge pages where there is much of it, since small pages cost up to a third of the bandwidth: the
/// same for rungs, contenders and roofs.
owned_memory allocate_memory(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t alignment = bytes >= huge_page ? huge_page : 64;
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    owned_memory memory(rounded >= bytes ? std::aligned_alloc(alignment, rounded) : nullptr);
    if (!memory) {
        throw std::runtime_error("the host has no " + std::to_string(bytes) +
                                 " bytes of memory free: take fewer elements");
    }
    if (alignment == huge_page) madvise(memory.get(), rounded, MADV_HUGEPAGE);  // a wish: small pages work as well
    return memory;
}

/// Empties the caches of what was used: every core reads a buffer that is larger than all of them.
class cache_eviction {
public:
    cache_eviction() : bytes_(4 * last_level_cache_bytes()), buffer_(allocate_memory(bytes_)) {
        std::memset(buffer_.get(), 1, bytes_);
    }

    void operator()() {
        const auto* const bytes = static_cast<const volatile unsigned char*>(buffer_.get());
        const int cores = tbb::info::default_concurrency();
        // One task a core, each over the whole buffer: the private caches are emptied as well as the shared one.
        tbb::parallel_for(
            0, cores,
            [&](int) {
                for (std::size_t i = 0; i < bytes_; i += 64) static_cast<void>(bytes[i]);
            },
            tbb::static_partitioner{});
    }

private:
    std::size_t bytes_;
    owned_memory buffer_;
};

class processor final : public device {
public:
    device_facts facts() override {
        std::string model = value_in("/proc/cpuinfo", "model name");
        if (model.empty()) model = "unnamed processor";
        device_facts facts{model, {}};
        facts.details = {
            {"cores", std::to_string(tbb::info::default_concurrency())},
            {"instruction_set", instruction_set_name()},
            {"last_level_cache_bytes", std::to_string(last_level_cache_bytes())},
            {"transparent_huge_pages", first_line("/sys/kernel/mm/transparent_hugepage/enabled")},
            {"compiler", STRIDER_COMPILER},
            {"flags", STRIDER_COMPILER_FLAGS},
            {"tbb", TBB_runtime_version()},
        };
        return facts;
    }

    const std::vector<rung>& rungs() const override { return registry(); }

    void* allocate(std::size_t bytes) override { return allocate_memory(bytes).release(); }
    void release(void* memory) noexcept override { std::free(memory); }
    void copy_in(void* to, const void* from_host, std::size_t bytes) override { copy(to, from_host, bytes); }
    void copy_out(void* to_host, const void* from, std::size_t bytes) override { copy(to_host, from, bytes); }

    void run(const rung& entry, const arguments& with) override { entry.run(with); }

    sampler sampler_of(const rung& entry, const arguments& with, bool cold) override {
        if (!cold) return hot_sampler(entry, with);
        if (!eviction_) eviction_ = std::make_unique<cache_eviction>();
        return [this, &entry, with] {
            (*eviction_)();
            const auto start = clock::now();
            entry.run(with);
            return kernel_sample{microseconds_since(start)};
        };
    }

    /// The program is on the host already: its inputs are read where they are, and nothing is copied.
    program_times time_program(const rung& entry, arguments with, const program_data& data, copying) override {
        program_phases phases{};
        with.input = data.input.data();
        with.side_input = with.side_input_on_host = data.side_input.data();
        with.output = data.output.data();
        auto start = clock::now();
        owned_memory scratch = allocate_memory(entry.scratch_bytes(with));
        with.scratch = scratch.get();
        phases.allocate = microseconds_since(start);
        start = clock::now();
        entry.run(with);
        phases.run = microseconds_since(start);
        start = clock::now();
        scratch.reset();
        phases.release = microseconds_since(start);
        return {phases.allocate + phases.run + phases.release, phases};
    }

    std::optional<observation> observe(const rung&, const arguments&, const observing_options&) override {
        return std::nullopt;
    }

    std::optional<double> roof(traffic mix, std::size_t bytes) override {
        const auto [known, added] = roofs_.try_emplace({mix, bytes});
        if (added) {
            const owned_memory memory = allocate_memory(bytes);
            std::memset(memory.get(), 1, bytes);  // pages that were never written are all one page of zeros
            known->second = measure_cpu_roof(mix, memory.get(), bytes);
        }
        return known->second;
    }

private:
    /// The mean of as many runs as take 0.2 ms, by the first of them.
    static sampler hot_sampler(const rung& entry, const arguments& with) {
        return [&entry, with, runs = 0.0]() mutable {
            const auto timed = [&](double times) {
                const auto start = clock::now();
                for (double run = 0; run < times; ++run) entry.run(with);
                return microseconds_since(start);
            };
            if (runs == 0) runs = std::clamp(std::ceil(200 / timed(1)), 1.0, 1000.0);
            return kernel_sample{timed(runs) / runs};
        };
    }

    static void copy(void* to, const void* from, std::size_t bytes) {
        if (bytes != 0) std::memcpy(to, from, bytes);
    }

    std::unique_ptr<cache_eviction> eviction_;
    std::map<std::pair<traffic, std::size_t>, double> roofs_;
};

}  // namespace
}  // namespace strider::ladders

extern "C" __attribute__((visibility("default"))) strider::ladders::device* strider_open_device(const char*,
                                                                                                std::string&) {
    return new strider::ladders::processor;
}
// SPDX-License-Identifier: Apache-2.0
