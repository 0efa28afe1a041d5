#include <lab/cli/help.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <lab/base/output/report.hpp>

namespace strider::lab {
namespace {

constexpr std::size_t help_columns = 80;

class narrow_formatter : public CLI::Formatter {
public:
    std::string make_option_desc(const CLI::Option* option) const override {
        const std::vector<std::string> paragraphs = paragraphs_of(option->get_description());
        if (paragraphs.empty()) return {};
        return fmt::format("{}", fmt::join(wrapped(paragraphs.front(), help_columns - get_column_width()), "\n"));
    }
    std::string make_subcommand(const CLI::App* command) const override {
        const std::size_t indent = get_column_width();
        const auto lines = wrapped(command->get_description(), help_columns - indent);
        return fmt::format("  {:<{}}{}\n", command->get_name(), indent - 2,
                           fmt::join(lines, "\n" + std::string(indent, ' ')));
    }
    /// As it is: made by help_footer().
    std::string make_footer(const CLI::App* app) const override { return app->get_footer(); }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<narrow_formatter>(); }

std::string help_footer(const command_text& command) {
    std::string text;
    const auto add = [&text](const std::string& paragraph) {
        text += fmt::format("{}{}\n", text.empty() ? "" : "\n", fmt::join(wrapped(paragraph, help_columns), "\n"));
    };
    for (const std::string& paragraph : paragraphs_of(command.description)) add(paragraph);
    if (!command.examples.empty()) text += "\nExamples:\n";
    for (const auto& [line, does] : command.examples) text += fmt::format("  {}\n      {}\n", line, does);
    add("Exit status: " + command.exit_status + ".");
    return text;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
