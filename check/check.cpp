#include "check.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "build.hpp"
#include "check/compile/runtime_sources.hpp"
#include "read_report.hpp"
#include "schedules.hpp"
#include "verdict.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

/// Whether a program that is run again reads what it has read. A terminal is not for it.
bool input_comes_again() { return isatty(STDIN_FILENO) != 0 || lseek(STDIN_FILENO, 0, SEEK_CUR) == 0; }

fs::path report_of(const fs::path& folder, std::uint64_t seed) {
    return folder / ("report-" + std::to_string(seed) + ".jsonl");
}

using std::chrono::milliseconds;

result run_again(options request, const run_end& end, std::size_t known_output, built_program& program,
                 const fs::path& folder, std::uint64_t seed, milliseconds spent);

// One run of the program, in the order of blocks and warps that the seed says. Runs before it that ended to be repeated
// have spent so much of the time limit.
result run_once(const options& request, built_program& program, const fs::path& folder, std::uint64_t seed,
                milliseconds spent = {}) {
    const fs::path report = report_of(folder, seed);
    std::vector<std::string> command{program.file.string()};
    command.insert(command.end(), request.program_arguments.begin(), request.program_arguments.end());
    emulation::program::run_options asked = request.run;
    asked.report = report.string();
    asked.runtime_sources = (folder / "runtime_sources").string();
    asked.has_host_files = program.has_host_files;
    asked.may_ask_for_alignment = !program.tools.alignment_flags.empty();
    asked.may_ask_for_uninstrumented_host =
        !request.blocks && !program.gives_sources && program.uninstrumented_host.empty() && input_comes_again();
    asked.uninstrumented_host = program.uninstrumented_host;
    asked.session.seed = seed;
    asked.session.sample.compile = program.uninstrumented;
    asked.session.sample.blocks = request.blocks.value_or(0);
    if (!request.blocks)
        asked.session.sample.budget = request.budget / (request.run.session.speed == emulation::speed::count ? 2 : 1);
    std::string words;
    try {
        words = nlohmann::json(asked).dump();
    } catch (const nlohmann::json::type_error&) {
        throw unusable_file(request.file.string() + ": its path, or that of temporary files, is not UTF-8");
    }
    const bool is_first = seed == request.run.session.seed;
    const auto began = std::chrono::steady_clock::now();
    const process_result ran =
        run_process(command, {{emulation::program::run_options_variable, words}}, request.time_limit - spent,
                    /*reads_input=*/is_first || input_comes_again(), is_first ? request.heard : nullptr);
    spent += std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began);
    result checked;
    const run_end end = read_report(report, request.suppressions, checked);
    if (end.asks_for_alignment || !end.asks_for_uninstrumented_host.empty())
        return run_again(request, end, ran.output.size(), program, folder, seed, spent);
    for (const std::string& kernel : checked.not_run) {
        const auto line = program.launches.find(kernel);
        if (line != program.launches.end()) checked.launched_at.insert(*line);
    }
    judge(ran, end, program.file, request, checked);
    return checked;
}

/// The same by a program that knows the alignment of what it accesses, which is slower; or that runs what it computes
/// on the host unchecked. Somebody has heard so much of its output already.
result run_again(options request, const run_end& end, std::size_t known_output, built_program& program,
                 const fs::path& folder, std::uint64_t seed, milliseconds spent) {
    if (end.asks_for_alignment) {
        program = build(request, knowing_alignment(program.tools), program.file.parent_path());
    } else {
        program.uninstrumented_host = end.asks_for_uninstrumented_host;
        lseek(STDIN_FILENO, 0, SEEK_SET);
    }
    fs::remove(report_of(folder, seed));
    fs::remove_all(folder / "runtime_sources");  // it gives them again
    if (request.heard)
        request.heard = [heard = request.heard, known_output](std::string_view text) mutable {
            const std::size_t known = std::min(known_output, text.size());
            known_output -= known;
            if (known != text.size()) heard(text.substr(known));
        };
    return run_once(request, program, folder, seed, spent);
}

/// A run of a program that may give NVRTC sources: again from the start for each of them, which is then linked with
/// the program. What is printed is that of the last time.
result run(const options& request, built_program& program, const fs::path& folder, std::uint64_t seed) {
    if (!program.gives_sources) return run_once(request, program, folder, seed);
    options quiet = request;
    quiet.heard = nullptr;
    for (;;) {
        result checked = run_once(quiet, program, folder, seed);
        const std::vector<std::string> objects = compile_runtime_sources(program.tools, folder / "runtime_sources");
        if (objects.empty()) {
            if (request.heard && seed == request.run.session.seed) request.heard(checked.output);
            return checked;
        }
        fs::remove(report_of(folder, seed));
        for (const std::string& one : objects)
            if (one != failed_source) program.objects.push_back(one);
        expect_success(request.file,
                       link_program(program.tools, program.objects, program.linker_arguments, program.file));
    }
}

}  // namespace

result check(const options& request) {
    const temporary_folder folder;
    built_program program = build(request, request.tools.value_or(default_toolchain()), folder.path());
    const bool reads_file = lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
    result checked = run_schedules(request, [&](std::uint64_t seed) {
        if (reads_file) lseek(STDIN_FILENO, 0, SEEK_SET);
        return run(request, program, folder.path(), seed);
    });
    checked.notes.insert(checked.notes.begin(), program.notes.begin(), program.notes.end());
    return checked;
}

void check_runs(const options& request, const std::vector<std::vector<std::string>>& runs,
                const std::function<void(const fs::path& object)>& built,
                const std::function<bool(const result&)>& ran) {
    const temporary_folder folder;
    built_program program = build(request, request.tools.value_or(default_toolchain()), folder.path());
    built(program.objects.front());
    options one = request;
    for (const std::vector<std::string>& arguments : runs) {
        one.program_arguments = arguments;
        const temporary_folder of_run;
        if (!ran(run_once(one, program, of_run.path(), one.run.session.seed))) return;
    }
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
