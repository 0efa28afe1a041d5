// How the process of a checked program runs, and where its report goes: told by one variable of the environment.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::emulation::program {

struct run_options {
    emulation::options session = {};  ///< of each thread that launches kernels
    unsigned multiprocessors = 0;     ///< that the program and its kernels see; 0: 4
    unsigned gpus = 1;                ///< devices that the program sees, each with its own memory
    bool leaks = false;               ///< device memory that is never freed is a finding
    std::uint64_t most_work = 0;      ///< of the program, see limit_work(); 0: any

    // Set by check() for each run:
    std::string report = {};             ///< file for the report, see report.hpp; empty: the program is run by itself
    std::string runtime_sources = {};    ///< folder for what the program gives NVRTC, see runtime_source.hpp
    std::string variables = {};          ///< file for device variables, where calls are answered: see calls.hpp
    bool has_host_files = false;         ///< some of its host code is not instrumented
    bool may_ask_for_alignment = false;  ///< the program is built and run again if it has to know it
    bool may_ask_for_uninstrumented_host = false;          ///< it is run again if host functions compute much,
    std::vector<std::uintptr_t> uninstrumented_host = {};  ///< with their places here: they run unchecked
};

}  // namespace strider::emulation::program

// The options that travel, by their names in JSON. An option that JSON leaves out has its default.
namespace strider::emulation {
NLOHMANN_JSON_SERIALIZE_ENUM(speed, {{speed::check, "check"}, {speed::count, "count"}})
NLOHMANN_JSON_SERIALIZE_ENUM(schedule, {{schedule::independent, "independent"}, {schedule::lock_step, "lock-step"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(sampling, blocks, budget, compile)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(options, speed, schedule, workers, seed, detailed, strict,
                                                bank_conflicts, sample)
// As the report has them.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(source_line, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(checked_part, blocks, checked_blocks, launches, checked_launches)
}  // namespace strider::emulation

namespace strider::emulation::program {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(run_options, session, multiprocessors, gpus, leaks, most_work, report,
                                                runtime_sources, variables, has_host_files, may_ask_for_alignment,
                                                may_ask_for_uninstrumented_host, uninstrumented_host)

/// The variable that holds the options as JSON.
inline constexpr const char* run_options_variable = "STRIDER_CHECK";

/// This process's options.
inline run_options asked() {
    const char* const text = std::getenv(run_options_variable);
    return text == nullptr ? run_options() : nlohmann::json::parse(text).get<run_options>();
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
