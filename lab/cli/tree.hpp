// The command line as plain values, from which --help, manual pages, completion and refusals are written.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace strider::lab {

struct command_details;

/// An option, or an argument that stands for itself.
struct option_text {
    std::vector<std::string> names;  ///< "-o", "--output"; none of an argument
    std::string value;               ///< what is given: "FILE"; empty of a flag
    std::string help;
    std::vector<std::string> choices;  ///< the words that it takes, where it takes no others
    bool is_required = false;

    bool is_argument() const { return names.empty(); }
};

struct command_text {
    std::string name;  ///< empty: of the program itself
    std::string summary;
    std::string description;  ///< paragraphs
    std::vector<option_text> options;
    std::vector<std::pair<std::string, std::string>> examples;  ///< command lines, and what they do
    std::string exit_status;

    /// "strider ladder"
    std::string called() const { return name.empty() ? "strider" : "strider " + name; }
};

/// The text of a command, without hidden options.
command_text text_of(const CLI::App& command, const command_details& details);

/// The text without line breaks inside of paragraphs, which are parted by empty lines.
std::vector<std::string> paragraphs_of(const std::string& text);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
