#include "check.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "check/compile/compile.hpp"
#include "check/compile/runtime_sources.hpp"
#include "check/nvcc/nvcc.hpp"
#include "schedules.hpp"
#include "verdict.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

void expect_success(const fs::path& file, const process_result& compiled) {
    if (compiled.interrupted) throw unusable_file(file.string() + ": interrupted while the compiler ran");
    if (compiled.timed_out) throw unusable_file(file.string() + ": the compiler did not finish within ten minutes");
    if (!compiled.succeeded())
        throw unusable_file(file.string() + ": does not compile: " + first_error(compiled.output));
}

struct built_program {
    toolchain tools;
    fs::path file;
    std::vector<std::string> objects, linker_arguments;
    bool gives_sources = false;   // to NVRTC
    bool has_host_files = false;  // beside those that are instrumented
    launch_lines launches;
    std::vector<emulation::finding> notes;
    std::vector<std::vector<std::string>> uninstrumented;  ///< commands that build the kernels without checks
    std::vector<std::uintptr_t> uninstrumented_host;       ///< host functions that compute much
    std::vector<std::shared_ptr<const temporary_folder>> translations;
};

nvcc_command parse(const std::vector<std::string>& arguments) try {
    nvcc_command command = parse_nvcc(arguments, /*hands_on_unknown=*/true);
    if (command.what != nvcc_command::action::link)
        throw unusable_file("check builds and runs a whole program; leave out -c, -E and their kin");
    return command;
} catch (const std::invalid_argument& error) {
    throw unusable_file(error.what());
}

/// Compiles and links all sources of the program.
built_program build(const options& request, const toolchain& tools, const fs::path& folder) try {
    const nvcc_command command = parse(request.compiler_arguments);
    std::vector<fs::path> sources{request.file};
    sources.insert(sources.end(), request.more_files.begin(), request.more_files.end());
    sources.insert(sources.end(), command.sources.begin(), command.sources.end());
    built_program built{tools, folder / "program", {}, command.linker_arguments, false, false, {}, {}, {}, {}, {}};
    std::vector<std::string>& objects = built.objects;
    std::stable_partition(sources.begin() + 1, sources.end(), is_cuda);  // the linker keeps the first inline functions
    bool has_main = false;
    kernel_names kernels;
    for (const fs::path& source : sources) {
        objects.push_back((folder / (std::to_string(objects.size()) + ".o")).string());
        const bool cuda = is_cuda(source) || source == request.file;
        built.has_host_files |= !cuda;
        compiled_source compiled = compile_source(tools, source, command.compiler_arguments, objects.back(), cuda);
        has_main = has_main || compiled.has_main;
        kernels.plain.merge(compiled.kernels.plain);
        kernels.plain.merge(compiled.kernels.templates);
        if (!compiled.uninstrumented.empty()) {
            compiled.uninstrumented.insert(compiled.uninstrumented.end(), {"-o", objects.back() + ".s"});
            built.uninstrumented.push_back(std::move(compiled.uninstrumented));
            built.translations.push_back(std::move(compiled.folder));
        }
        built.launches.merge(compiled.launches);
        built.gives_sources = built.gives_sources || includes_foreign(source, {}, "nvrtc");
        built.notes.insert(built.notes.end(), compiled.notes.begin(), compiled.notes.end());
        if (has_main || sources.size() > 1) expect_success(source, compiled.how);
    }
    if (!has_main) {
        std::string names;
        for (const std::string& name : kernels.plain) names += (names.empty() ? "" : ", ") + name;
        throw unusable_file(request.file.string() +
                            ": no main(): check runs whole programs; add a main() that fills device memory, launches " +
                            (names.empty() ? "a kernel" : names) + " and compares the result");
    }
    for (const std::string& input : command.link_inputs) {
        if (input.empty()) continue;
        objects.push_back(input);
        built.has_host_files |= !input.starts_with("-l");
    }
    expect_success(request.file, link_program(tools, objects, built.linker_arguments, built.file));
    return built;
} catch (const translation_error& error) {
    throw unusable_file(error.what());
}

emulation::finding to_finding(const nlohmann::json& line) {
    emulation::finding result;
    const std::string kind = line["finding"];
    for (int i = 0; i < emulation::finding_kinds; ++i)
        if (emulation::name(static_cast<emulation::finding_kind>(i)) == kind)
            result.kind = static_cast<emulation::finding_kind>(i);
    result.kernel = line["kernel"];
    result.where = line.value("where", emulation::source_line());
    result.other = line.value("other", emulation::source_line());
    result.array = line.value("array", "");
    for (const nlohmann::json& lines : line.value("also", nlohmann::json::array()))
        result.also.emplace_back(lines[0].get<emulation::source_line>(),
                                 lines.size() < 2 ? emulation::source_line() : lines[1].get<emulation::source_line>());
    result.note = line.contains("note");
    result.follows = line.contains("follows");
    result.message = line["message"];
    result.fix = line["fix"];
    result.occurrences = line["occurrences"];
    return result;
}

