// The command line: parses, runs one command, and turns every error into one line and an exit status.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/fingerprint.hpp>

namespace {

int fail(int status, const std::string& message) {
    fmt::print(stderr, "strider: {}\n", strider::lab::one_line(message));
    return status;
}

}  // namespace

int main(int count, char** words) try {
    using namespace strider::lab;
    remember_command(count, words);

    CLI::App app("Strider: the parallel patterns of CUDA, from the first naive kernel to the memory roof.", "strider");
    app.set_version_flag("--version", "strider " STRIDER_VERSION);
    app.require_subcommand(0, 1);
    std::map<const CLI::App*, action> actions;
    for (const command& one : commands) {
        CLI::App* options = app.add_subcommand(one.name, one.summary);
        command_line declared(*options);
        actions[options] = one.declare(declared);
    }
    try {
        // CLI11 takes the words from the back.
        std::vector<std::string> given(std::make_reverse_iterator(words + count),
                                       std::make_reverse_iterator(words + 1));
        if (given.empty()) given.assign(std::rbegin(default_command), std::rend(default_command));
        app.parse(std::move(given));
    } catch (const CLI::Success& asked) {  // --help and --version
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(exit_usage, fmt::format("{}; see strider --help", error.what()));
    }
    if (app.get_subcommands().empty()) return fail(exit_usage, "no command was given; see strider --help");
    return actions.at(app.get_subcommands().front())();
} catch (const strider::lab::usage_error& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const strider::ladders::refusal& error) {
    return fail(strider::lab::exit_usage, error.what());
} catch (const std::exception& error) {
    return fail(strider::lab::exit_failure, error.what());
}
