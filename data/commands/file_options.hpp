// The options of commands on files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <data/calls/shared_elements.hpp>
#include <data/readers/elements.hpp>
#include <data/readers/stream.hpp>
#include <lab/base/options/options.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

/// --device of the commands on files: all devices, and `auto` is the processor.
void declare_file_device(command_line& options, std::string& into);

/// What every command on a file's elements takes.
struct file_options {
    std::string file;
    std::string device = "auto";
    std::string type;
    table_options table;
    output_options output;

    /// What --type and the options of tables say of the file. Throws usage_error where there is no such type.
    reading how() const;

    /// The elements of an input, which the ranks share. Throws usage_error where it cannot be read.
    shared_elements open(byte_input input, ranks& peers) const;

    /// Whether the command may use what is no file as it comes: its calls read the host's memory, and nobody shares it.
    bool may_stream(const byte_input& input, std::string_view on_device, const ranks& peers) const;

    /// The elements of an input, where it may be streamed and holds no table and no text. Any other stays as it is.
    std::optional<element_stream> stream_of(byte_input& input, std::string_view on_device, const ranks& peers) const;
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

/// The library on the device that the user asked for; `auto` is the processor.
struct library_on_device {
    std::string device;
    std::unique_ptr<ladders::library> calls;
};

/// The calls of a pattern. Throws usage_error where there is no such device.
library_on_device library_for(const std::string& device, std::string_view pattern);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
