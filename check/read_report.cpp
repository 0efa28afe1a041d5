#include "read_report.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
