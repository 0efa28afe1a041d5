#include <lab/base/options/command_line.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <lab/base/errors.hpp>
#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

/// What is wrong with a text of which there must be some; empty where nothing is.
auto not_empty(const char* value) {
    return [=](const std::string& given) {
        return given.empty() ? fmt::format("it takes {}, and was given nothing", value) : std::string();
    };
}

/// What is wrong with a text that is to be a T, as `kind` calls one.
template <class T>
auto parses_as(const char* kind) {
    return [=](const std::string& given) {
        T value{};
        const char* const end = given.data() + given.size();
        const auto [stop, error] = std::from_chars(given.data(), end, value);
        return error == std::errc{} && stop == end ? std::string() : fmt::format("\"{}\" is not {}", given, kind);
    };
}

}  // namespace

void command_line::add(const char* name, const char* value, std::string& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->check(not_empty(value));
}

void command_line::add_count(const char* name, const char* value, unsigned& into, unsigned most,
                             const std::string& help) {
    add_number(name, value, into, 1, most, help);
}

void command_line::add_number(const char* name, const char* value, unsigned& into, unsigned least, unsigned most,
                              const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->check([=](const std::string& given) {
        const std::string wrong = parses_as<unsigned>("a whole number")(given);
        if (!wrong.empty() || (std::stoul(given) >= least && std::stoul(given) <= most)) return wrong;
        return fmt::format("{} is not from {} to {}", given, least, most);
    });
}

void command_line::add(const char* name, const char* value, std::optional<double>& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->check(parses_as<double>("a number"));
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
    std::vector<std::string> all(choices.begin(), choices.end());
    if (!into.empty() && std::find(all.begin(), all.end(), into) == all.end()) all.insert(all.begin(), into);
    const std::string names = fmt::format("{}", fmt::join(all, ", "));
    CLI::Option* const option = of_.add_option(name, into, remark.empty() ? names : names + "; " + remark);
    details_.choices[option->get_name(true, true)] = all;
    option->type_name(value)->check([=](const std::string& given) {
        if (std::find(all.begin(), all.end(), given) != all.end()) return std::string();
        const std::vector<std::string_view> words(all.begin(), all.end());
        return fmt::format("\"{}\" is not known; it is one of: {}{}", given, names, did_you_mean(given, words));
    });
}

void command_line::add_flag(const char* name, bool& into, const std::string& help) {
    of_.add_flag(name, into, help)->disable_flag_override();
}

void command_line::require(const char* name, const char* value, std::string& into, const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->check(not_empty(value))->required();
}

void command_line::require(const char* name, const char* value, std::vector<std::string>& into,
                           const std::string& help) {
    of_.add_option(name, into, help)->type_name(value)->required();
}

void command_line::add_former(const char* name, const char* now, std::string& into) {
    const auto warn = [=, &into](const std::string& given) {
        if (!into.empty()) throw usage_error(fmt::format("{} is {} now; give that one alone", name, now));
        fmt::print(stderr, "strider: {} is {} now\n", name, now);
        into = given;
    };
    of_.add_option_function<std::string>(name, warn)->group("");
}

void command_line::add_gone(const char* name, const char* instead) {
    const auto refuse = [=] { throw usage_error(fmt::format("{} was removed; give {}", name, instead)); };
    of_.add_flag_callback(name, refuse)->group("");
}

void command_line::add_foreign(const char* option, std::size_t (*words)(const std::string&),
                               std::vector<std::string>& behind) {
    const auto own = [&of = of_](const std::string& word) -> const CLI::Option* {
        const CLI::Option* const whole = of.get_option_no_throw(word.substr(0, word.find('=')));
        return whole || word.starts_with("--") ? whole : of.get_option_no_throw(word.substr(0, 2));
    };
    details_.prepare = [=, &behind](const std::vector<std::string>& line) {
        std::vector<std::string> prepared;
        bool has_argument = false;
        auto word = line.begin();
        const auto end = std::find(line.begin(), line.end(), "--");
        while (word != end) {
            const bool is_option = word->starts_with('-') && *word != "-";
            const CLI::Option* const known = is_option ? own(*word) : nullptr;
            std::size_t foreign = is_option && !known ? words(*word) : 0;
            has_argument = has_argument || !is_option;
            if (foreign == 0) {
                const bool has_value = known && known->get_expected_max() != 0 && word->find('=') == std::string::npos;
                prepared.push_back(*word++);
                if (has_value && word != end) prepared.push_back(*word++);
            }
            for (; foreign > 0 && word != end; --foreign) prepared.push_back(fmt::format("{}={}", option, *word++));
        }
        if (has_argument && end != line.end())
            behind.assign(end + 1, line.end());
        else
            prepared.insert(prepared.end(), end, line.end());
        return prepared;
    };
}

void command_line::reads(const std::string& path) {
    reads([&path] { return std::vector{path}; });
}

void command_line::reads(const std::vector<std::string>& paths) {
    reads([&paths] { return paths; });
}

void command_line::reads(std::function<std::vector<std::string>()> paths) {
    if (details_.inputs.empty()) of_.add_flag("--force", details_.forced, "let an output replace an input");
    details_.inputs.push_back(std::move(paths));
}

void command_line::writes(std::function<named_path()> output) { details_.output = std::move(output); }

void command_line::footer(const std::string& text) { details_.footer = text; }

void command_line::example(const char* words, const char* does) { details_.examples.emplace_back(words, does); }

void command_line::fails_where(const char* when) { details_.failure = when; }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
