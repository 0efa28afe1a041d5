// strider check FILE.cu: a CUDA program of the user's own under the emulator's checks.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <regex>
#include "check/base/process.hpp"
#include "check/check.hpp"
#include "check/nvcc/nvcc.hpp"

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/bounds/rungs.hpp>
#include <lab/commands/commands.hpp>
#include <lab/launches/answers.hpp>
#include <lab/launches/plan.hpp>
#include <lab/report/check_records.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

struct check_options {
    kernel_check::options check;  ///< all that it takes as it is given; the rest by options_of()
    std::string file;
    std::vector<std::string> more_files;
    std::vector<std::string> more;    ///< inputs of nvcc, then arguments of the program
    std::vector<std::string> behind;  ///< "--": arguments of the program
    bool count = false;
    bool bounds = false;
    bool lock_step = false;
    bool all = false;
    unsigned seed = 0;
    unsigned seconds = 60;
    std::string blocks;
    std::string suppressions;
    std::vector<std::string> calls;
    launch_options launches;
    output_options output;
};

std::string place_in(const record& row) {
    const std::string file = text_at(row, "where/file");
    return file.empty() ? "unknown location" : fmt::format("{}:{}", file, row["where"].value("line", 0));
}

/// The line of the source at the place, as "> 12 | s[t] += s[t - d];"; empty where it cannot be read.
std::string marked_line(const record& place) {
    constexpr std::size_t most_shown = 100;
    std::ifstream in(text_at(place, "file"));
    const int wanted = place.value("line", 0);
    std::string line;
    for (int i = 0; i < wanted; ++i)
        if (!std::getline(in, line)) return "";
    const std::size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r");
    if (begin == std::string::npos) return "";
    line = line.substr(begin, end + 1 - begin);
    if (line.size() > most_shown) line = line.substr(0, most_shown) + " ...";
    return fmt::format("> {} | {}", wanted, line);
}

/// The lines of both accesses, what is wrong, and how to fix it.
std::vector<std::string> details_of(const record& finding) {
    std::vector<std::string> lines;
    for (const char* const place : {"where", "other"}) {
        const std::string line = finding.contains(place) ? marked_line(finding[place]) : "";
        if (!line.empty() && (lines.empty() || lines.back() != line)) lines.push_back(line);
    }
    lines.insert(lines.end(), {text_at(finding, "message"), "fix: " + text_at(finding, "fix"), ""});
    return lines;
}

/// `fold`: leaves out what may follow from other findings; the verdict counts it.
report report_of(const check_options& given, const kernel_check::result& checked, bool fold) {
    const auto text = [](const char* field) { return [field](const record& row) { return text_at(row, field); }; };
    section findings, kernels, verdict;
    for (const std::string& line : checked.records) {
        record one = report_record(line);
        if (fold && one.contains("follows")) continue;
        if (given.bounds) add_bound(one);
        (one.contains("finding") ? findings : kernels).records.push_back(std::move(one));
    }
    findings.columns = {
        {"", "finding", side::left, text("finding")},
        {"", "kernel", side::left, text("kernel")},
        {"", "at", side::left, place_in},
    };
    findings.details = details_of;
    findings.dims_details = false;
    if (std::any_of(kernels.records.begin(), kernels.records.end(),
                    [](auto& one) { return one.contains("counters"); })) {
        kernels.columns = counter_columns();
        kernels.columns.insert(kernels.columns.begin(), {"", "kernel", side::left, text("kernel")});
        if (!given.blocks.empty()) kernels.notes.push_back("Only the checked blocks are counted.");
    }
    if (given.bounds) {
        for (column& one : bound_columns()) kernels.columns.push_back(std::move(one));
    }
    verdict.records = {verdict_record(given.file, checked)};
    for (const emulation::finding& note : checked.notes) verdict.notes.push_back(emulation::text(note));
    verdict.notes.push_back(given.file + ": " + kernel_check::verdict(checked));
    if (findings.records.empty()) return {kernels, verdict};
    return {findings, kernels, verdict};
}

