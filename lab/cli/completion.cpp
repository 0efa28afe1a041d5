#include <lab/cli/completion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strider::lab {
namespace {

constexpr std::string_view shells[] = {"bash", "fish", "zsh"};

/// Names of options that take a value, or of all.
std::vector<std::string> option_names(const command_text& of) {
    std::vector<std::string> all;
    for (const option_text& one : of.options) all.insert(all.end(), one.names.begin(), one.names.end());
    return all;
}

/// The first clause, without what shells take for theirs.
std::string short_help(const std::string& help) {
    std::string text = help.substr(0, help.find_first_of(";\n("));
    std::erase_if(text, [](char one) { return one == '\'' || one == '"' || one == '`' || one == '\\' || one == '$'; });
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

/// After "COMMAND OPTION" the option's words, else the command's options, or the words of its argument; and files.
std::string bash_script(const command_text& whole, const std::vector<command_text>& commands) {
    std::string values, words;
    const auto add = [&](const command_text& of) {
        std::string own;
        for (const option_text& one : of.options) {
            if (one.is_argument()) own = fmt::format("{}", fmt::join(one.choices, " "));
            if (one.is_argument() || one.choices.empty()) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : one.names) patterns.push_back(fmt::format("\"{} {}\"", of.name, name));
            values += fmt::format("    {}) words=\"{}\" ;;\n", fmt::join(patterns, "|"), fmt::join(one.choices, " "));
        }
        words += fmt::format("    \"{} \"-*) words=\"{}\" ;;\n", of.name, fmt::join(option_names(of), " "));
        if (!own.empty()) words += fmt::format("    \"{} \"*) words=\"{}\" ;;\n", of.name, own);
    };
    for (const command_text& one : commands) add(one);
    add(whole);
    std::vector<std::string> names;
    for (const command_text& one : commands) names.push_back(one.name);
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

std::string zsh_argument(const option_text& one) {
    const std::string words = one.choices.empty() ? "_files" : fmt::format("({})", fmt::join(one.choices, " "));
    std::string help = short_help(one.help);
    std::erase_if(help, [](char letter) { return letter == '[' || letter == ']' || letter == ':'; });
    if (one.is_argument()) return fmt::format(" '*:{}:{}'", one.value, words);
    std::string all;
    for (const std::string& name : one.names) {
        all +=
            fmt::format(" '*{}[{}]{}'", name, help, one.value.empty() ? "" : fmt::format(":{}:{}", one.value, words));
    }
    return all;
}

std::string zsh_script(const command_text& whole, const std::vector<command_text>& commands) {
    std::string names, cases;
    const auto arguments = [](const command_text& of) {
        std::string all;
        for (const option_text& one : of.options) all += zsh_argument(one);
        return all;
    };
    for (const command_text& one : commands) {
        names += fmt::format(" '{}:{}'", one.name, short_help(one.summary));
        cases += fmt::format("    {}) _arguments{} ;;\n", one.name, arguments(one));
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
    const auto add = [&script](const std::string& when, const option_text& one) {
        std::string line = fmt::format("complete -c strider -n '{}'", when);
        for (const std::string& name : one.names) {
            line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        }
        if (!one.choices.empty()) {
            line += fmt::format(" {} '{}'", one.is_argument() ? "-a" : "-x -a", fmt::join(one.choices, " "));
        } else if (!one.value.empty()) {
            line += " -r";
        }
        const bool says_nothing = one.is_argument() && one.choices.empty();  // but files, which it completes anyway
        if (!says_nothing) script += fmt::format("{} -d '{}'\n", line, short_help(one.help));
    };
    for (const option_text& one : whole.options) add("__fish_use_subcommand", one);
    for (const command_text& of : commands) {
        script += fmt::format("complete -c strider -n __fish_use_subcommand -f -a {} -d '{}'\n", of.name,
                              short_help(of.summary));
        for (const option_text& one : of.options) add("__fish_seen_subcommand_from " + of.name, one);
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
