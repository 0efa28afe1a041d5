#include <lab/command_line.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace strider::lab {

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

void command_line::footer(const std::string& text) { of_.footer(text); }

}  // namespace strider::lab
