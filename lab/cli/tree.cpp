#include <lab/cli/tree.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include <lab/base/options/command_line.hpp>

namespace strider::lab {
namespace {

option_text text_of(const CLI::Option& option, const command_details& details) {
    option_text text;
    for (const std::string& name : option.get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) text.names.push_back("--" + name);
    if (option.get_expected_max() != 0) text.value = option.get_type_name();
    text.help = option.get_description();
    text.is_required = option.get_required();
    const auto choices = details.choices.find(option.get_name(true, true));
    if (choices != details.choices.end()) text.choices = choices->second;
    return text;
}

}  // namespace

command_text text_of(const CLI::App& command, const command_details& details) {
    command_text text;
    if (command.get_parent()) text.name = command.get_name();
    text.summary = command.get_description();
    text.description = details.footer;
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_group().empty()) text.options.push_back(text_of(*option, details));
    }
    for (const auto& [words, does] : details.examples) {
        text.examples.emplace_back(fmt::format("strider {} {}", text.name, words), does);
    }
    text.exit_status = fmt::format(
        "0: success; 1: {}the command failed, or its output could not be written; 2: the command cannot be done, and "
        "nothing was written",
        details.failure.empty() ? "" : details.failure + ", ");
    return text;
}

std::vector<std::string> paragraphs_of(const std::string& text) {
    std::vector<std::string> paragraphs;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        std::string one = text.substr(begin, end - begin);
        std::replace(one.begin(), one.end(), '\n', ' ');
        one.erase(0, one.find_first_not_of(' '));
        if (!one.empty()) paragraphs.push_back(std::move(one));
        begin = std::min(text.size(), end + 2);
    }
    return paragraphs;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
