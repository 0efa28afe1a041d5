#include <lab/launches/plan.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "check/calls.hpp"

#include <lab/base/errors.hpp>
#include <lab/base/npy.hpp>

namespace strider::lab {
namespace {

constexpr std::size_t most_values = 10'000, most_printed = 16;

struct type_name {
    std::string_view name, cpp, header;
};
constexpr std::array<type_name, 13> types{{{"i8", "signed char", ""},
                                           {"u8", "unsigned char", ""},
                                           {"i16", "short", ""},
                                           {"u16", "unsigned short", ""},
                                           {"i32", "int", ""},
                                           {"u32", "unsigned", ""},
                                           {"i64", "long long", ""},
                                           {"u64", "unsigned long long", ""},
                                           {"f16", "__half", "cuda_fp16.h"},
                                           {"bf16", "__nv_bfloat16", "cuda_bf16.h"},
                                           {"f32", "float", ""},
                                           {"f64", "double", ""},
                                           {"bool", "bool", ""}}};

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
    return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end + 1 - begin));
}

/// "NAME" and what is behind the first '='.
std::pair<std::string, std::string> named(const std::string& option, const std::string& given) {
    const std::size_t equals = given.find('=');
    const std::string name = trimmed(given.substr(0, equals));
    if (equals == std::string::npos || !std::regex_match(name, std::regex("[A-Za-z_]\\w*")))
        throw usage_error(fmt::format("{} {}: expected NAME=VALUE", option, given));
    return {name, trimmed(std::string_view(given).substr(equals + 1))};
}

/// The parts between commas that stand in no brackets.
std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : list) {
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        c == ',' && depth == 0 ? parts.emplace_back() : parts.back() += c;
    }
    return parts;
}

