// The options and words of a command. CLI11 does the work behind this header: a file that includes CLI11 takes seconds
// to compile.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lab/base/output/place.hpp>

namespace CLI {
class App;
}

namespace strider::lab {

/// Details of a command besides its options: the files that the user names, and the text of --help.
struct command_details {
    std::vector<std::function<std::vector<std::string>()>> inputs;
    std::function<named_path()> output;
    bool forced = false;
    std::map<std::string, std::vector<std::string>> choices;  ///< by all names of the option
    std::string footer;
    std::vector<std::pair<std::string, std::string>> examples;
    std::string failure;
    std::function<std::vector<std::string>(std::vector<std::string>)> prepare;  ///< the words, before they are parsed
};

/// Declares arguments ("file") and options ("--type", "-o"). `value` is what --help calls what is given, as "TYPE";
/// what is given goes to `into`, which must live until the command has run.
class command_line {
public:
    command_line(CLI::App& of, command_details& details) : of_(of), details_(details) {}

    /// Adds an optional word. No text is empty.
    void add(const char* name, const char* value, std::string& into, const std::string& help);
    /// From 1 to `most`.
    void add_count(const char* name, const char* value, unsigned& into, unsigned most, const std::string& help);
    void add_number(const char* name, const char* value, unsigned& into, unsigned least, unsigned most,
                    const std::string& help);
    void add(const char* name, const char* value, std::optional<double>& into, const std::string& help);
    /// One word or more.
    void add(const char* name, const char* value, std::vector<std::string>& into, const std::string& help);
    /// One word, and again a word for every time that the option is repeated.
    void add_repeated(const char* name, const char* value, std::vector<std::string>& into, const std::string& help);
    /// One of the words in `choices`, or the word that `into` holds already; --help lists them, and then `remark`.
    void add_choice(const char* name, const char* value, std::string& into, std::span<const std::string_view> choices,
                    const std::string& remark = {});
    void add_flag(const char* name, bool& into, const std::string& help);

    /// Adds a word that must be given; a list takes one or more.
    void require(const char* name, const char* value, std::string& into, const std::string& help);
    void require(const char* name, const char* value, std::vector<std::string>& into, const std::string& help);

    /// A former name of an option declared before: it still works, is not in --help, and says what it is called now.
    void add_former(const char* name, const char* now, std::string& into);

    /// An option that was there once: it is refused, with what to give instead.
    void add_gone(const char* name, const char* instead);

    /// Options of another program may stand among the command's, up to "--": each of their words becomes "OPTION=WORD".
    /// `words`: how many words such an option takes, with its value; 0 where it is none. What follows an argument and
    /// "--" goes to `behind`.
    void add_foreign(const char* option, std::size_t (*words)(const std::string&), std::vector<std::string>& behind);

    /// The option or argument is the path of a file that the command reads. Its outputs are apart from it, but with
    /// --force.
    void reads(const std::string& path);
    void reads(const std::vector<std::string>& paths);
    void reads(std::function<std::vector<std::string>()> paths);

    /// The file that the command writes, as it was named.
    void writes(std::function<named_path()> output);

    /// Sets the text of --help below the options: paragraphs, parted by empty lines.
    void footer(const std::string& text);

    /// An example, which works as it stands: what is behind `strider COMMAND`, and what it does.
    void example(const char* words, const char* does);

    /// When the exit status is 1 although all went well: "a rung is wrong or has findings".
    void fails_where(const char* when);

private:
    CLI::App& of_;
    command_details& details_;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
