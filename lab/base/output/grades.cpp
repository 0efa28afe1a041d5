// What autograders read: Gradescope's results.json, and a runner's result for GitHub Classroom's reporter.
#include <lab/base/output/report.hpp>

namespace strider::lab {
namespace {

/// The record of the one submission.
const record& graded_in(const report& what) { return what.at(0).records.at(0); }

std::string tests_text(const record& graded) {
    std::string text;
    for (const record& line : graded["tests"]) text += line.get<std::string>() + "\n";
    return text;
}

}  // namespace

std::string write_gradescope(const report& what, const style&) {
    const record& graded = graded_in(what);
    record tests = record::array();
    for (const record& criterion : graded["criteria"])
        tests.push_back({{"name", criterion["name"]},
                         {"score", criterion["points"]},
                         {"max_score", criterion["of"]},
                         {"status", criterion["points"] == criterion["of"] ? "passed" : "failed"},
                         {"output", criterion["reason"]}});
    return record{{"score", graded["points"]}, {"output", tests_text(graded)}, {"tests", tests}}.dump(
               2, ' ', false, record::error_handler_t::replace) +
           "\n";
}

std::string write_classroom(const report& what, const style&) {
    const record& graded = graded_in(what);
    record tests = record::array();
    for (const record& criterion : graded["criteria"])
        tests.push_back({{"name", criterion["name"]},
                         {"status", criterion["points"] == criterion["of"] ? "pass" : "fail"},
                         {"score", criterion["points"]},
                         {"message", criterion["reason"]},
                         {"test_code", ""},
                         {"filename", graded["submission"]},
                         {"line_no", 0},
                         {"duration", 0}});
    return record{{"version", 1},
                  {"status", graded["points"] == graded["of"] ? "pass" : "fail"},
                  {"max_score", graded["of"]},
                  {"tests", tests}}
               .dump(-1, ' ', false, record::error_handler_t::replace) +
           "\n";
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
