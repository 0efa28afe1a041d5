// SARIF 2.1.0 (OASIS), which code hosts and editors read: one run with a result a finding. How the check itself ended,
// and the kernels that were not run, are notifications of its invocation.
#include <lab/base/output/report.hpp>

#include <fmt/format.h>

#include <set>

namespace strider::lab {
namespace {

/// A path as a URI: what is not a name's ordinary character is written as %XX.
std::string uri_of(const std::string& path) {
    std::string uri;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("/-._~").find(c) != std::string_view::npos;
        plain ? uri.append(1, c) : uri.append(fmt::format("%{:02X}", static_cast<unsigned char>(c)));
    }
    return path.starts_with('/') ? "file://" + uri : uri;
}

record location(const record& where) {
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uri_of(where["file"])}}}, {"region", {{"startLine", where["line"]}}}}}};
}

record result_of(const record& finding) {
    record row = {{"ruleId", finding["finding"]},
                  {"level", "error"},
                  {"message",
                   {{"text", fmt::format("{}: {}. Fix: {}", text_at(finding, "kernel"), text_at(finding, "message"),
                                         text_at(finding, "fix"))}}},
                  {"occurrenceCount", finding.value("occurrences", 1)}};
    if (finding.contains("where")) row["locations"] = record::array({location(finding["where"])});
    if (finding.contains("other")) row["relatedLocations"] = record::array({location(finding["other"])});
    if (finding.contains("follows")) row["properties"] = {{"follows", true}};
    return row;
}

record notification(const char* level, const std::string& text) {
    return {{"level", level}, {"message", {{"text", text}}}};
}

}  // namespace

std::string write_sarif(const report& what, const style&) {
    record results = record::array(), notifications = record::array(), rules = record::array();
    std::set<std::string> kinds;
    bool successful = true;
    for (const section& part : what) {
        for (const record& row : part.records) {
            if (row.contains("finding")) {
                results.push_back(result_of(row));
                kinds.insert(text_at(row, "finding"));
            }
            if (row.contains("failure")) {
                successful = false;
                notifications.push_back(notification("error", text_at(row, "failure")));
            }
            if (!row.contains("not_run")) continue;
            for (const record& kernel : row["not_run"])
                notifications.push_back(notification(
                    "warning", "kernel " + kernel.get<std::string>() + " was never launched, so not checked"));
        }
    }
    for (const std::string& kind : kinds) rules.push_back({{"id", kind}});
    const record invocation = {{"executionSuccessful", successful}, {"toolExecutionNotifications", notifications}};
    const record run = {{"tool", {{"driver", {{"name", "strider check"}, {"rules", rules}}}}},
                        {"invocations", record::array({invocation})},
                        {"results", results}};
    const record log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", record::array({run})}};
    return log.dump(2, ' ', false, record::error_handler_t::replace) + "\n";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