/// "all", a number, or nothing.
std::optional<std::uint64_t> blocks_of(const std::string& given) {
    if (given.empty()) return std::nullopt;
    if (given == "all") return 0;
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), count);
    if (error != std::errc() || end != given.data() + given.size() || count == 0)
        throw usage_error(fmt::format("--blocks {}: expected `all`, or how many blocks of a launch to check", given));
    return count;
}

/// For code hosts, which see the report alone: why the file cannot be checked, at the first line that the message
/// names.
report report_of_unusable(const std::string& file, const std::string& why) {
    static const std::regex named(R"(([^\s:]+):(\d{1,9}))");
    record one = record_of("check");
    one["file"] = file;
    std::smatch place;
    if (std::regex_search(why, place, named)) one["where"] = {{"file", place[1]}, {"line", std::stoi(place[2])}};
    one["verified"] = false;
    one["failure"] = why;
    section verdict;
    verdict.records = {one};
    return {verdict};
}

kernel_check::options options_of(const check_options& given) {
    kernel_check::options how = given.check;
    how.file = given.file;
    how.more_files.assign(given.more_files.begin(), given.more_files.end());
    const auto first = given.more.begin(), end = given.more.end();
    const auto own = std::find_if_not(first, end, kernel_check::is_nvcc_input);
    how.compiler_arguments.insert(how.compiler_arguments.end(), first, own);
    how.program_arguments.assign(own, end);
    how.program_arguments.insert(how.program_arguments.end(), given.behind.begin(), given.behind.end());
    if (!given.suppressions.empty()) how.suppressions = kernel_check::read_suppressions(given.suppressions);
    emulation::options& session = how.run.session;
    if (given.count || given.bounds || session.bank_conflicts) session.speed = emulation::speed::count;
    if (given.lock_step) session.schedule = emulation::schedule::lock_step;
    session.detailed = given.bounds;
    session.seed = given.seed;
    if (given.bounds && how.run.multiprocessors == 0)
        how.run.multiprocessors = static_cast<unsigned>(h200.multiprocessors);
    how.time_limit = std::chrono::seconds(given.seconds);
    how.blocks = blocks_of(given.blocks);
    if (given.bounds && how.blocks.value_or(0) != 0)
        throw usage_error("--bounds counts all blocks of a launch; leave out --blocks");
    return how;
}

launch_plan plan_of(const check_options& given) {
    const launch_options& asked = given.launches;
    if (!asked.launches.empty()) return plan_launches(asked);
    if (!asked.lets.empty() || !asked.prints.empty() || !asked.expects.empty())
        throw usage_error("--let, --print and --expect belong to a --launch");
    return {};
}

/// The launches with each value of the name that has several: what was wrong with which of them.
int check_values(const check_options& given, const kernel_check::options& request, const launch_plan& plan,
                 destination& out) {
    std::vector<std::vector<std::string>> runs;
    for (const std::string& value : plan.values) runs.push_back({value});
    std::vector<std::string> wrong;
    report all;
    section verdicts;
    std::size_t tried = 0;
    kernel_check::check_runs(
        request, runs, [](auto&) {},
        [&](const kernel_check::result& checked) {
            const std::string& value = plan.values[tried++];
            record verdict = verdict_record(given.file, checked);
            verdict["let"] = {{plan.swept, std::stoll(value)}};
            verdicts.records.push_back(std::move(verdict));
            if (checked.exit_code() == exit_success) return !interruption::is_noted();
            if (wrong.empty()) {
                all = report_of(given, checked, !given.all);
                all.pop_back();  // its verdict
            }
            wrong.push_back(value);
            verdicts.notes.push_back(fmt::format("{} = {}: {}", plan.swept, value, kernel_check::verdict(checked)));
            return !interruption::is_noted();
        });
    constexpr std::size_t most_shown = 10;
    if (verdicts.notes.size() > most_shown)
        verdicts.notes.insert(verdicts.notes.erase(verdicts.notes.begin() + most_shown, verdicts.notes.end()),
                              fmt::format("and so on for {} values more", wrong.size() - most_shown));
    const bool all_behind =
        !wrong.empty() && wrong.back() == plan.values[tried - 1] && wrong.front() == plan.values[tried - wrong.size()];
    verdicts.notes.push_back(
        wrong.empty() ? fmt::format("{}: right for all {} values of {}", given.file, tried, plan.swept)
        : all_behind  ? fmt::format("{}: wrong from {} = {} on", given.file, plan.swept, wrong.front())
                     : fmt::format("{}: wrong for {} of {} values of {}", given.file, wrong.size(), tried, plan.swept));
    all.push_back(verdicts);
    deliver(all, format_of(given.output), out);
    interruption::end_if_noted();
    return wrong.empty() ? exit_success : exit_failure;
}