/// What one process has reported: see program.cpp.
struct process_report {
    std::vector<nlohmann::json> findings, counted;
    std::set<std::string> entered;
    bool ended = false;
};

void add_findings(const std::vector<nlohmann::json>& lines, const std::vector<suppression>& suppressions,
                  result& into) {
    for (nlohmann::json line : lines) {
        if (into.suppressed != 0) line.erase("follows");  // from one that is not shown
        const emulation::finding reported = to_finding(line);
        if (reported.note) {
            into.notes.push_back(reported);
            continue;
        }
        if (std::any_of(suppressions.begin(), suppressions.end(), [&](auto& one) { return one.covers(reported); })) {
            ++into.suppressed;
            continue;
        }
        into.findings.push_back(reported);
        into.records.push_back(line.dump());
    }
}

struct run_end {
    bool is_spent = false;  ///< it has done all the work that it may
    crash died;
    std::string stood;  ///< where: " in block 2 of kernel NAME, launched at FILE:LINE"; empty where it was in no kernel
    bool asks_for_alignment = false;  ///< whether an access is misaligned depends on what the program does not know
    std::vector<std::uintptr_t> asks_for_uninstrumented_host;
};

run_end read_report(const fs::path& report, const std::vector<suppression>& suppressions, result& into) {
    std::map<long, process_report> processes;
    std::set<std::string> sources, entered;
    run_end end;
    std::ifstream in(report);
    for (std::string text; std::getline(in, text);) {
        nlohmann::json line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (line.is_discarded() || !line.contains("process")) continue;  // the program was stopped while it wrote it
        process_report& from = processes[line["process"].get<long>()];
        line.erase("process");
        if (line.contains("source_kernel")) {
            sources.insert(line["source_kernel"]);
        } else if (line.contains("library_call")) {
            into.library_calls.insert(line["library_call"]);
        } else if (line.contains("entered")) {
            entered.insert(line["entered"]);
            from.entered.insert(line["entered"]);
        } else if (line.contains("stands_in")) {
            end.stood = " in block " + line["block"].get<std::string>() + " of kernel " +
                        *entered.insert(line["stands_in"].get<std::string>()).first;
            if (line.contains("where"))
                end.stood += ", launched at " + emulation::text(line["where"].get<emulation::source_line>());
        } else if (line.contains("spent_work")) {
            end.is_spent = true;
        } else if (line.contains("died_of")) {
            line["thrown"].get_to(end.died.thrown);
            line["frames"].get_to(end.died.frames);
        } else if (line.contains("asks_for_alignment")) {
            end.asks_for_alignment = true;
        } else if (line.contains("asks_for_uninstrumented_host")) {
            line["asks_for_uninstrumented_host"].get_to(end.asks_for_uninstrumented_host);
        } else if (line.contains("in_part")) {
            into.in_part[line["in_part"]] += line.get<emulation::checked_part>();
        } else if (line.contains("ended")) {
            from = {.findings = {}, .counted = {}, .entered = {}, .ended = true};
        } else {
            // A program that is ended has told of a finding again, where it knew more of it.
            if (line.contains("finding"))
                std::erase_if(from.findings, [told = to_finding(line)](const nlohmann::json& before) {
                    return emulation::same_defect(to_finding(before), told);
                });
            (line.contains("finding") ? from.findings : from.counted).push_back(line);
        }
    }
    std::set<std::string> kernels;
    for (const auto& [process, from] : processes) {
        add_findings(from.findings, suppressions, into);
        for (const nlohmann::json& line : from.counted) {
            kernels.insert(line["kernel"]);
            into.records.push_back(line.dump());
        }
        // A process that died has no counters, but has run what its lanes have entered.
        if (!from.ended) kernels.insert(from.entered.begin(), from.entered.end());
    }
    into.kernels.assign(kernels.begin(), kernels.end());
    std::set_difference(sources.begin(), sources.end(), entered.begin(), entered.end(),
                        std::back_inserter(into.not_run));
    return end;
}

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
    checked.output = ran.output;
    checked.endless = end.is_spent || ran.timed_out || ran.signal == SIGXCPU;
    if (ran.signal != 0) checked.failed_at = line_of(end.died, program.file);
    checked.failure = failure_of(ran, checked, end.stood, end.died, request);
    return checked;
}

/// The same by a program that knows the alignment of what it accesses, which is slower; or that runs what it computes
/// on the host unchecked. Somebody has heard so much of its output already.
result run_again(options request, const run_end& end, std::size_t known_output, built_program& program,
                 const fs::path& folder, std::uint64_t seed, milliseconds spent) {
    if (end.asks_for_alignment) {
        toolchain tools = program.tools;
        tools.compile_flags.insert(tools.compile_flags.end(), tools.alignment_flags.begin(),
                                   tools.alignment_flags.end());
        tools.alignment_flags.clear();
        program = build(request, tools, program.file.parent_path());
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
