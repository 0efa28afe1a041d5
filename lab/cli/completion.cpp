#include <lab/cli/completion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strider::lab {
namespace {

constexpr std::string_view shells[] = {"bash", "fish", "zsh"};

/// Names of options that take a value, or of all.
std::vector<std::string> option_names(const command_text& command) {
    std::vector<std::string> all;
    for (const option_text& option : command.options) all.insert(all.end(), option.names.begin(), option.names.end());
    return all;
}

/// The first clause, without what shells take for theirs.
std::string short_help(const std::string& help) {
    std::string text = help.substr(0, help.find_first_of(";\n("));
    std::erase_if(text, [](char letter) {
        return letter == '\'' || letter == '"' || letter == '`' || letter == '\\' || letter == '$';
    });
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// After "COMMAND OPTION" the option's words, else the command's options, or the words of its argument; and files.
std::string bash_script(const command_text& whole, const std::vector<command_text>& commands) {
    std::string values, words;
    const auto add = [&](const command_text& command) {
        std::string own;
        for (const option_text& option : command.options) {
            if (option.is_argument()) own = fmt::format("{}", fmt::join(option.choices, " "));
            if (option.is_argument() || option.choices.empty()) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names)
                patterns.push_back(fmt::format("\"{} {}\"", command.name, name));
            values +=
                fmt::format("    {}) words=\"{}\" ;;\n", fmt::join(patterns, "|"), fmt::join(option.choices, " "));
        }
        words += fmt::format("    \"{} \"-*) words=\"{}\" ;;\n", command.name, fmt::join(option_names(command), " "));
        if (!own.empty()) words += fmt::format("    \"{} \"*) words=\"{}\" ;;\n", command.name, own);
    };
    for (const command_text& command : commands) add(command);
    add(whole);
    std::vector<std::string> names;
    for (const command_text& command : commands) names.push_back(command.name);
    return fmt::format(
        "_strider() {{\n"
        "    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words=\n"
        "    [ \"$COMP_CWORD\" -gt 1 ] && [[ ${{COMP_WORDS[1]}} != -* ]] && command=${{COMP_WORDS[1]}}\n"
        "    case \"$command $before\" in\n{}    *) case \"$command $word\" in\n{}    \" \"*) words=\"{}\" ;;\n"
        "    esac ;;\n    esac\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "}}\n"
        "complete -o bashdefault -o default -F _strider strider\n",
        values, words, fmt::join(names, " "));
}

std::string zsh_argument(const option_text& option) {
    const std::string words = option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
    std::string help = short_help(option.help);
    std::erase_if(help, [](char letter) { return letter == '[' || letter == ']' || letter == ':'; });
    if (option.is_argument()) return fmt::format(" '*:{}:{}'", option.value, words);
    std::string text;
    for (const std::string& name : option.names) {
        text += fmt::format(" '*{}[{}]{}'", name, help,
                            option.value.empty() ? "" : fmt::format(":{}:{}", option.value, words));
    }
    return text;
}

std::string zsh_script(const command_text& whole, const std::vector<command_text>& commands) {
    std::string names, cases;
    const auto arguments = [](const command_text& command) {
        std::string all;
        for (const option_text& option : command.options) all += zsh_argument(option);
        return all;
    };
    for (const command_text& command : commands) {
        names += fmt::format(" '{}:{}'", command.name, short_help(command.summary));
        cases += fmt::format("    {}) _arguments{} ;;\n", command.name, arguments(command));
    }
    return fmt::format(
        "#compdef strider\n"
        "_strider() {{\n"
        "    local -a commands=({})\n"
        "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; return; fi\n"
        "    if [[ $words[2] == -* ]]; then _arguments{}; return; fi\n"
        "    shift words; (( CURRENT-- ))\n"
        "    case $words[1] in\n{}    esac\n"
        "}}\n"
        "if [ \"$funcstack[1]\" = _strider ]; then _strider \"$@\"; else compdef _strider strider; fi\n",
        names, arguments(whole), cases);
}

std::string fish_script(const command_text& whole, const std::vector<command_text>& commands) {
    std::string script;
    const auto add = [&script](const std::string& when, const option_text& option) {
        std::string line = fmt::format("complete -c strider -n '{}'", when);
        for (const std::string& name : option.names) {
            line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        }
        if (!option.choices.empty()) {
            line += fmt::format(" {} '{}'", option.is_argument() ? "-a" : "-x -a", fmt::join(option.choices, " "));
        } else if (!option.value.empty()) {
            line += " -r";
        }
        const bool says_nothing =
            option.is_argument() && option.choices.empty();  // but files, which it completes anyway
        if (!says_nothing) script += fmt::format("{} -d '{}'\n", line, short_help(option.help));
    };
    for (const option_text& option : whole.options) add("__fish_use_subcommand", option);
    for (const command_text& command : commands) {
        script += fmt::format("complete -c strider -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                              short_help(command.summary));
        for (const option_text& option : command.options) add("__fish_seen_subcommand_from " + command.name, option);
    }
    return script;
}

}  // namespace

const std::span<const std::string_view> completed_shells = shells;

std::string completion_script(std::string_view shell, const command_text& whole,
                              const std::vector<command_text>& commands) {
    if (shell == "bash") return bash_script(whole, commands);
    return shell == "zsh" ? zsh_script(whole, commands) : fish_script(whole, commands);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
