// strider grade FOLDER SUBMISSION.cu: the points of a submission to an assignment, with a reason each.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/commands/commands.hpp>
#include <lab/grade/judge.hpp>
#include <lab/report/columns.hpp>

namespace strider::lab {
namespace {

namespace fs = std::filesystem;

struct grade_options {
    std::string folder, submission, submissions;
    unsigned jobs = 0;
    bool unconfined = false, shows_hidden = false;
    output_options output;
};

std::vector<fs::path> submissions_of(const grade_options& options) {
    if (options.submission.empty() == options.submissions.empty())
        throw usage_error("grade needs one submission, or --all DIR");
    if (!options.submission.empty()) {
        if (!fs::is_regular_file(options.submission)) throw usage_error(options.submission + " is not there");
        return {options.submission};
    }
    std::vector<fs::path> files;
    std::error_code failed;
    for (const auto& entry : fs::recursive_directory_iterator(options.submissions, failed))
        if (entry.is_regular_file() && entry.path().extension() == ".cu") files.push_back(entry.path());
    if (failed || files.empty()) throw usage_error(options.submissions + ": no .cu file is there");
    std::ranges::sort(files);
    return files;
}

/// As many at a time as there are jobs; in the order of the submissions. Where the command is interrupted, those that
/// are finished.
std::vector<grade> grade_all(const assignment& task, const std::vector<fs::path>& files, const grade_options& options) {
    progress said;
    said.say("running the reference");
    const submission_run reference = run_reference(task, !options.unconfined);
    if (interruption::is_noted()) return {};
    const std::size_t jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    std::vector<grade> grades(files.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::min(jobs, files.size()); ++i)
        workers.push_back(std::async(std::launch::async, [&] {
            for (std::size_t index; (index = next++) < files.size();) {
                const submission_run ran = run_source(task, files[index], trust::submission, !options.unconfined);
                if (interruption::is_noted()) break;  // it may have been ended
                grades[index] =
                    judge(task, reference,
                          options.submissions.empty() ? files[index].string()
                                                      : fs::relative(files[index], options.submissions).string(),
                          ran, options.shows_hidden);
            }
        }));
    said.say(fmt::format("grading {} submission{}", files.size(), files.size() == 1 ? "" : "s"));
    for (std::future<void>& one : workers) one.get();
    std::erase_if(grades, [](const grade& one) { return one.submission.empty(); });
    return grades;
}

record to_record(const assignment& task, const grade& result) {
    record graded = record_of("grade");
    graded["assignment"] = task.title;
    graded["submission"] = result.submission;
    graded["points"] = number(result.points());
    graded["of"] = number(result.most());
    graded["criteria"] = record::array();
    for (const score& each : result.scores)
        graded["criteria"].push_back(
            {{"name", each.name}, {"points", number(each.points)}, {"of", number(each.most)}, {"reason", each.reason}});
    graded["tests"] = result.tests;
    return graded;
}

std::string points_text(double points) { return fmt::format("{:g}", points); }

column points_column(const char* title, const char* field) { return number_column("", title, field, points_text); }

/// Of one submission a row a criterion, of several a row each.
report report_of(const assignment& task, const std::vector<grade>& grades, bool is_one, std::size_t submissions) {
    section graded;
    if (grades.size() != submissions)
        graded.warnings.push_back(
            fmt::format("interrupted: {} of {} submissions are graded", grades.size(), submissions));
    for (const grade& result : grades) graded.records.push_back(to_record(task, result));
    if (!is_one) {
        graded.title = task.title;
        graded.columns = {text_column("submission", "submission"), points_column("points", "points"),
                          points_column("of", "of")};
        graded.details = [](const record& row) {
            std::vector<std::string> lines;
            std::string last;
            for (const record& each : row["criteria"]) {
                const std::string reason = text_at(each, "reason");
                if (each["points"] == each["of"] || reason == last) continue;
                lines.push_back(fmt::format("{}: {}", text_at(each, "name"), reason));
                last = reason;
            }
            return lines;
        };
        return {graded};
    }
    section rows;
    rows.title = task.title;
    rows.is_view = true;
    for (const record& each : graded.records[0]["criteria"]) rows.records.push_back(each);
    rows.columns = {text_column("criterion", "name"), points_column("points", "points"), points_column("of", "of")};
    rows.details = [](const record& row) { return std::vector<std::string>{text_at(row, "reason")}; };
    rows.notes = grades[0].tests;
    rows.notes.push_back(fmt::format("{}: {} of {} points", grades[0].submission, points_text(grades[0].points()),
                                     points_text(grades[0].most())));
    return {graded, rows};
}

int run(const grade_options& options) {
    const output_format& format = format_of(options.output);
    const assignment task = read_assignment(options.folder);
    const std::vector<fs::path> files = submissions_of(options);
    if (format.of_grades && files.size() != 1)
        throw usage_error(fmt::format("--format {} is of one submission", format.name));
    if (!build_targets("strider_emulator_program")) throw usage_error("the emulator could not be built");
    destination out(options.output.report_path());
    interruption stop;
    const std::vector<grade> grades = grade_all(task, files, options);
    if (!grades.empty()) deliver(report_of(task, grades, options.submissions.empty(), files.size()), format, out);
    interruption::end_if_noted();
    return exit_success;
}

}  // namespace

action declare_grade(command_line& options) {
    const auto values = std::make_shared<grade_options>();
    options.require("folder", "FOLDER", values->folder, "an assignment: assignment.toml, a starter and a reference");
    options.add("submission", "SUBMISSION.cu", values->submission, "what a student has written");
    options.reads(values->submission);
    options.add("--all", "DIR", values->submissions,
                "grade every .cu file below this folder, each by a process of its own");
    options.add_count("--jobs", "N", values->jobs, 4096, "submissions at a time; all cores");
    options.add_flag(
        "--unconfined", values->unconfined,
        "where the kernel has no Landlock: leave files open to submissions, for a container that holds nothing else");
    options.add_flag("--show-hidden", values->shows_hidden,
                     "for the lecturer: also tell why a hidden test is wrong, and its counts");
    options.reads([values = values.get()] { return if_source(values->output.report_path()); });
    values->output.has_grades = true;
    declare_report(options, values->output);
    options.footer(
        "Points come from results, findings and counts, never from times: they are the same on every machine.\n"
        "A submission gets the inputs and nothing else: no network, no file outside of its folder, limits of time and\n"
        "memory. The formats gradescope and classroom are what these autograders read.");
    options.example("assignment submission.cu", "points, with a reason each");
    options.example("assignment submission.cu --format gradescope -o results.json", "for Gradescope");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
