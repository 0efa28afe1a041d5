// The program: its commands, declared and parsed; what it says of itself; and one command run.
#include <lab/cli/run.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/suggest.hpp>
#include <lab/cli/commands.hpp>
#include <lab/cli/completion.hpp>
#include <lab/cli/help.hpp>
#include <lab/cli/manual.hpp>
#include <lab/cli/refusal.hpp>
#include <lab/commands/first_screen.hpp>
#include <lab/records/fingerprint.hpp>
#include <lab/records/source_commit.hpp>

namespace strider::lab {
namespace {

/// All commands.
struct program {
    CLI::App app{"Strider: the parallel patterns of CUDA, from the naive kernel to the speed of memory.", "strider"};
    command_details own;
    std::map<const CLI::App*, std::pair<action, command_details>> commands;
    std::string manual_page, shell;  ///< that are asked for

    explicit program(const char* version);
    std::vector<command_text> texts() const;
    std::string self_description() const;
    std::vector<std::string> prepared(std::span<const char* const> words) const;
};

program::program(const char* version) {
    app.formatter(help_formatter());
    app.set_version_flag("--version", version);
    app.require_subcommand(0, 1);
    command_line options(app, own);
    options.add("--man", "PAGE", manual_page,
                "print the manual page of strider or of a command: strider --man check | man -l -");
    options.add_choice("--completion", "SHELL", shell, completed_shells,
                       "print a shell's completion script: source <(strider --completion bash)");
    for (const command& one : lab::commands) {
        CLI::App* const added = app.add_subcommand(one.name, one.summary);
        auto& [run, details] = commands[added];
        command_line declared(*added, details);
        run = one.declare(declared);
        added->footer(help_footer(text_of(*added, details)));
    }
}

std::vector<command_text> program::texts() const {
    std::vector<command_text> described;
    for (const command& one : lab::commands) {
        const CLI::App* const added = app.get_subcommand(one.name);
        described.push_back(text_of(*added, commands.at(added).second));
    }
    return described;
}

/// A manual page or the completion, where one was asked for.
std::string program::self_description() const {
    const command_text whole = text_of(app, own);
    if (!shell.empty()) return completion_script(shell, whole, texts());
    if (manual_page.empty()) return {};
    if (manual_page == app.get_name()) return manual_of_program(whole, texts(), app.version());
    std::vector<std::string_view> names{app.get_name()};
    const std::vector<command_text> all = texts();
    for (const command_text& one : all) {
        if (one.name == manual_page) return manual_of_command(one, app.version());
        names.push_back(one.name);
    }
    throw usage_error(fmt::format("--man: there is no page \"{}\"; the pages are: {}{}", manual_page,
                                  fmt::join(names, ", "), did_you_mean(manual_page, names)));
}

/// The words as CLI11 takes them.
std::vector<std::string> program::prepared(std::span<const char* const> words) const {
    std::vector<std::string> all(words.begin(), words.end());
    for (const auto& [named, one] : commands) {
        const auto& [run, details] = one;
        if (all.empty() || all.front() != named->get_name() || !details.prepare) continue;
        all = details.prepare({all.begin() + 1, all.end()});
        all.emplace(all.begin(), words.front());
        break;
    }
    return all;
}

void print(const std::string& text) { destination(std::string(standard_stream)).write(text); }

}  // namespace

int run_command_line(std::span<const char* const> words, const char* version) {
    const std::string line = fmt::format("strider{}{}", words.empty() ? "" : " ", fmt::join(words, " "));
    name_command(line);
    if (words.empty()) return show_first_screen();
    program all(version);
    try {
        std::vector<std::string> given = all.prepared(words);
        std::reverse(given.begin(), given.end());  // CLI11 takes them from the back
        all.app.parse(std::move(given));
    } catch (const CLI::CallForVersion& asked) {
        const std::string commit = *built_from_commit ? fmt::format(" ({})", built_from_commit) : "";
        print(fmt::format("{}{}\n", asked.what(), commit));
        return exit_success;
    } catch (const CLI::Success&) {  // --help
        print(all.app.help());
        return exit_success;
    } catch (const CLI::ParseError& error) {
        throw usage_error(refusal_text(all.app, error));
    }
    if (const std::string text = all.self_description(); !text.empty()) {
        print(text);
        return exit_success;
    }
    if (all.app.get_subcommands().empty()) throw usage_error("no command was given; see strider --help");
    const CLI::App* const asked = all.app.get_subcommands().front();
    const auto& [run, details] = all.commands.at(asked);
    std::vector<std::string> inputs;
    for (const auto& some : details.inputs) {
        for (std::string& input : some()) inputs.push_back(std::move(input));
    }
    if (!details.forced) require_apart(inputs, details.output());
    return run();
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
