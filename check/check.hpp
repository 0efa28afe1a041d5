// `strider check FILE.cu`: a whole CUDA program, compiled for the emulator, run under its checks, and judged.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/base/options.hpp"

namespace strider::kernel_check {

struct result {
    std::vector<emulation::finding> findings;
    std::vector<emulation::finding> notes;           ///< no defects, but nothing to rely on either
    std::size_t suppressed = 0;                      ///< findings beside these
    std::vector<std::string> kernels;                ///< that were launched
    std::set<std::string> library_calls;             ///< functions of cuBLAS and others that were called
    std::vector<std::string> not_run;                ///< of the file and its local headers, and were never entered
    std::map<std::string, std::string> launched_at;  ///< of those: the first line that would launch it, "FILE:LINE"
    std::map<std::string, emulation::checked_part> in_part;  ///< kernels that were not checked whole
    std::vector<std::string> records;  ///< the program's report as JSON lines: findings, then counters a kernel
    std::string output;                ///< what the program printed
    std::string failure;               ///< how the program itself failed (status, signal, time limit), or empty
    emulation::source_line failed_at;  ///< the line of the program that failed, where it is known
    std::uint64_t failed_seed = 0;     ///< of the schedule in which it failed, where schedules are counted
    std::uint64_t first_seed = 0;      ///< the program ran with so many seeds from this one on;
    unsigned schedules = 0;            ///< 0: in the ordinary order, and nobody asked for others
    bool endless = false;              ///< it was ended by the limit of time or of work

    /// 0: a kernel was run, or a library's function; nothing was found and the program succeeded; 1: findings, a failed
    /// program, no kernel launched, or, where all are required, a kernel that was not run.
    int exit_code() const { return findings.empty() && failure.empty() ? 0 : 1; }
};

/// Throws unusable_file; std::runtime_error where the system refuses (no temporary folder, no compiler).
result check(const options& request);

/// Builds the program once, and runs it with each of these arguments in turn. `built` is called with the object of its
/// first file, before anything runs; `ran` with the result of each run, and says whether to go on.
void check_runs(const options& request, const std::vector<std::vector<std::string>>& runs,
                const std::function<void(const std::filesystem::path& object)>& built,
                const std::function<bool(const result&)>& ran);

/// The closing line: how many kernels and findings, what failed, and which kernels were not run.
std::string verdict(const result& checked);

/// The result for people: the findings, one paragraph each, but for those that may follow from others, then one closing
/// line.
std::string text(const result& checked);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
