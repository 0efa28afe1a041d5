#include <data/commands/file_options.hpp>

#include <utility>

#include <lab/base/errors.hpp>
#include <lab/base/modules.hpp>
#include <lab/base/type_names.hpp>

namespace strider::lab {

void declare_file_device(command_line& options, std::string& into) {
    declare_device(options, into, device_names, "auto is cpu");
}

reading file_options::how() const {
    reading result{{}, table};
    if (!type.empty()) result.raw_type = type_named(type);
    return result;
}

shared_elements file_options::open(byte_input input, ranks& peers) const {
    return {element_input::open(std::move(input), how()), peers};
}

bool file_options::may_stream(const byte_input& input, std::string_view on_device, const ranks& peers) const {
    return !input.regular && peers.is_alone() && (on_device == "cpu" || on_device == "serial");
}

std::optional<element_stream> file_options::stream_of(byte_input& input, std::string_view on_device,
                                                      const ranks& peers) const {
    if (!may_stream(input, on_device, peers)) return std::nullopt;
    return with_name(input.name,
                     [&] { return is_table(input, how()) ? std::nullopt : element_stream::take(input, how()); });
}

void declare_raw_type(command_line& options, std::string& into) {
    options.add_choice("--type", "TYPE", into, ladders::element_type_names, "of the elements of raw binary");
}

void declare_table(command_line& options, table_options& into) {
    options.add_repeated("--column", "NAME|NUMBER", into.columns,
                         "columns of a table, by name or by number from 1; a,b for two");
    options.add("--delimiter", "CHAR", into.delimiter,
                "what separates cells: auto, a character, comma, semicolon, tab, pipe, space");
    options.add("--decimal", "CHAR", into.decimal, "the decimal point of a table's numbers: . or ,");
    options.add("--header", "WHETHER", into.header, "whether a table's first row is a header: auto, yes, no");
    options.add("--na", "POLICY", into.na, "what to do with cells that are empty, NA or NaN: error, skip, nan");
    options.add("--comment", "CHAR", into.comment,
                "the character that begins comments, or none; else #, above the first row only");
}

void declare_reading(command_line& options, file_options& into) {
    declare_raw_type(options, into.type);
    declare_table(options, into.table);
    declare_file_device(options, into.device);
}

void declare_file(command_line& options, file_options& into, const std::string& what) {
    options.require("file", "FILE", into.file, what);
    options.reads(into.file);
    declare_reading(options, into);
}

library_on_device library_for(const std::string& device, std::string_view pattern) {
    const opened_device& on = require_device(device == "auto" ? "cpu" : device, pattern, device_names);
    return {on.name, on.device->library_of(pattern)};
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