std::optional<long long> whole_number(const std::string& text) {
    long long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The values of "1,31,33..40"; none where the text is one value.
std::vector<std::string> values_of(const std::string& given) {
    std::vector<std::string> values;
    bool several = false;
    for (const std::string& part : parts_of(given)) {
        const std::string text = trimmed(part);
        const std::size_t dots = text.find("..");
        const auto first = whole_number(text.substr(0, dots));
        const auto last = dots == std::string::npos ? first : whole_number(text.substr(dots + 2));
        if (!first || !last) return {};
        several = several || dots != std::string::npos || !values.empty();
        for (long long value = *first; value <= *last && values.size() <= most_values; ++value)
            values.push_back(std::to_string(value));
    }
    return several ? values : std::vector<std::string>();
}

/// The generated main(), as it grows.
class writer {
public:
    void let(const std::string& given) {
        const auto [name, value] = named("--let", given);
        static const std::regex array(R"(([\w:]+(?: [\w:]+)*)\s*\[(.*?)\]\s*(?:=\s*(.*))?)");
        std::smatch parts;
        if (value.ends_with(".npy"))
            let_file(name, value);
        else if (std::regex_match(value, parts, array) && !whole_number(parts[1]))
            let_array(name, parts[1], parts[2], parts[3]);
        else
            let_number(name, value);
    }
    void launch(const std::string& given) {
        std::string text = trimmed(given);
        while (text.ends_with(';')) text.pop_back();
        add("{};", text);
        add("strider_calls::finish({});", quoted(text));
    }
    void print(const std::string& given) {
        const std::size_t colon = given.find(':');
        const auto count =
            colon == std::string::npos ? std::optional<long long>(most_printed) : whole_number(given.substr(colon + 1));
        if (!count || *count < 0) throw usage_error(fmt::format("--print {}: expected NAME or NAME:COUNT", given));
        const std::string name = known_array("--print", given.substr(0, colon));
        add("strider_calls::print({}, {}, {});", quoted(name), name, *count);
    }
    void expect(const std::string& given) {
        const auto [name, value] = named("--expect", given);
        const std::string type = arrays_.at(known_array("--expect", name));
        const std::string expected = value.ends_with(".npy")
                                         ? elements_of_file(value, type)
                                         : elements_of(type, "strider_calls::array_lengths[" + name + "]", value);
        add("strider_is_right = strider_calls::is_expected({}, {}, {}) && strider_is_right;", quoted(name), name,
            expected);
    }
    launch_plan plan() {
        add("return strider_is_right ? 0 : 1;");
        std::string headers;
        for (const std::string& header : headers_) headers += "#include <" + header + ">\n";
        return {{headers +
                     "#include <strider/check/runtime/launches.hpp>\n"
                     "int main([[maybe_unused]] int strider_count, [[maybe_unused]] char** strider_words) {\n"
                     "namespace strider_calls = ::strider::emulation::program;\n"
                     "bool strider_is_right = true;\n" +
                     body_ + "}\n",
                 "command line"},
                swept_,
                values_};
    }

private:
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        body_ += fmt::format(format, std::forward<Values>(values)...) + "\n";
    }
    static std::string quoted(const std::string& text) {
        std::string all = "\"";
        for (const char c : text) (all += c == '"' || c == '\\' ? "\\" : "") += c;
        return all + "\"";
    }
    std::string cpp_type(const std::string& name) {
        const auto* const known = std::find_if(types.begin(), types.end(), [&](auto& one) { return one.name == name; });
        if (known == types.end()) return name;
        if (!known->header.empty()) headers_.emplace_back(known->header);
        return std::string(known->cpp);
    }
    std::string known_array(const std::string& option, const std::string& name) const {
        if (!arrays_.contains(name))
            throw usage_error(fmt::format("{} {}: no --let makes an array of this name", option, name));
        return name;
    }
    void let_number(const std::string& name, const std::string& value) {
        const std::vector<std::string> values = values_of(value);
        if (values.empty()) {
            add("[[maybe_unused]] const auto {} = {};", name, value);
            return;
        }
        if (!swept_.empty())
            throw usage_error(fmt::format("--let {}: one name may have several values, and {} has", name, swept_));
        if (values.size() > most_values)
            throw usage_error(fmt::format("--let {}={}: more than {} values", name, value, most_values));
        swept_ = name;
        values_ = values;
        const bool is_long = std::any_of(values.begin(), values.end(), [](auto& one) { return one.size() > 9; });
        add("[[maybe_unused]] const auto {} = static_cast<{}>(atoll(strider_words[1]));", name,
            is_long ? "long long" : "int");
    }
    void let_array(const std::string& name, const std::string& type, const std::string& shape,
                   const std::string& value) {
        const std::string cpp = arrays_[name] = cpp_type(type);
        std::string count = "std::size_t{1}";
        for (const std::string& extent : parts_of(shape)) count += " * static_cast<std::size_t>(" + extent + ")";
        if (value.empty())
            add("{0}* const {1} = strider_calls::array<{0}>({2}, {3});", cpp, name, quoted(name), count);
        else if (value == "random")
            add("{0}* const {1} = strider_calls::array<{0}>({2}, strider_calls::elements<{0}>({3}, "
                "strider_calls::random_numbers({2}, strider_calls::is_whole<{0}>)));",
                cpp, name, quoted(name), count);
        else
            add("{0}* const {1} = strider_calls::array<{0}>({2}, {3});", cpp, name, quoted(name),
                elements_of(cpp, count, value));
    }
    void let_file(const std::string& name, const std::string& file) {
        constexpr std::size_t known = std::size(ladders::element_type_names);
        std::vector<ladders::element_type> taken;
        for (std::size_t i = 0; i < known; ++i) taken.push_back(static_cast<ladders::element_type>(i));
        const std::string cpp = arrays_[name] = cpp_type(std::string(ladders::name(load_npy(file, taken).type)));
        add("{0}* const {1} = strider_calls::array<{0}>({2}, {3});", cpp, name, quoted(name),
            elements_of_file(file, cpp));
    }
    /// An expression in i for each.
    static std::string elements_of(const std::string& type, const std::string& count, const std::string& value) {
        return fmt::format("strider_calls::elements<{}>({}, [&]([[maybe_unused]] std::size_t i) {{ return {}; }})",
                           type, count, value);
    }
    static std::string elements_of_file(const std::string& file, const std::string& type) {
        std::vector<ladders::element_type> taken;
        for (std::size_t i = 0; i < std::size(ladders::element_type_names); ++i)
            if (const auto one = static_cast<ladders::element_type>(i); types_by_name(ladders::name(one)) == type)
                taken.push_back(one);
        if (taken.empty()) throw usage_error(fmt::format("{}: no .npy file holds elements of {}", file, type));
        const loaded_array loaded = load_npy(file, taken);
        return fmt::format("strider_calls::file_elements<{}>({}, {}, {})", type,
                           quoted(std::filesystem::absolute(file).string()),
                           std::filesystem::file_size(file) - loaded.bytes.size(), loaded.elements());
    }
    static std::string_view types_by_name(std::string_view name) {
        for (const type_name& one : types)
            if (one.name == name) return one.cpp;
        return "";
    }

    std::string body_, swept_;
    std::vector<std::string> values_, headers_;
    std::map<std::string, std::string> arrays_;  ///< their C++ types, by name
};

