// The commands. A new one is one file in commands/ and one entry in the list in commands.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>

#include <lab/errors.hpp>
#include <lab/output/report.hpp>
#include <ladders/types.hpp>

namespace strider::lab {

/// What runs once the options are parsed; returns the exit status. Throws usage_error.
using action = std::function<int()>;

struct command {
    const char* name;
    const char* summary;
    /// Declares the command's arguments and options.
    action (*declare)(CLI::App& options);
};

extern const std::span<const command> commands;

/// `strider` with no arguments is `strider` with these.
inline constexpr const char* default_command[] = {"ladder", "reduce"};

/// --format and --out, which every command takes.
struct output_options {
    std::string format = "table";
    std::string file;
};
void declare_output(CLI::App& options, output_options& into);

/// --device, of `auto` and the devices that the command can run on.
void declare_device(CLI::App& options, std::string& into, std::span<const std::string_view> devices);

/// --device of the commands on files: all devices, and `auto` is the processor.
void declare_file_device(CLI::App& options, std::string& into);

/// What every command on a file's elements takes.
struct file_options {
    std::string file;
    std::string device = "auto";
    std::string type;
    std::string into;
    output_options output;

    /// The type that --type names, where it was given. Throws usage_error where there is none of that name.
    std::optional<ladders::element_type> raw_type() const;
};

/// The file and --type, --device, --format and --out.
void declare_file(CLI::App& options, file_options& into);

/// -o, which the result goes to.
void declare_into(CLI::App& options, std::string& into, const char* what);

/// --operator.
void declare_operator(CLI::App& options, std::string& into);

/// The format by its name. Throws usage_error where there is none.
const output_format& format_named(const std::string& name);

/// The element type, or operation, by its name. Throws usage_error where there is none.
ladders::element_type type_named(const std::string& name);
ladders::operation operation_named(const std::string& name);

// The commands, each in its own file.
action declare_check(CLI::App& options);
action declare_ladder(CLI::App& options);
action declare_list(CLI::App& options);
action declare_reproduce(CLI::App& options);
action declare_devices(CLI::App& options);
action declare_reduce(CLI::App& options);
action declare_scan(CLI::App& options);
action declare_compact(CLI::App& options);
action declare_histogram(CLI::App& options);
action declare_convolve(CLI::App& options);
action declare_transpose(CLI::App& options);

}  // namespace strider::lab