int run(const check_options& given) try {
    if (!build_targets("strider_emulator_program")) throw usage_error("the emulator could not be built");
    if (std::filesystem::path(given.file).filename() == "nvcc") return kernel_check::run_nvcc(given.more);
    const output_format& format = format_of(given.output);
    kernel_check::options how = options_of(given);
    if (!given.calls.empty()) return answer_calls(how, given.calls);
    const launch_plan plan = plan_of(given);
    how.main = plan.main;
    destination out(given.output.report_path());
    kernel_check::end_processes_where(&interruption::is_noted);
    kernel_check::result checked;
    interruption stop;
    {
        progress said;
        said.say(fmt::format("{}: compiling and running under the emulator's checks", given.file));
        how.heard = [&said](std::string_view text) { said.let_through(text); };
        if (plan.swept.empty()) checked = kernel_check::check(how);
    }
    if (!given.launches.launches.empty() && !given.check.require_all) checked.not_run.clear();  // the caller chose
    if (!plan.swept.empty()) return check_values(given, how, plan, out);
    deliver(report_of(given, checked, format.for_people && !given.all), format, out);
    interruption::end_if_noted();
    return checked.exit_code();
} catch (const kernel_check::unusable_file& error) {
    interruption::end_if_noted();
    if (const output_format& format = format_of(given.output); format.of_findings) {
        destination out(given.output.report_path());
        deliver(report_of_unusable(given.file, error.what()), format, out);
    }
    const bool may_be_launched = dynamic_cast<const kernel_check::no_main*>(&error) != nullptr;
    const std::string lines = may_be_launched ? launches_to_type(given.file) : "";
    if (lines.empty()) throw usage_error(error.what());
    fmt::print(stderr, "strider: {}\n{}", error.what(), lines);
    return exit_usage;
}

}  // namespace