/// As a shell takes it.
std::string shell_word(const std::string& text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("_-./+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    return plain ? text : "'" + std::regex_replace(text, std::regex("'"), R"('\'')") + "'";
}

/// "<float, 32>" for template <class T, int N>; the types of the parameters are those with these arguments.
std::string template_arguments(const std::string& source, const std::string& kernel,
                               std::vector<kernel_check::declared_parameter>& parameters) {
    std::smatch name;
    if (!std::regex_search(source, name, std::regex("\\b" + kernel + "\\s*\\("))) return "<float>";
    const std::size_t word = source.rfind("template", static_cast<std::size_t>(name.position()));
    if (word == std::string::npos) return "";  // overloaded
    const std::string head = source.substr(word, static_cast<std::size_t>(name.position()) - word);
    if (head.find_first_of(";{") != std::string::npos) return "";  // of another declaration
    std::vector<std::string> arguments;
    static const std::regex one(R"([<,]\s*(typename|class|bool|[\w:]+(?:\s+[\w:]+)*?)\s+(\w+)\s*(?=[,>=]))");
    for (std::sregex_iterator at(head.begin(), head.end(), one), end; at != end; ++at) {
        const std::string kind = (*at)[1];
        const bool is_type = kind == "typename" || kind == "class";
        arguments.emplace_back(is_type ? "float" : kind == "bool" ? "true" : "32");
        for (auto& parameter : parameters)
            parameter.type =
                std::regex_replace(parameter.type, std::regex("\\b" + (*at)[2].str() + "\\b"), arguments.back());
    }
    return fmt::format("<{}>", fmt::join(arguments, ", "));
}

/// What makes an argument of this type: an array for a pointer.
std::string let_of(const kernel_check::declared_parameter& parameter) {
    std::string type = std::regex_replace(parameter.type, std::regex(R"(\b(const|volatile)\b ?|\s+$)"), "");
    if (!type.ends_with('*')) {
        const bool counts = type.find("int") != std::string::npos || type.find("size_t") != std::string::npos;
        return parameter.name + (counts ? "=1000" : "=1");
    }
    type = trimmed(std::string_view(type).substr(0, type.size() - 1));
    for (const type_name& one : types)
        if (one.cpp == type || (type == "unsigned int" && one.name == "u32") || (type == "half" && one.name == "f16"))
            type = one.name;
    return fmt::format("'{}={}[1000] = {}'", parameter.name, type,
                       parameter.type.starts_with("const") ? "random" : "0");
}

}  // namespace

launch_plan plan_launches(const launch_options& given) {
    writer made;
    for (const std::string& one : given.lets) made.let(one);
    for (const std::string& one : given.launches) made.launch(one);
    for (const std::string& one : given.prints) made.print(one);
    for (const std::string& one : given.expects) made.expect(one);
    return made.plan();
}

std::string launches_to_type(const std::string& file) {
    std::string lines;
    const std::string source = kernel_check::read_source(file);
    for (auto& [kernel, is_template, parameters] : kernel_check::kernels_of(file)) {
        const std::string arguments = is_template ? template_arguments(source, kernel, parameters) : "";
        std::vector<std::string> names;
        std::string lets;
        for (const kernel_check::declared_parameter& one : parameters) {
            names.push_back(one.name);
            lets += " --let " + let_of(one);
        }
        lines += fmt::format("  strider check {} --launch '{}{}<<<4, 256>>>({})'{}\n", shell_word(file), kernel,
                             arguments, fmt::join(names, ", "), lets);
    }
    return lines;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
