// The commands. A new one is one file in commands/ and one entry in the list in commands.cpp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lab/command_line.hpp>
#include <lab/errors.hpp>
#include <lab/output/place.hpp>
#include <lab/ranks/ranks.hpp>
#include <lab/readers/elements.hpp>
#include <lab/readers/stream.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

struct output_format;

/// What runs once the options are parsed; returns the exit status. Throws usage_error.
using action = std::function<int()>;

struct command {
    const char* name;
    const char* summary;
    /// Declares the command's arguments and options.
    action (*declare)(command_line& options);
    bool is_shared = false;  ///< whether several processes may share its work
};

extern const std::span<const command> commands;

/// --format and --report, which every command takes, and -o of those that make results.
struct output_options {
    std::string format = "table";
    std::string report;
    wanted_results results;
    bool has_findings = false;  ///< so that it takes the formats of findings, too
    bool is_given = true;       ///< not by ranks after the first one, which alone prints

    /// Where the report goes: where results go to standard output, nowhere but to the file that --report names.
    std::string report_path() const;
};

/// Of a command that makes nothing but its report: -o is that.
void declare_report(command_line& options, output_options& into);

/// Of a command that makes results, whose formats `what` says.
void declare_results(command_line& options, output_options& into, const std::string& what, bool required = true);

/// --device, of `auto`, which `into` holds, and the devices that the command can run on.
void declare_device(command_line& options, std::string& into, std::span<const std::string_view> devices,
                    const std::string& remark = {});

/// --device of the commands on files: all devices, and `auto` is the processor.
void declare_file_device(command_line& options, std::string& into);

/// What every command on a file's elements takes.
struct file_options {
    std::string file;
    std::string device = "auto";
    std::string type;
    table_options table;
    output_options output;
    ranks* peers = nullptr;  ///< the processes that run the command, where they may share it

    /// What --type and the options of tables say of the file. Throws usage_error where there is no such type.
    reading how() const;

    /// The elements of an input, which the ranks share from then on. Throws usage_error where it cannot be read.
    element_input open(byte_input input) const;

    /// Whether the command may use what is no file as it comes: its calls read the host's memory, and nobody shares it.
    bool may_stream(const byte_input& input, std::string_view on_device) const;

    /// The elements of an input, where it may be streamed and holds no table and no text. Any other stays as it is.
    std::optional<element_stream> stream_of(byte_input& input, std::string_view on_device) const;
};

/// --type of raw binary.
void declare_raw_type(command_line& options, std::string& into);

inline constexpr const char* element_files =
    ".npy, .npz, raw binary (with --type), text, a table (CSV), or - for standard input";

/// --type, the options of tables, and --device.
void declare_reading(command_line& options, file_options& into);

/// The same, and the file.
void declare_file(command_line& options, file_options& into, const std::string& what = element_files);

/// --column, --delimiter, --decimal, --header, --na and --comment.
void declare_table(command_line& options, table_options& into);

/// --operator, which operation_named takes.
void declare_operator(command_line& options, std::string& into);

/// The library on the device that the user asked for; `auto` is the processor.
struct library_on_device {
    std::string device;
    std::unique_ptr<ladders::library> calls;
};

/// The calls of a pattern. Throws usage_error where there is no such device.
library_on_device library_for(const std::string& device, std::string_view pattern);

/// The format of the report. Throws usage_error where one is given for a report that is left out.
const output_format& format_of(const output_options& given);

/// The element type, or operation, by its name. Throws usage_error where there is none.
ladders::element_type type_named(const std::string& name);
ladders::operation operation_named(const std::string& name);

// The commands, each in its own file.
action declare_check(command_line& options);
action declare_bench(command_line& options);
action declare_compare(command_line& options);
action declare_explain(command_line& options);
action declare_ladder(command_line& options);
action declare_list(command_line& options);
action declare_report_page(command_line& options);
action declare_reproduce(command_line& options);
action declare_devices(command_line& options);
action declare_reduce(command_line& options);
action declare_scan(command_line& options);
action declare_compact(command_line& options);
action declare_histogram(command_line& options);
action declare_convolve(command_line& options);
action declare_transpose(command_line& options);

}  // namespace strider::lab
