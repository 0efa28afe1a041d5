#include <lab/cli/manual.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strider::lab {
namespace {

/// The text as troff prints it: backslashes and hyphens as they are, and no line that it takes for a request.
std::string literal(std::string_view text) {
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char letter : text) {
        if (letter == '\\')
            out += "\\e";
        else if (letter == '-')
            out += "\\-";
        else
            out += letter;
    }
    return out;
}

std::string page_name(const command_text& command) {
    return command.name.empty() ? "strider" : "strider-" + command.name;
}

std::string head(const command_text& command, const std::string& version) {
    const std::string name = literal(page_name(command));
    std::string capitals = name;
    std::transform(name.begin(), name.end(), capitals.begin(), [](char letter) {
        return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    });
    return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", capitals, version, name,
                       literal(command.summary));
}

std::string synopsis(const command_text& command) {
    std::string words = fmt::format(".SH SYNOPSIS\n.B {}\n[OPTIONS]", command.called());
    for (const option_text& option : command.options) {
        if (option.is_argument()) {
            words += option.is_required ? " " + literal(option.value) : " [" + literal(option.value) + "]";
        } else if (option.is_required) {
            words += fmt::format(" {} {}", literal(option.names.front()), literal(option.value));
        }
    }
    return words + "\n";
}

std::string described(const option_text& option) {
    const std::string names = literal(fmt::format("{}", fmt::join(option.names, ", ")));
    std::string text = option.is_argument()   ? fmt::format(".TP\n.I {}\n", literal(option.value))
                       : option.value.empty() ? fmt::format(".TP\n.B {}\n", names)
                                              : fmt::format(".TP\n.BI \"{} \" {}\n", names, literal(option.value));
    for (const std::string& paragraph : paragraphs_of(option.help)) text += literal(paragraph) + "\n";
    return text;
}

std::string tail(const command_text& command, const std::string& see) {
    std::string text;
    if (!command.examples.empty()) text += ".SH EXAMPLES\n";
    for (const auto& [line, does] : command.examples)
        text += fmt::format(".TP\n.B {}\n{}\n", literal(line), literal(does));
    return text + fmt::format(".SH EXIT STATUS\n{}.\n.SH SEE ALSO\n{}\n", literal(command.exit_status), see);
}

std::string options_section(const command_text& command) {
    std::string text = ".SH OPTIONS\n";
    for (const option_text& option : command.options) text += described(option);
    return text;
}

}  // namespace

std::string manual_of_command(const command_text& command, const std::string& version) {
    std::string text = head(command, version) + synopsis(command);
    const std::vector<std::string> paragraphs = paragraphs_of(command.description);
    if (!paragraphs.empty()) text += ".SH DESCRIPTION\n";
    for (std::size_t i = 0; i < paragraphs.size(); ++i) {
        text += fmt::format("{}{}\n", i == 0 ? "" : ".PP\n", literal(paragraphs[i]));
    }
    return text + options_section(command) + tail(command, ".BR strider (1)");
}

std::string manual_of_program(const command_text& program, const std::vector<command_text>& commands,
                              const std::string& version) {
    command_text whole = program;
    whole.summary = "the parallel patterns of CUDA: ladders, and checks of programs";
    std::string text = head(whole, version) + ".SH SYNOPSIS\n.B strider\nCOMMAND [OPTIONS]\n.SH DESCRIPTION\n" +
                       literal(program.summary) + "\n.SH COMMANDS\n";
    std::string pages;
    for (const command_text& command : commands) {
        text += fmt::format(".TP\n.B {}\n{}\n", literal(command.name), literal(command.summary));
        pages += fmt::format("{}.BR {} (1)", pages.empty() ? "" : ",\n", literal(page_name(command)));
    }
    return text + options_section(program) + tail(program, pages);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
