#include <lab/command_line.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <lab/commands.hpp>
#include <lab/errors.hpp>

namespace strider::lab {
namespace {

std::string given_line;

}  // namespace

void command_line::add(const char* name, const char* value, std::string& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value);
}

void command_line::add(const char* name, const char* value, unsigned& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value);
}

void command_line::add(const char* name, const char* value, double& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value);
}

void command_line::add(const char* name, const char* value, std::vector<std::string>& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value);
}

void command_line::add_repeated(const char* name, const char* value, std::vector<std::string>& into,
                                const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->allow_extra_args(false);
}

void command_line::add_choice(const char* name, const char* value, std::string& into,
                              std::span<const std::string_view> choices, const std::string& remark) {
    const std::string usual = into;
    const std::string names = fmt::format("{}, {}", usual, fmt::join(choices, ", "));
    of_.add_option(name, into, remark.empty() ? names : names + "; " + remark)
        ->type_name(value)
        ->check([=](const std::string& given) {
            const bool known = given == usual || std::find(choices.begin(), choices.end(), given) != choices.end();
            return known ? std::string() : fmt::format("\"{}\" is not known; it is one of: {}", given, names);
        });
}

void command_line::add_flag(const char* name, bool& into, const std::string& help) { of_.add_flag(name, into, help); }

void command_line::require(const char* name, const char* value, std::string& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->required();
}

void command_line::require(const char* name, const char* value, std::vector<std::string>& into,
                           const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->required();
}

void command_line::add_former(const char* name, const char* now, std::string& into) {
    const auto warn = [=, &into, says = peers_.is_first()](const std::string& given) {
        if (!into.empty()) throw usage_error(fmt::format("{} is {} now; give that one alone", name, now));
        if (says) fmt::print(stderr, "strider: {} is {} now\n", name, now);
        into = given;
    };
    of_.add_option_function<std::string>(name, warn)->group("");
}

void command_line::reads(const std::string& path) {
    if (files_.inputs.empty()) of_.add_flag("--force", files_.forced, "let an output replace an input");
    files_.inputs.push_back([&path] { return std::vector{path}; });
}

void command_line::reads(const std::vector<std::string>& paths) {
    if (files_.inputs.empty()) of_.add_flag("--force", files_.forced, "let an output replace an input");
    files_.inputs.push_back([&paths] { return paths; });
}

void command_line::writes(std::function<named_path()> output) { files_.outputs.push_back(std::move(output)); }

void command_line::footer(const std::string& text) { of_.footer(text); }

const std::string& command_as_given() { return given_line; }

namespace {

constexpr const char* shared_footer =
    "\nStarted by a launcher (mpirun -n 4 strider ...), several processes share the file: each reads its part and\n"
    "writes its part of the results, which are the same bytes as those of one.";

/// Throws usage_error where ranks that share a command cannot each read its inputs.
void require_shareable(const std::string& name, const std::vector<std::string>& inputs) {
    for (const command& one : commands) {
        if (one.name != name || one.is_shared) continue;
        throw usage_error(fmt::format("{} is for one process, and several were started; leave out the launcher", name));
    }
    for (const std::string& input : inputs) {
        std::error_code none;
        const bool standard = input == standard_stream;
        if (!standard && (!std::filesystem::exists(input, none) || std::filesystem::is_regular_file(input, none))) {
            continue;
        }
        throw usage_error(fmt::format("{}: several processes read a file, each its share; name one",
                                      standard ? "standard input" : input));
    }
}

}  // namespace

int run_command_line(std::span<const char* const> words, const char* version, ranks& peers) {
    given_line = fmt::format("strider{}{}", words.empty() ? "" : " ", fmt::join(words, " "));
    peers.require_same(given_line, "was started with other arguments than rank 0; give the same to all");
    CLI::App app("Strider: the parallel patterns of CUDA, from the first naive kernel to the memory roof.", "strider");
    app.set_version_flag("--version", version);
    app.require_subcommand(0, 1);
    std::map<const CLI::App*, std::pair<action, command_line::files>> actions;
    for (const command& one : commands) {
        CLI::App* options = app.add_subcommand(one.name, one.summary);
        auto& [run, files] = actions[options];
        command_line declared(*options, files, peers);
        run = one.declare(declared);
        if (one.is_shared) options->footer(options->get_footer() + shared_footer);
    }
    try {
        std::vector<std::string> given(words.rbegin(), words.rend());  // CLI11 takes them from the back
        if (given.empty()) given = {"reduce", "ladder"};
        app.parse(std::move(given));
    } catch (const CLI::Success& asked) {  // --help and --version
        return peers.is_first() ? app.exit(asked) : exit_success;
    } catch (const CLI::ParseError& error) {
        throw usage_error(fmt::format("{}; see strider --help", error.what()));
    }
    if (app.get_subcommands().empty()) throw usage_error("no command was given; see strider --help");
    const CLI::App* const asked = app.get_subcommands().front();
    const auto& [run, files] = actions.at(asked);
    std::vector<std::string> inputs;
    std::vector<named_path> outputs;
    for (const auto& some : files.inputs) {
        for (std::string& input : some()) inputs.push_back(std::move(input));
    }
    for (const auto& output : files.outputs) outputs.push_back(output());
    if (!peers.is_alone()) require_shareable(asked->get_name(), inputs);
    require_apart(inputs, outputs, files.forced);
    return run();
}

}  // namespace strider::lab
