// The interface of a device for the lab. One module (a shared library) implements it for one device; the lab loads the
// modules that can work on this machine, and itself links no CUDA library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/harness/rung.hpp>
#include <strider/emulator/session.hpp>

namespace strider::ladders {

/// The request is not supported here. what() is one line that says what supports it.
class refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Everything about a device that is needed to judge a number later, as name and value: driver, compiler, flags,
/// clocks.
struct device_facts {
    std::string name;
    std::vector<std::pair<std::string, std::string>> details;
};

/// One sample of a kernel's time.
struct kernel_sample {
    double microseconds;
    bool throttled = false;  ///< the device's clock was below three quarters of its default
};

/// Takes a sample of one rung on its arguments, each time that it is called.
using sampler = std::function<kernel_sample()>;

/// How calls over several ranks are timed.
struct timing_options {
    unsigned samples = 15;
    unsigned warm_up = 2;
    double seconds = 1.0;  ///< stop after so long, once 5 samples are there
};

/// The input and output of a whole program, in the host's memory.
struct program_data {
    std::span<const std::byte> input, side_input;
    std::span<std::byte> output;
};

/// How a whole program's data reach the device and come back.
enum class copying : std::uint8_t {
    pageable,   ///< from memory as the host's allocator gives it
    pinned,     ///< from memory that lies pinned already
    overlapped  ///< from pinned memory, while the program before it runs: of a row of programs
};

/// The times of a whole program's phases, in microseconds.
struct program_phases {
    double allocate, copy_in, run, copy_out, release;
};

/// The parts of a run to observe.
struct observing_options {
    bool hardware = false;  ///< counters of a GPU, which take several runs; the emulator's are always there
    bool detailed = false;  ///< each launch and each line of the source
    std::optional<emulation::traced_warp> traced{};  ///< and the requests of this warp
};

/// The times of a whole program, in microseconds; overlapped programs have no phases.
struct program_times {
    double whole;
    std::optional<program_phases> phases;
};

/// The counters of one run, by their names in records, and what was found wrong.
struct observation {
    std::vector<std::pair<std::string, double>> counters;
    std::vector<std::string> findings;               ///< each one line: kind, kernel, file:line, lanes, and the fix
    std::optional<emulation::details> details = {};  ///< where they were asked for, and this device has them
    std::string refused = {};                        ///< why there are no counters, where they were asked for
};

/// A call over several ranks of this module's devices: whether all results were right, and what each call took, in
/// microseconds.
struct ranks_result {
    bool right = false;
    std::vector<double> microseconds;
};

class device {
public:
    virtual ~device() = default;

    virtual device_facts facts() = 0;
    virtual const std::vector<rung>& rungs() const = 0;

    // Memory of the device. `allocate` throws std::runtime_error where there is not enough.
    virtual void* allocate(std::size_t bytes) = 0;
    virtual void release(void* memory) noexcept = 0;
    virtual void copy_in(void* to, const void* from_host, std::size_t bytes) = 0;
    virtual void copy_out(void* to_host, const void* from, std::size_t bytes) = 0;

    /// Whether `observe` finds what reaches beyond an allocation; elsewhere the lab puts guard zones around memory.
    virtual bool finds_bad_accesses() const { return false; }

    /// Runs the rung once and waits for it.
    virtual void run(const rung& entry, const arguments& with) = 0;

    /// Whether times mean anything here: the emulator counts, and does not time.
    virtual bool times() const { return true; }

    /// Samples of kernel times. Cold: a single run, with caches flushed before it. Hot: the mean of several runs, as
    /// many as take long against the clock. The rung stays where it is as long as its sampler.
    virtual sampler sampler_of(const rung& entry, const arguments& with, bool cold) = 0;

    /// The ways in which this device's whole programs may copy; the first is the plain one.
    virtual std::vector<copying> ways_of_copying() const { return {copying::pageable}; }

    /// One whole program: allocate, copy in, run, copy out, free. The memory of `with` is the program's.
    virtual program_times time_program(const rung& entry, arguments with, const program_data& data,
                                       copying options) = 0;

    /// Runs the rung once under observation. Nothing where this device cannot count.
    virtual std::optional<observation> observe(const rung& entry, const arguments& with,
                                               const observing_options& options = {}) = 0;

    /// How many multiprocessors grids are made for, which the facts say: of the emulator. Others have what they have.
    virtual void set_multiprocessors(unsigned count) { static_cast<void>(count); }

    /// The highest rate in GB/s for this traffic over `bytes` bytes (of memory touched, reads and writes counted).
    /// Nothing where a rate means nothing.
    virtual std::optional<double> roof(traffic mix, std::size_t bytes) = 0;

    /// How many such devices there are: one call may use them all.
    virtual unsigned ranks() const { return 1; }
    /// The library's call of a pattern over so many of them, verified and timed. Throws `refusal` where there is none.
    virtual ranks_result run_on_ranks(std::string_view pattern, const instance& of, unsigned ranks,
                                      const timing_options& options) {
        static_cast<void>(of), static_cast<void>(ranks), static_cast<void>(options);
        throw refusal("this device has no " + std::string(pattern) + " over several devices; give --device gpu");
    }
};

/// The export "strider_rungs" of a module of a user's own rungs (ladders/harness/own_rung.hpp): its registry.
using own_rungs_function = const std::vector<rung>* (*)();
inline constexpr const char* own_rungs_symbol = "strider_rungs";

/// The export "strider_open_device" of a module: its device, or null and, in `why`, the reason why it cannot work on
/// this machine. `variant` is the name the user gave.
using open_device_function = device* (*)(const char* variant, std::string& why);
inline constexpr const char* open_device_symbol = "strider_open_device";

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
