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

std::string range_of(const ladders::parameter& of) {
    if (!of.words.empty()) return listed(of.words, [](std::string_view word) { return word; });
    return fmt::format("a number from {} to {}", of.least, of.most);
}

std::int64_t parse_value(const ladders::parameter& of, std::string_view text) {
    if (!of.words.empty()) {
        const auto found = std::ranges::find(of.words, text);
        if (found != of.words.end()) return found - of.words.begin();
    } else {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool whole = error == std::errc() && end == text.data() + text.size();
        if (whole && value >= of.least && value <= of.most) return value;
    }
    throw usage_error(fmt::format("--set {}={}: it takes {}", of.name, text, range_of(of)));
}

record value_of(const ladders::parameter& of, std::int64_t value) {
    if (of.words.empty()) return value;
    return of.words[static_cast<std::size_t>(value)];
}

}  // namespace

const std::span<const pattern* const> all_patterns = ladders::patterns;

std::span<const std::string_view> pattern_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const pattern* one : all_patterns) all.push_back(one->name);
        return all;
    }();
    return names;
}

const pattern& pattern_named(std::string_view name) {
    for (const pattern* one : all_patterns) {
        if (one->name == name) return *one;
    }
    throw usage_error(fmt::format("there is no pattern \"{}\"; the patterns are: {}{}", name,
                                  fmt::join(pattern_names(), ", "), did_you_mean(name, pattern_names())));
}

void set_parameters(const pattern& of, std::span<const std::string> given, instance& into) {
    for (const std::string& setting : given) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) throw usage_error(fmt::format("--set {}: it takes NAME=VALUE", setting));
        const std::string_view name = std::string_view(setting).substr(0, equals);
        const auto found = std::ranges::find(of.parameters, name, &ladders::parameter::name);
        if (found == of.parameters.end()) {
            if (of.parameters.empty())
                throw usage_error(fmt::format("the {} ladder has no parameters: leave out --set", of.name));
            throw usage_error(
                fmt::format("--set {}: the {} ladder has no such parameter; it has: {}", setting, of.name,
                            listed(of.parameters, [](const ladders::parameter& one) { return one.name; })));
        }
        into.parameters[static_cast<std::size_t>(found - of.parameters.begin())] =
            parse_value(*found, std::string_view(setting).substr(equals + 1));
    }
}

instance settle(const pattern& of, const instance& asked) {
    const auto refuse = [&](std::string_view what, std::string_view given, const auto& taken) {
        throw usage_error(fmt::format("the {} ladder takes no {} {}; it takes: {}", of.name, what, given,
                                      listed(taken, [](auto one) { return ladders::name(one); })));
    };
    if (std::ranges::find(of.types, asked.type) == of.types.end()) refuse("type", ladders::name(asked.type), of.types);
    if (!of.operations.empty() && std::ranges::find(of.operations, asked.op) == of.operations.end()) {
        refuse("operation", ladders::name(asked.op), of.operations);
    }
    if (!takes(of, asked.type, asked.op)) {
        throw usage_error(fmt::format("the {} ladder takes no {} of {}; of that type it takes: sum", of.name,
                                      ladders::name(asked.op), ladders::name(asked.type)));
    }
    // The input is held twice: here, for the check, and on the device, which may be this machine too.
    const std::uint64_t memory =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
    const std::uint64_t most = memory / 2 / ladders::size_of(asked.type);
    if (of.stored_elements(asked) > most) {
        throw usage_error(
            fmt::format("--elements {}: this machine's {:.1f} GiB of memory are enough for at most {} {} elements",
                        format_size(asked.elements), static_cast<double>(memory) / 0x1p30, grouped(most),
                        ladders::name(asked.type)));
    }
    const instance settled = of.fitting(asked);
    if (settled.elements != asked.elements) {
        throw usage_error(fmt::format("the {} ladder cannot take {} elements with these parameters; it can take {}",
                                      of.name, grouped(asked.elements), grouped(settled.elements)));
    }
    return settled;
}

record parameters_record(const pattern& of, const instance& one) {
    record named = record::object();
    if (!of.operations.empty()) named["operation"] = ladders::name(one.op);
    for (std::size_t at = 0; at < of.parameters.size(); ++at) {
        named[std::string(of.parameters[at].name)] = value_of(of.parameters[at], one.parameters[at]);
    }
    return named;
}

std::string kind_of(const pattern& of, const instance& one) {
    const std::string operation = of.operations.empty() ? "" : fmt::format("{} of ", ladders::name(one.op));
    return fmt::format("{}{}{}", operation, ladders::name(one.type), unusual_parameters(of, one));
}

std::string unusual_parameters(const pattern& of, const instance& one) {
    const instance usual = of.fitting(ladders::usual_instance(of, one.elements));
    std::string line;
    for (std::size_t at = 0; at < of.parameters.size(); ++at) {
        if (one.parameters[at] == usual.parameters[at]) continue;
        const record value = value_of(of.parameters[at], one.parameters[at]);
        line +=
            fmt::format(", {} {}", of.parameters[at].name, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return line;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
