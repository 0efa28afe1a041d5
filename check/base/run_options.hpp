// How `strider check` wants a program to run, and where its report goes: told by one variable of the environment.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <strider/emulator/session.hpp>

namespace strider::emulation {

NLOHMANN_JSON_SERIALIZE_ENUM(speed, {{speed::check, "check"}, {speed::count, "count"}})
NLOHMANN_JSON_SERIALIZE_ENUM(schedule, {{schedule::independent, "independent"}, {schedule::lock_step, "lock-step"}})
// As the report has them.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(source_line, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(checked_part, blocks, checked_blocks, launches, checked_launches)

}  // namespace strider::emulation

namespace strider::emulation::program {

struct run_options {
    std::string report;  ///< file for the report, see program.cpp; empty: the program is run by itself
    emulation::speed speed = emulation::speed::check;
    emulation::schedule schedule = emulation::schedule::independent;
    unsigned seed = 0;             ///< the order of blocks and warps: 0 as numbered, 1 reversed, else shuffled by it
    unsigned workers = 0;          ///< threads of the host that run blocks; 0: all cores
    unsigned multiprocessors = 0;  ///< that the program and its kernels see; 0: 4
    unsigned gpus = 1;             ///< devices that the program sees
    std::string runtime_sources;   ///< folder for what the program gives NVRTC, see runtime_source.hpp
    bool launches = false;         ///< at speed count: "launch_counts" of a kernel are added, each with all counters
    bool strict = false;           ///< equal values that several lanes store are a race
    bool bank_conflicts = false;   ///< at speed count: notes of them
    std::uint64_t blocks = 0;      ///< checked of a launch, at least; 0: the budget decides
    std::uint64_t budget = 0;      ///< work to check of a kernel, see sampling; 0: all
    std::uint64_t most_work = 0;   ///< see limit_work(); 0: any
    std::vector<std::vector<std::string>> plain;  ///< commands that compile the kernels without checks
    bool has_host_files = false;                  ///< some of its host code is not instrumented
    bool leaks = false;                           ///< device memory that is never freed is a finding
    bool may_ask_for_alignment = false;           ///< the program is built and run again if it has to know it
    bool may_ask_for_plain_host = false;          ///< it is run again if host functions compute much,
    std::vector<std::uintptr_t> plain_host;       ///< with their places here: they run unchecked
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(run_options, report, speed, schedule, seed, workers, multiprocessors,
                                                launches, strict, has_host_files, leaks, bank_conflicts, gpus,
                                                runtime_sources, blocks, budget, most_work, plain,
                                                may_ask_for_alignment, may_ask_for_plain_host, plain_host)

/// This program's options.
run_options asked();

/// Holds the options as JSON; what it leaves out has its default.
inline constexpr const char* run_options_variable = "STRIDER_CHECK";

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
