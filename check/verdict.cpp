// What a check says in words.
#include "verdict.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>

namespace strider::kernel_check {

std::string verdict(const result& checked) {
    const auto count = [](std::size_t n, const char* thing) {
        return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
    };
    const auto follow = static_cast<std::size_t>(std::count_if(
        checked.findings.begin(), checked.findings.end(), [](const emulation::finding& one) { return one.follows; }));
    std::string all = count(checked.kernels.size(), "kernel");
    if (!checked.library_calls.empty()) all += " and " + count(checked.library_calls.size(), "library function");
    all += " checked";
    if (checked.schedules == 1) all += " with seed " + std::to_string(checked.first_seed);
    if (checked.schedules > 1)
        all += " with seeds " + std::to_string(checked.first_seed) + " to " +
               std::to_string(checked.first_seed + checked.schedules - 1);
    all += ", " + count(checked.findings.size() - follow, "finding");
    if (follow != 0) all += " and " + count(follow, "possible consequence") + " (shown by --all)";
    if (!checked.notes.empty()) all += ", " + count(checked.notes.size(), "note");
    if (checked.suppressed != 0) all += " beside " + std::to_string(checked.suppressed) + " suppressed";
    if (!checked.failure.empty()) all += "; " + checked.failure;
    for (const auto& [kernel, part] : checked.in_part) all += "; " + kernel + ": " + emulation::text(part);
    if (!checked.in_part.empty()) all += "; the other blocks ran unchecked, and races with them are not found";
    for (std::size_t i = 0; i < checked.not_run.size(); ++i) {
        const auto line = checked.launched_at.find(checked.not_run[i]);
        all += (i == 0 ? "; never launched, so not checked: " : ", ") + checked.not_run[i];
        all += line == checked.launched_at.end() ? " (launched nowhere)" : " (" + line->second + " would launch it)";
    }
    return all;
}

namespace {

// The emulator's own code, CUDA's calls, the libraries whose headers the user's code is compiled with.
bool is_of_user(const std::string& function, const std::string& file) {
    for (const char* const library : {"strider::emulation::", "std::", "__gnu_cxx::", "thrust::", "cub::", "cuda"})
        if (function.starts_with(library)) return false;
    for (const char* const folder : {"include/strider/emulator/", "include/strider/check/", "/include/c++/", "/./"})
        if (file.find(folder) != std::string::npos) return false;
    return true;
}

std::string demangled(const std::string& name) {
    int failed = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &failed),
                                                           &std::free);
    return text ? text.get() : name;
}

/// The innermost line of the user's code among the frames.
emulation::source_line line_of(const crash& died, const std::filesystem::path& program) {
    if (died.frames.empty()) return {};
    std::vector<std::string> command{"addr2line", "-e", program.string(), "-f", "-C", "-i"};
    command.insert(command.end(), died.frames.begin(), died.frames.end());
    std::istringstream lines(run_process(command, {}, compiler_limit).output);
    std::error_code ignored;
    const std::string folder = std::filesystem::current_path(ignored).string() + "/";
    // Of each frame and each inlined call: the function, then "/a/b.cu:12 (discriminator 3)", or "??:?".
    for (std::string function, place; std::getline(lines, function) && std::getline(lines, place);) {
        const std::size_t colon = place.rfind(':', place.find(" ("));
        emulation::source_line at{place.substr(0, colon), std::atoi(place.c_str() + colon + 1)};
        if (at.line == 0 || !is_of_user(function, at.file)) continue;
        if (at.file.starts_with(folder)) at.file.erase(0, folder.size());  // as in findings
        return at;
    }
    return {};
}

std::string failure_of(const process_result& ran, const run_end& end, const options& request, const result& checked) {
    const std::string& stood = end.stood;
    if (ran.interrupted) return "interrupted" + stood;
    if (checked.endless && request.run.most_work != 0)
        return "the program does not end: it was stopped after " + std::to_string(request.run.most_work / 1'000'000) +
               " million accesses of memory, or as much other work" + (stood.empty() ? "" : "," + stood);
    if (ran.timed_out)
        return "the program did not finish within " + std::to_string(request.time_limit.count()) + " s" + stood +
               "; give it less to do, or more time";
    if (ran.signal != 0) {
        std::string text =
            "the program died of signal " + std::to_string(ran.signal) + " (" + strsignal(ran.signal) + ")";
        if (!end.died.thrown.empty()) text += ", of an exception that nobody caught: " + demangled(end.died.thrown);
        if (checked.failed_at.line != 0) text += ", at " + emulation::text(checked.failed_at);
        return text;
    }
    if (ran.status != 0) return "the program ended with status " + std::to_string(ran.status);
    if (checked.kernels.empty() && checked.library_calls.empty())
        return "the program launched no kernel, so nothing was checked";
    if (request.require_all && !checked.not_run.empty()) return "the program did not launch every kernel";
    return "";
}

}  // namespace

void judge(const process_result& ran, const run_end& end, const std::filesystem::path& program, const options& request,
           result& checked) {
    checked.output = ran.output;
    checked.endless = end.is_spent || ran.timed_out || ran.signal == SIGXCPU;
    if (ran.signal != 0) checked.failed_at = line_of(end.died, program);
    checked.failure = failure_of(ran, end, request, checked);
}

std::string text(const result& checked) {
    std::string all;
    for (const auto* list : {&checked.findings, &checked.notes})
        for (const emulation::finding& found : *list)
            if (!found.follows) all += emulation::text(found) + "\n";
    return all + verdict(checked) + "\n";
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
