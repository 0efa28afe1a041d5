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

/// A kind of finding, for those who see it for the first time.
struct rule {
    std::string_view kind, meaning, help;
};
// clang-format off
constexpr rule rules[] = {
    {"race-shared", "Two threads of a block access the same bytes of shared memory, at least one writes, and nothing orders them.", "Put a barrier, __syncthreads() or __syncwarp(), between the accesses."},
    {"race-global", "Two threads access the same bytes of global memory, at least one writes, and nothing orders them.", "Let each thread write elements of its own, use atomics, or split the work into two launches."},
    {"race-volatile", "Two warps access the same volatile bytes, at least one writes, and nothing orders them.", "Use cuda::atomic_ref, or atomics and fences: volatile orders nothing."},
    {"race-streams", "Operations of two streams access the same bytes, at least one writes, and nothing orders them.", "Let one stream wait for an event of the other, or use one stream."},
    {"race-registers", "A thread uses registers of a wgmma that may be unfinished, or begins one without wgmma.fence.", "Wait for the group of the product before the registers are used, and fence after they were written."},
    {"misaligned-access", "An access at an address that is not a multiple of its size.", "Access vectors at multiples of their size, or element by element."},
    {"out-of-bounds", "An access before or behind an allocation, array or variable, or a write to read-only memory.", "Compare the index with the size before the access."},
    {"uninitialised-read", "A kernel, or the host after a copy, reads bytes that were never written.", "Write the memory first, by cudaMemset(), a copy or a kernel."},
    {"barrier-divergence", "Threads of a block reach different barriers, or some return before.", "Put the condition around the work, not around the barrier."},
    {"warp-divergence", "Lanes of a mask reach different warp operations, or some return before.", "Let all lanes of the mask make the call."},
    {"deadlock", "No thread can go on: each waits at a barrier or a warp operation, or for memory.", "Let every thread reach the barrier; let no thread wait for one that starts later."},
    {"bad-launch", "CUDA refuses the launch for its shape, its stream or its shared memory.", "Launch with a shape within the limits, and check cudaGetLastError()."},
    {"stack-overflow", "The local variables and calls of a thread need more stack than it has.", "Use smaller local arrays, and recurse less deeply."},
    {"assertion", "An assert() of a kernel fails, or the kernel calls __trap().", "The message has the condition."},
    {"bad-copy", "The pointers, the size and the direction of a copy or fill do not fit together.", "Copy as many bytes as both arrays have, in the direction of the pointers."},
    {"bad-free", "Memory is freed twice, by a call that does not fit, or by a pointer into it.", "Free the pointer that the allocation gave, once, by the call that fits."},
    {"host-access", "Host code accesses device memory, or memory that a kernel or copy still uses.", "Copy the data to the host, or wait for the kernel first."},
    {"leak", "Memory is never freed.", "Free it by cudaFree() or cudaFreeHost()."},
    {"bank-conflict", "Lanes of a warp access different words of one bank of shared memory.", "Pad the rows of the array, or let neighbours access neighbouring words."},
    {"refused-call", "A call of CUDA returns an error, and the program does not look at the status.", "Correct the call, and check the status of each call."},
    {"unsupported", "The program uses a feature that the emulator lacks.", "Leave the feature out under STRIDER_EMULATOR, or check the code on a GPU."},
};
// clang-format on

record to_record(const rule& one) {
    const std::string meaning(one.meaning), help(one.help);
    return {{"id", one.kind},
            {"shortDescription", {{"text", meaning}}},
            {"fullDescription", {{"text", meaning}}},
            {"help", {{"text", help + " docs/emulator.md lists all kinds."}}},
            {"defaultConfiguration", {{"level", "error"}}}};
}

record location(const record& where) {
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uri_of(where["file"])}}}, {"region", {{"startLine", where["line"]}}}}}};
}

record result_of(const record& finding) {
    const std::string kernel = text_at(finding, "kernel");
    record row = {{"ruleId", finding["finding"]},
                  {"level", "error"},
                  {"message",
                   {{"text", fmt::format("{}{}{}. Fix: {}", kernel, kernel.empty() ? "" : ": ",
                                         text_at(finding, "message"), text_at(finding, "fix"))}}},
                  {"occurrenceCount", finding.value("occurrences", 1)}};
    if (finding.contains("where")) row["locations"] = record::array({location(finding["where"])});
    record related = record::array();
    if (finding.contains("other")) related.push_back(location(finding["other"]));
    for (const record& pair : finding.value("also", record::array()))
        for (const record& line : pair) related.push_back(location(line));
    if (!related.empty()) row["relatedLocations"] = related;
    for (const char* const property : {"follows", "seed", "schedules"})
        if (finding.contains(property)) row["properties"][property] = finding[property];
    return row;
}

record notification(const char* level, const std::string& text) {
    return {{"level", level}, {"message", {{"text", text}}}};
}

}  // namespace

std::string write_sarif(const report& what, const style&) {
    record results = record::array(), notifications = record::array(), shown_rules = record::array();
    std::set<std::string, std::less<>> kinds;
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
                if (row.contains("where")) notifications.back()["locations"] = {location(row["where"])};
            }
            if (!row.contains("not_run")) continue;
            for (const record& kernel : row["not_run"])
                notifications.push_back(notification(
                    "warning", "kernel " + kernel.get<std::string>() + " was never launched, so not checked"));
        }
    }
    for (const rule& one : rules)
        if (kinds.contains(one.kind)) shown_rules.push_back(to_record(one));
    const record invocation = {{"executionSuccessful", successful}, {"toolExecutionNotifications", notifications}};
    const record run = {{"tool", {{"driver", {{"name", "strider check"}, {"rules", shown_rules}}}}},
                        {"invocations", record::array({invocation})},
                        {"results", results}};
    const record log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", record::array({run})}};
    return log.dump(2, ' ', false, record::error_handler_t::replace) + "\n";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
