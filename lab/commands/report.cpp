// strider report LADDER|FILE...: a ladder as one HTML file, with charts, sources and pictures of its accesses.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>

#include <lab/base/errors.hpp>
#include <lab/base/modules.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/commands/commands.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/records/recorded.hpp>
#include <lab/report/page.hpp>

namespace strider::lab {
namespace {

struct report_options {
    std::vector<std::string> inputs;
    input_files input;
    std::string page;
};

/// The rungs as the emulator counts them, by line and with the requests of a warp.
std::vector<record> count_now(const ladders::pattern& pattern, const input_files& input) {
    ladder_request request;
    request.pattern = &pattern;
    request.instance = ladders::usual_instance(pattern, pattern.counted_elements);
    request.input = open_input(input, pattern, {}, {}, {}, request.instance);
    request.instance = settle(pattern, request.instance);
    request.observing = {.detailed = true, .traced = emulation::traced_warp{}};
    progress said;
    return run_ladder(plan_ladder(require_device("emulator", pattern.name), request), said);
}

/// The one ladder that the records are of.
const ladders::pattern& pattern_of(const std::vector<record>& records) {
    std::set<std::string> names;
    for (const record& row : records) {
        if (row.contains("rung")) names.insert(text_at(row, "pattern"));
    }
    if (names.empty())
        throw usage_error("no record of a ladder is in these files; `strider ladder --format jsonl` writes some");
    if (names.size() == 1) return pattern_named(*names.begin());
    throw usage_error(
        fmt::format("the files have records of several ladders; name one of them as well: {}", fmt::join(names, ", ")));
}

int run(const report_options& options) {
    if (options.inputs.empty()) throw usage_error("report needs a ladder's name, or files of records");
    const ladders::pattern* pattern = nullptr;
    std::vector<std::string> files;
    for (const std::string& word : options.inputs) {
        const auto named = std::ranges::find(all_patterns, word, [](const auto* one) { return one->name; });
        if (named == all_patterns.end())
            files.push_back(word);
        else if (pattern)
            throw usage_error(fmt::format("{} and {}: a report is about one ladder", pattern->name, word));
        else
            pattern = *named;
    }
    const bool is_given = !options.input.values.empty();
    if (is_given && !files.empty()) throw usage_error("--input runs a ladder now: leave out the files of records");
    std::vector<record> records;
    for (const std::string& file : files) {
        try {
            std::ranges::move(read_records(file), std::back_inserter(records));
        } catch (const std::runtime_error& error) {
            throw usage_error(error.what());
        }
    }
    if (!pattern) pattern = &pattern_of(records);
    destination out(options.page, "-o");
    if (files.empty()) {
        if (!is_given) records = recorded_results();  // whose times are of other numbers
        std::ranges::move(count_now(*pattern, options.input), std::back_inserter(records));
    }
    reported_ladder ladder = sort_records(*pattern, records);
    if (ladder.timed.empty() && ladder.counted.empty()) {
        throw usage_error(fmt::format("no verified record of the {} ladder is in these files", pattern->name));
    }
    if (const opened_device& emulator = open_device("emulator", pattern->name); emulator.device)
        ladder.rungs = rungs_of(emulator, pattern->name);
    out.write(report_page(ladder));
    if (place_of(options.page).descriptor != STDOUT_FILENO) {
        destination(std::string(standard_stream))
            .write(fmt::format("{0} is written. It needs no network: open it in a browser (xdg-open {0}).\n",
                               options.page));
    }
    return exit_success;
}

}  // namespace

action declare_report_page(command_line& options) {
    const auto values = std::make_shared<report_options>();
    options.add("inputs", "LADDER|FILE", values->inputs,
                "a ladder's name: the emulator runs and counts it now, and the times are recorded on a GPU; or files "
                "of records (`strider ladder P --format jsonl --details`), and a name if they have several ladders");
    options.reads(values->inputs);
    declare_input(options, values->input);
    options.require("-o,--output", "PAGE", values->page, "the HTML file; - for standard output");
    options.writes([values = values.get()] { return named_path{"-o", values->page}; });
    options.footer(
        "\nThe page is one file that needs no network: send it, print it, open it on a phone. #rung=3&request=5 behind "
        "its\n"
        "address leads to a step and to one request of a warp.");
    options.example("before.jsonl -o reduce.html", "of records that ladder wrote");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
