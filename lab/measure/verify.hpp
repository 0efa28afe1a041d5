// Whether a rung does its work: each call gives the right result of the input that is there, and touches nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lab/base/record.hpp>
#include <lab/measure/device_memory.hpp>
#include <lab/measure/given_input.hpp>
#include <lab/records/instructions.hpp>

namespace strider::lab {

/// A problem with its inputs on a device, and the roof for its traffic. Shared by the rungs that run it.
class placed_problem {
public:
    /// From the caller's own numbers, if any are `given`.
    placed_problem(ladders::device& on, const ladders::pattern& pattern, const ladders::instance& which,
                   const given_input* given = nullptr);

    ladders::device& on;
    const ladders::pattern& pattern;
    ladders::instance instance;
    ladders::problem data;
    double tolerance = 0;  ///< how far results of the caller's numbers may be from the right ones
    guarded_memory input, side_input;
    std::optional<double> roof;

    /// Another problem of the same sizes, of generated numbers; null where this pattern's sizes are not the same for
    /// all inputs.
    const ladders::problem* other();

    /// The inputs are those of `from`, `data` or the other, from now on; copied where they are not there, or `anew`.
    void hold(const ladders::problem& from, bool anew = false);

    /// Whether they are unchanged.
    bool holds(const ladders::problem& from) const;

private:
    placed_problem(ladders::device& on, const ladders::pattern& pattern, const ladders::instance& which,
                   given_problem made);

    std::optional<ladders::problem> other_;
    const ladders::problem* held_ = nullptr;
};

/// A rung with memory of its own, and what was found when it was run.
struct verified_rung {
    const ladders::rung* entry;
    placed_problem* placed;
    ladders::arguments with;
    std::unique_ptr<guarded_memory> output, scratch;
    std::optional<double> error;  ///< of the result; nothing where the rung could not be run
    std::optional<ladders::wrong_element> wrong;
    std::vector<std::pair<std::string, double>> counters;
    std::vector<std::string> findings;
    std::optional<issued_instructions> issued;  ///< by the emulator, which counts steps
    std::optional<emulation::details> details;
    std::string refused;      ///< why there are no counters
    bool rejected = false;    ///< for what was found, whatever its result was
    std::uint64_t calls = 0;  ///< each call found other bytes in the output

    bool right() const { return error && *error == 0 && !rejected; }
};

/// Bytes that all differ from `right`, so that a result that was never written cannot pass. They differ at random, and
/// otherwise for each `call`, so that results computed from them are wrong as well.
std::vector<std::byte> poison_for(std::span<const std::byte> right, std::uint64_t call);

/// A rung that is to run a problem.
verified_rung prepared(const ladders::rung& entry, placed_problem& on);

/// Runs the rung on an output that holds none of the right result, counted where the device can count, and compares.
/// Rungs of the user's, small problems and those with a tolerance are run again, on the same input and on another at
/// the same place, and may not have changed it.
void verify(verified_rung& checked, const ladders::observing_options& options = {});

/// The input of a rung that is to be timed is there, and its output holds none of the right result.
void prepare_to_time(verified_rung& checked);

/// Compares the output that the timed calls have left; rungs of the user's are called once more.
void verify_after_timing(verified_rung& checked);

/// "wrong at [17]: 5, not 12"; empty where nothing is known to be.
std::string wrong_line(const record& row);

/// The same as records hold it.
record wrong_record(const ladders::wrong_element& wrong);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