action declare_check(command_line& options) {
    const auto given = std::make_shared<check_options>();
    options.require("file", "FILE.cu", given->file, "a CUDA program with a main(); -: standard input");
    options.reads(given->file);
    options.add(
        "more", "FILES ARGUMENTS", given->more,
        "more sources, objects and libraries of the program; then the program's own arguments, preferably after --");
    options.add_repeated("--with", "FILE", given->more_files,
                         "another source file of the program (CUDA, C++ or C); may be repeated");
    options.reads(given->more);
    options.reads(given->more_files);
    options.reads([given = given.get()] { return if_source(given->output.report_path()); });  // headers
    options.add_repeated("--compile", "ARGUMENT", given->check.compiler_arguments,
                         "an argument for the compiler, as --compile=-DSIZE=64; may be repeated");
    options.add_foreign("--compile", kernel_check::nvcc_words, given->behind);
    options.add_repeated("--launch", "LAUNCH", given->launches.launches,
                         "launch a kernel of a file without main(), as 'saxpy<<<64, 256>>>(n, 2.0f, x, y)', or call a "
                         "function that does; may be repeated");
    options.add_repeated("--let", "NAME=VALUE", given->launches.lets,
                         "a number (n=1000), several (n=1,31..33), an array ('x=f32[n] = random', '... = 2 * i', or "
                         "f32[n] that nobody wrote) or a file (x=values.npy) for --launch");
    options.add_repeated("--print", "NAME:COUNT", given->launches.prints, "print elements of an array at the end");
    options.add_repeated("--expect", "NAME=VALUE", given->launches.expects,
                         "compare an array at the end with a file (y=values.npy) or an expression in i ('y=2 * i')");
    options.add_repeated("--call", "NAME", given->calls,
                         "answer calls of this kernel, or of the function NAME(), which other programs write to "
                         "standard input: what Python's RawKernel uses");
    options.add_flag("--count", given->count, "also count what the kernels cost");
    options.add_flag("--bounds", given->bounds,
                     "also print the least time that each kernel can take on an H200: counts with 132 multiprocessors");
    options.add_gone("--predict", "--bounds");
    options.add_flag("--bank-conflicts", given->check.run.session.bank_conflicts,
                     "also count, and note where the banks of shared memory slow a warp down");
    options.add_flag("--lock-step", given->lock_step, "run warps in lock-step, as before Volta");
    options.add_flag(
        "--strict", given->check.run.session.strict,
        "also report as races: equal values that several threads store, plain loads that guess for atomicCAS()");
    options.add_flag("--leaks", given->check.run.leaks, "report device memory that is never freed");
    options.add_flag("--all", given->all, "also show findings that may follow from others");
    options.add_flag("--require-all", given->check.require_all, "fail if the program does not launch every kernel");
    options.add_count(
        "--schedules", "N", given->check.schedules, 10'000,
        "run the program in N orders: the ordinary one, its reverse, then by seeds 2, 3, ...; default: 1");
    options.add_number("--seed", "S", given->seed, 0, 4'294'967'295,
                       "run it in the order of seed S, which a finding of --schedules names; default: 0");
    options.add_count("--workers", "N", given->check.run.session.workers, 4096,
                      "host threads that run blocks; default: one per core");
    options.add_count("--multiprocessors", "N", given->check.run.multiprocessors, 65'535,
                      "how many multiprocessors the program and its kernels see; default: 4");
    options.add_count("--gpus", "N", given->check.run.gpus, 64,
                      "how many devices the program sees, each with its own memory; default: 1");
    options.add(
        "--blocks", "all|N", given->blocks,
        "check N blocks of a launch, or all, and run the others unchecked; default: as many as the budget allows");
    options.add_count("--budget", "ACCESSES", given->check.budget, 4'000'000'000,
                      "check so many accesses of a kernel, and eight times as many of all kernels; default: 2^23");
    options.add_count("--seconds", "SECONDS", given->seconds, 1'000'000,
                      "stop the program after this time; default: 60");
    options.add("--suppressions", "FILE", given->suppressions,
                "accepted findings, one per line: KIND FILE [KERNEL], with * for any characters");
    options.reads(given->suppressions);
    given->output.has_findings = true;
    declare_report(options, given->output);
    options.footer(
        "check takes nvcc's options too: -I inc -DN=64 -std=c++17 -Xcompiler -fopenmp -lm. It ignores options that "
        "choose code for a GPU, such as -arch=sm_90; -o names the report.\n\n"
        "strider check -- nvcc OPTIONS FILES is strider-nvcc: it takes nvcc's command line as it stands, and builds a\n"
        "program that runs in the emulator. The program prints its findings when it ends, and then exits with status "
        "1.\n\n"
        "The report lists kernels that the program never launched: they were not checked. What the program prints goes "
        "to standard error, as it comes.");
    options.example("kernel.cu", "run a program, and report races, bad accesses, ...");
    options.example("-I inc -DN=64 -std=c++17 kernel.cu host.cpp -- 100",
                    "options as for nvcc; 100 is the program's argument");
    options.example("kernel.cu --format sarif --report kernel.sarif", "for tools that show findings beside lines");
    options.fails_where("something was found, no kernel was launched, the program failed");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
