#include <lab/cli/refusal.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

/// The commands on files that were once there, and their calls in Python.
constexpr std::string_view removed_commands[][2] = {{"reduce", "sum"},        {"scan", "scan"},
                                                    {"compact", "compact"},   {"histogram", "histogram"},
                                                    {"convolve", "convolve"}, {"transpose", "transpose"}};

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::string meant_among(const std::string& word, const std::vector<std::string>& known) {
    return did_you_mean(word, std::vector<std::string_view>(known.begin(), known.end()));
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_group().empty()) continue;
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    }
    const std::string name = word.substr(0, word.find('='));
    const std::string of = command.get_parent() ? command.get_name() + " has" : "there is";
    return fmt::format("{} no option {}{}", of, name, meant_among(name, known));
}

std::string unexpected_word(const CLI::App& command, const std::string& word) {
    if (command.get_parent()) return fmt::format("{}: \"{}\" is one argument too many", command.get_name(), word);
    if (word == "crossover")
        return "crossover is part of ladder now: type strider ladder PATTERN --device gpu --whole-program";
    for (const auto& [removed, call] : removed_commands) {
        if (word == removed)
            return fmt::format(
                "{} of files was removed; type in Python strider.{}(numpy.load(FILE), ...), as "
                "docs/migrating.md shows",
                word, call);
    }
    std::vector<std::string> known;
    for (const CLI::App* one : command.get_subcommands({})) known.push_back(one->get_name());
    return fmt::format("there is no command \"{}\"{}", word, meant_among(word, known));
}

/// "FILE" of an argument, "-o OUT" of an option.
std::string usage_of(const CLI::Option& option) {
    if (option.get_positional()) return option.get_type_name();
    const std::string name = option.get_snames().empty() ? "--" + option.get_lnames().front()  //
                                                         : "-" + option.get_snames().front();
    return fmt::format("{} {}", name, option.get_type_name());
}

std::string missing_words(const CLI::App& command) {
    std::vector<std::string> missing;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_required() && option->count() == 0) missing.push_back(usage_of(*option));
    }
    std::string list;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        list += (i == 0 ? "" : i + 1 == missing.size() ? " and " : ", ") + missing[i];
    }
    return fmt::format("{} needs {}", command.get_name(), list);
}

/// The option has no value, or one too many, or was given more often than once.
std::string wrong_count(const CLI::App& command, const std::string& message) {
    const std::string name = message.substr(0, message.find_first_of(": "));
    if (command.get_option_no_throw("--" + name)) return fmt::format("--{} takes no value", name);
    const CLI::Option* const option = command.get_option_no_throw(name);
    if (!option) return message;
    if (option->count() > 1) return name + " was given more than once";
    return fmt::format("{} needs a value, {}", name, option->get_type_name());
}

std::string problem_of(const CLI::App& command, const CLI::ParseError& error) {
    // A misspelt option may be why something else is missing or wrong; not of a command that there is not.
    const std::vector<std::string> extra = command.remaining();
    const auto option = std::find_if(extra.begin(), extra.end(), is_option);
    const bool is_first = option == extra.begin() || command.get_parent();
    if (option != extra.end() && is_first) return unknown_option(command, *option);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return wrong_count(command, error.what());
    const bool is_missing = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    if (!is_missing && !dynamic_cast<const CLI::ExtrasError*>(&error)) return error.what();
    return is_missing ? missing_words(command) : unexpected_word(command, command.remaining().front());
}

}  // namespace

std::string refusal_text(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    // A word before the command is no command itself.
    const bool is_before = chosen.empty() || !app.remaining().empty();
    const CLI::App& command = is_before ? app : *chosen.front();
    const std::string what = problem_of(command, error);
    return fmt::format("{}{} strider {}--help", what, what.ends_with('?') ? " See" : "; see",
                       is_before ? "" : command.get_name() + " ");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
