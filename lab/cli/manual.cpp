#include <lab/cli/manual.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strider::lab {
namespace {

/// The text as troff prints it: backslashes and hyphens as they are, and no line that it takes for a request.
std::string literal(std::string_view text) {
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char one : text) {
        if (one == '\\')
            out += "\\e";
        else if (one == '-')
            out += "\\-";
        else
            out += one;
    }
    return out;
}

std::string page_name(const command_text& of) { return of.name.empty() ? "strider" : "strider-" + of.name; }

std::string head(const command_text& of, const std::string& version) {
    const std::string name = literal(page_name(of));
    std::string capitals = name;
    std::transform(name.begin(), name.end(), capitals.begin(),
                   [](char one) { return one >= 'a' && one <= 'z' ? static_cast<char>(one - 'a' + 'A') : one; });
    return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", capitals, version, name,
                       literal(of.summary));
}

std::string synopsis(const command_text& of) {
    std::string words = fmt::format(".SH SYNOPSIS\n.B {}\n[OPTIONS]", of.called());
    for (const option_text& one : of.options) {
        if (one.is_argument()) {
            words += one.is_required ? " " + literal(one.value) : " [" + literal(one.value) + "]";
        } else if (one.is_required) {
            words += fmt::format(" {} {}", literal(one.names.front()), literal(one.value));
        }
    }
    return words + "\n";
}

std::string described(const option_text& one) {
    const std::string names = literal(fmt::format("{}", fmt::join(one.names, ", ")));
    std::string text = one.is_argument()   ? fmt::format(".TP\n.I {}\n", literal(one.value))
                       : one.value.empty() ? fmt::format(".TP\n.B {}\n", names)
                                           : fmt::format(".TP\n.BI \"{} \" {}\n", names, literal(one.value));
    for (const std::string& paragraph : paragraphs_of(one.help)) text += literal(paragraph) + "\n";
    return text;
}

std::string tail(const command_text& of, const std::string& see) {
    std::string text;
    if (!of.examples.empty()) text += ".SH EXAMPLES\n";
    for (const auto& [line, does] : of.examples) text += fmt::format(".TP\n.B {}\n{}\n", literal(line), literal(does));
    return text + fmt::format(".SH EXIT STATUS\n{}.\n.SH SEE ALSO\n{}\n", literal(of.exit_status), see);
}

std::string options_section(const command_text& of) {
    std::string text = ".SH OPTIONS\n";
    for (const option_text& one : of.options) text += described(one);
    return text;
}

}  // namespace

std::string manual_of_command(const command_text& of, const std::string& version) {
    std::string text = head(of, version) + synopsis(of);
    const std::vector<std::string> paragraphs = paragraphs_of(of.description);
    if (!paragraphs.empty()) text += ".SH DESCRIPTION\n";
    for (std::size_t at = 0; at < paragraphs.size(); ++at) {
        text += fmt::format("{}{}\n", at == 0 ? "" : ".PP\n", literal(paragraphs[at]));
    }
    return text + options_section(of) + tail(of, ".BR strider (1)");
}

std::string manual_of_program(const command_text& of, const std::vector<command_text>& commands,
                              const std::string& version) {
    command_text whole = of;
    whole.summary = "the parallel patterns of CUDA, on files, ladders and programs";
    std::string text = head(whole, version) + ".SH SYNOPSIS\n.B strider\nCOMMAND [OPTIONS]\n.SH DESCRIPTION\n" +
                       literal(of.summary) + "\n.SH COMMANDS\n";
    std::string pages;
    for (const command_text& one : commands) {
        text += fmt::format(".TP\n.B {}\n{}\n", literal(one.name), literal(one.summary));
        pages += fmt::format("{}.BR {} (1)", pages.empty() ? "" : ",\n", literal(page_name(one)));
    }
    return text + options_section(of) + tail(of, pages);
}

}  // namespace strider::lab
