#include <lab/records/patterns.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>
#include <lab/base/suggest.hpp>
#include <ladders/patterns.hpp>

namespace strider::lab {
namespace {

using ladders::instance;
using ladders::pattern;

template <class Items, class Name>
std::string listed(const Items& items, Name name_of) {
    std::string list;
    for (const auto& one : items) list += fmt::format("{}{}", list.empty() ? "" : ", ", name_of(one));
    return list;
}

std::string range_of(const ladders::parameter& parameter) {
    if (!parameter.words.empty()) return listed(parameter.words, [](std::string_view word) { return word; });
    return fmt::format("a number from {} to {}", parameter.least, parameter.most);
}

std::int64_t parse_value(const ladders::parameter& parameter, std::string_view text) {
    if (!parameter.words.empty()) {
        const auto word = std::ranges::find(parameter.words, text);
        if (word != parameter.words.end()) return word - parameter.words.begin();
    } else {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole = error == std::errc() && end == text.data() + text.size();
        if (whole && value >= parameter.least && value <= parameter.most) return value;
    }
    throw usage_error(fmt::format("--set {}={}: it takes {}", parameter.name, text, range_of(parameter)));
}

record value_of(const ladders::parameter& parameter, std::int64_t value) {
    if (parameter.words.empty()) return value;
    return parameter.words[static_cast<std::size_t>(value)];
}

}  // namespace

const std::span<const pattern* const> all_patterns = ladders::patterns;

std::span<const std::string_view> pattern_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> list;
        for (const pattern* ladder : all_patterns) list.push_back(ladder->name);
        return list;
    }();
    return names;
}

const pattern& pattern_named(std::string_view name) {
    for (const pattern* ladder : all_patterns) {
        if (ladder->name == name) return *ladder;
    }
    throw usage_error(fmt::format("there is no pattern \"{}\"; the patterns are: {}{}", name,
                                  fmt::join(pattern_names(), ", "), did_you_mean(name, pattern_names())));
}

void set_parameters(const pattern& ladder, std::span<const std::string> settings, instance& into) {
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) throw usage_error(fmt::format("--set {}: it takes NAME=VALUE", setting));
        const std::string_view name = std::string_view(setting).substr(0, equals);
        const auto match = std::ranges::find(ladder.parameters, name, &ladders::parameter::name);
        if (match == ladder.parameters.end()) {
            if (ladder.parameters.empty())
                throw usage_error(fmt::format("the {} ladder has no parameters: leave out --set", ladder.name));
            throw usage_error(
                fmt::format("--set {}: the {} ladder has no such parameter; it has: {}", setting, ladder.name,
                            listed(ladder.parameters, [](const ladders::parameter& one) { return one.name; })));
        }
        into.parameters[static_cast<std::size_t>(match - ladder.parameters.begin())] =
            parse_value(*match, std::string_view(setting).substr(equals + 1));
    }
}

instance settle(const pattern& ladder, const instance& asked) {
    const auto refuse = [&](std::string_view what, std::string_view given, const auto& taken) {
        throw usage_error(fmt::format("the {} ladder takes no {} {}; it takes: {}", ladder.name, what, given,
                                      listed(taken, [](auto one) { return ladders::name(one); })));
    };
    if (std::ranges::find(ladder.types, asked.type) == ladder.types.end())
        refuse("type", ladders::name(asked.type), ladder.types);
    if (!ladder.operations.empty() && std::ranges::find(ladder.operations, asked.op) == ladder.operations.end()) {
        refuse("operation", ladders::name(asked.op), ladder.operations);
    }
    if (!takes(ladder, asked.type, asked.op)) {
        throw usage_error(fmt::format("the {} ladder takes no {} of {}; of that type it takes: sum", ladder.name,
                                      ladders::name(asked.op), ladders::name(asked.type)));
    }
    // The input is held twice: here, for the check, and on the device, which may be this machine too.
    const std::uint64_t memory =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
    const std::uint64_t most = memory / 2 / ladders::size_of(asked.type);
    if (ladder.stored_elements(asked) > most) {
        throw usage_error(
            fmt::format("--elements {}: this machine's {:.1f} GiB of memory are enough for at most {} {} elements",
                        format_size(asked.elements), static_cast<double>(memory) / 0x1p30, grouped(most),
                        ladders::name(asked.type)));
    }
    const instance settled = ladder.fitting(asked);
    if (settled.elements != asked.elements) {
        throw usage_error(fmt::format("the {} ladder cannot take {} elements with these parameters; it can take {}",
                                      ladder.name, grouped(asked.elements), grouped(settled.elements)));
    }
    return settled;
}

record parameters_record(const pattern& ladder, const instance& setting) {
    record named = record::object();
    if (!ladder.operations.empty()) named["operation"] = ladders::name(setting.op);
    for (std::size_t place = 0; place < ladder.parameters.size(); ++place) {
        named[std::string(ladder.parameters[place].name)] =
            value_of(ladder.parameters[place], setting.parameters[place]);
    }
    return named;
}

std::string kind_of(const pattern& ladder, const instance& setting) {
    const std::string operation = ladder.operations.empty() ? "" : fmt::format("{} of ", ladders::name(setting.op));
    return fmt::format("{}{}{}", operation, ladders::name(setting.type), unusual_parameters(ladder, setting));
}

std::string unusual_parameters(const pattern& ladder, const instance& setting) {
    const instance usual = ladder.fitting(ladders::usual_instance(ladder, setting.elements));
    std::string line;
    for (std::size_t place = 0; place < ladder.parameters.size(); ++place) {
        if (setting.parameters[place] == usual.parameters[place]) continue;
        const record value = value_of(ladder.parameters[place], setting.parameters[place]);
        line += fmt::format(", {} {}", ladder.parameters[place].name,
                            value.is_string() ? value.get<std::string>() : value.dump());
    }
    return line;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
