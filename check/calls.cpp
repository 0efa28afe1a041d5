#include "calls.hpp"

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <utility>

#include "read_report.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t lines_before_names = 2;

/// The main() that answers calls of these, each on a line of its own.
added_code main_for(const std::vector<std::string>& names) {
    std::string text =
        "#include <strider/check/runtime/calls.hpp>\n"
        "int main() { return ::strider::emulation::program::answer_calls({";
    for (const std::string& name : names) {
        text += '\n';
        const bool is_function = name.ends_with("()");
        const std::string callee = is_function ? name.substr(0, name.size() - 2) : name;
        if (callee.empty()) continue;  // the caller wants the variables alone
        text += "::strider::emulation::program::";
        text += is_function ? "function" : "kernel";
        text += "_called(\"" + callee + "\", &" + callee + "), ";
    }
    return {text + "}); }\n", "calls"};
}

options with_main(options request, const std::vector<std::string>& names) {
    request.main = main_for(names);
    return request;
}

/// A name that the source does not have is refused by this name, not by a line of the main().
built_program build_called(const options& request, const std::vector<std::string>& names, const fs::path& folder) try {
    return build(request, request.tools.value_or(default_toolchain()), folder);
} catch (const unusable_file& error) {
    static const std::regex in_main(R"(: does not compile: calls:(\d+):\d+: error: )");
    const std::string said = error.what();
    std::smatch at;
    if (!std::regex_search(said, at, in_main)) throw;
    const std::string& name = names.at(std::stoul(at[1]) - lines_before_names - 1);
    kernel_names kernels;
    collect_kernels(read_source(request.file), kernels);
    const std::string place = at.prefix().str() + ": ";
    if (!name.ends_with('>') && kernels.templates.contains(plain_name(name)))
        throw unusable_file(place + name + " is a template: name its template arguments too, as in " + name +
                            "<float>");
    throw unusable_file(place + "no " + (name.ends_with("()") ? "function " : "kernel ") + name + ": " +
                        at.suffix().str());
}

}  // namespace

std::vector<declared_kernel> kernels_of(const fs::path& file) {
    const std::string source = read_source(file);
    kernel_names names;
    collect_kernels(source, names);
    std::set<std::string> all(names.plain.begin(), names.plain.end());
    all.insert(names.templates.begin(), names.templates.end());
    std::vector<declared_kernel> kernels;
    for (const std::string& name : all)
        if (auto parameters = declared_parameters(source, name))
            kernels.push_back({name, names.templates.contains(name), std::move(*parameters)});
    return kernels;
}

called_file::called_file(const options& request, const std::vector<std::string>& names)
    : request_(with_main(request, names)), program_(build_called(request_, names, folder_.path())) {
    request_.run.report = (folder_.path() / "report.jsonl").string();
    request_.run.variables = (folder_.path() / "variables").string();
    request_.run.may_ask_for_alignment = !program_.tools.alignment_flags.empty();
    request_.run.has_host_files = program_.has_host_files;
    request_.run.session.sample.compile = program_.uninstrumented;
    request_.run.session.sample.blocks = request_.blocks.value_or(0);
    if (!request_.blocks) request_.run.session.sample.budget = request_.budget;
    start();
}

void called_file::start() {
    running_.emplace(std::vector<std::string>{program_.file.string()},
                     std::vector<std::pair<std::string, std::string>>{
                         {emulation::program::run_options_variable, nlohmann::json(request_.run).dump()}});
}

std::string called_file::description() const {
    nlohmann::json all = nlohmann::json::parse(running_->description());
    all["file"] = request_.run.variables;
    const std::string source = read_source(request_.file);
    for (nlohmann::json& one : all["callables"])
        for (const declared_parameter& parameter :
             declared_parameters(source, one["name"].get<std::string>()).value_or(std::vector<declared_parameter>()))
            one["declared"].push_back({{"type", parameter.type}, {"name", parameter.name}});
    return all.dump();
}

result called_file::call(const std::string& call) {
    fs::resize_file(request_.run.report, 0);
    const process_result ran = running_->run(call, request_.time_limit, request_.heard);
    result checked;
    const run_end end = read_report(request_.run.report, request_.suppressions, checked);
    if (end.asks_for_alignment) {
        running_.reset();
        program_ = build(request_, knowing_alignment(program_.tools), folder_.path());
        request_.run.may_ask_for_alignment = false;
        request_.run.session.sample.compile = program_.uninstrumented;
        start();
        return this->call(call);
    }
    judge(ran, end, program_.file, request_, checked);
    return checked;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
