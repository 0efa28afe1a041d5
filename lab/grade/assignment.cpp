#include <lab/grade/assignment.hpp>

#define TOML_ENABLE_FORMATTERS 0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>
#include <strider/emulator/session.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <regex>

#include <lab/base/errors.hpp>
#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

constexpr std::array<element_type, 10> element_types{{
    {"float", 4, true, true},
    {"double", 8, true, true},
    {"int", 4, false, true},
    {"unsigned", 4, false, false},
    {"unsigned int", 4, false, false},
    {"unsigned char", 1, false, false},
    {"short", 2, false, true},
    {"unsigned short", 2, false, false},
    {"long long", 8, false, true},
    {"unsigned long long", 8, false, false},
}};

constexpr std::uint64_t most_elements = std::uint64_t{1} << 24;

/// A table of the file: every key is taken once, and what is left over at the end is refused.
class table {
public:
    table(const toml::table& in, std::string file, std::string name)
        : in_(in), file_(std::move(file)), name_(std::move(name)) {}

    [[noreturn]] void refuse(const toml::node& where, const std::string& why) const {
        throw usage_error(fmt::format("{}:{}: {}", file_, where.source().begin.line, why));
    }
    [[noreturn]] void refuse(const std::string& why) const { refuse(in_, why); }
    const std::string& file() const { return file_; }

    const toml::node* find(std::string_view key) {
        known_.push_back(key);
        return in_.get(key);
    }
    bool has(std::string_view key) { return find(key) != nullptr; }

    template <class T>
    std::optional<T> take(std::string_view key, std::string_view kind) {
        const toml::node* const node = find(key);
        if (!node) return std::nullopt;
        if (const auto value = node->value<T>()) return *value;
        refuse(*node, fmt::format("{} is {}", key, kind));
    }
    std::optional<std::string> text(std::string_view key) { return take<std::string>(key, "a text"); }
    std::optional<double> number(std::string_view key) { return take<double>(key, "a number"); }

    template <class T>
    T whole(std::string_view key, T otherwise, T least = 0) {
        const auto value = take<std::int64_t>(key, "a whole number");
        if (!value) return otherwise;
        if (*value < static_cast<std::int64_t>(least) || *value > (std::int64_t{1} << 40))
            refuse(*in_.get(key), fmt::format("{} is at least {}", key, least));
        return static_cast<T>(*value);
    }

    std::string required(std::string_view key, const char* as) {
        const auto value = text(key);
        if (!value || value->empty()) refuse(fmt::format("{} needs {} = {}", name_, key, as));
        return *value;
    }

    std::vector<std::string> texts(std::string_view key) {
        const toml::node* const node = find(key);
        std::vector<std::string> words;
        if (!node) return words;
        if (const auto one = node->value<std::string>()) return {*one};
        const toml::array* const list = node->as_array();
        if (!list) refuse(*node, fmt::format("{} is a list of texts", key));
        for (const toml::node& item : *list) {
            if (const auto word = item.value<std::string>())
                words.push_back(*word);
            else if (const auto whole = item.value<std::int64_t>())
                words.push_back(std::to_string(*whole));
            else
                refuse(item, fmt::format("{} is a list of texts", key));
        }
        return words;
    }

    /// The tables of [[key]], or the one of [key].
    std::vector<table> tables(std::string_view key) {
        const toml::node* const node = find(key);
        std::vector<table> list_of_tables;
        if (!node) return list_of_tables;
        const std::string name = fmt::format("[{}]", key);
        if (const toml::table* const one = node->as_table()) {
            list_of_tables.emplace_back(*one, file_, name);
            return list_of_tables;
        }
        const toml::array* const list = node->as_array();
        if (!list) refuse(*node, fmt::format("{} is a table", key));
        for (const toml::node& item : *list) {
            if (!item.is_table()) refuse(item, fmt::format("{} is a table", key));
            list_of_tables.emplace_back(*item.as_table(), file_, "[" + name + "]");
        }
        return list_of_tables;
    }

    void refuse_others() const {
        for (const auto& [key, node] : in_) {
            if (std::ranges::find(known_, key.str()) != known_.end()) continue;
            refuse(node, fmt::format("{} is not a key of {}{}", key.str(), name_, did_you_mean(key.str(), known_)));
        }
    }

private:
    const toml::table& in_;
    std::string file_, name_;
    std::vector<std::string_view> known_;
};

parameter parse_parameter(const table& in, const std::string& declaration) {
    static const std::regex form(
        R"(\s*(const\s+)?([a-z]+(?: [a-z]+)*)(\s*\*\s*(?:__restrict__\s+)?|\s+)([A-Za-z_]\w*)\s*)");
    std::smatch parts;
    if (!std::regex_match(declaration, parts, form))
        in.refuse(fmt::format("\"{}\" is not a parameter; write one as \"const float* a\" or \"int n\"", declaration));
    const std::string type = parts[2];
    const bool is_array = parts[3].str().find('*') != std::string::npos;
    if (is_array && !element_type_named(type))
        in.refuse(fmt::format("\"{}\": arrays of {} are not known", declaration, type));
    return {declaration, parts[4], is_array ? (parts[1].matched ? "const " : "") + type + "*" : type};
}

void read_entry(table in, assignment& into) {
    into.is_kernel = in.has("kernel");
    if (into.is_kernel == in.has("function")) in.refuse("[entry] needs kernel = \"NAME\" or function = \"NAME\"");
    into.entry = in.required(into.is_kernel ? "kernel" : "function", "\"NAME\"");
    for (const std::string& one : in.texts("parameters")) into.parameters.push_back(parse_parameter(in, one));
    if (into.parameters.empty()) in.refuse("[entry] needs parameters = [\"const float* a\", ..., \"int n\"]");
    if (into.is_kernel) {
        into.grid = in.required("grid", "\"(n + 255) / 256\"");
        into.block = in.required("block", "\"256\"");
        into.shared = in.text("shared").value_or("0");
    }
    in.refuse_others();
}

array_parameter read_array(table in, const parameter& declared) {
    array_parameter array;
    array.name = declared.name;
    const bool is_constant = declared.type.starts_with("const ");
    const std::string_view element = std::string_view(declared.type).substr(is_constant ? 6 : 0);
    array.type = element_type_named(element.substr(0, element.size() - 1));
    array.size = in.texts("size");
    if (array.size.empty()) in.refuse(fmt::format("{} needs size = \"n\", or [\"rows\", \"columns\"]", declared.name));
    array.is_output = !is_constant;
    array.is_input = is_constant;
    array.low = array.type->is_real ? -1 : 0;
    array.high = array.type->is_real ? 1 : 100;
    if (const toml::node* const values = in.find("values")) {
        const toml::array* const range = values->as_array();
        const auto bound = [&](std::size_t i) {
            return range && range->size() == 2 ? range->get(i)->value<double>() : std::nullopt;
        };
        if (!bound(0) || !bound(1) || *bound(0) > *bound(1))
            in.refuse(*values, "values is a list of the least and the greatest");
        array.low = *bound(0);
        array.high = *bound(1);
        array.is_input = true;
    }
    in.refuse_others();
    return array;
}

/// How many tests there are already, to name the next one.
course_test read_test(table in, const assignment& task, std::size_t number) {
    course_test test;
    test.name = in.text("name").value_or(fmt::format("test {}", number));
    test.hidden = in.take<bool>("hidden", "true or false").value_or(false);
    test.seed = in.whole<std::uint64_t>("seed", number);
    for (const parameter& parameter : task.parameters) {
        if (parameter.type.ends_with('*')) continue;
        const auto value = in.number(parameter.name);
        if (!value) in.refuse(fmt::format("[[test]] needs {} = a number", parameter.name));
        test.numbers[parameter.name] = *value;
    }
    in.refuse_others();
    for (const array_parameter& array : task.arrays) {
        double size = 1;
        for (const std::string& factor : array.size) {
            double value = 0;
            if (const auto named = test.numbers.find(factor); named != test.numbers.end())
                value = named->second;
            else if (std::from_chars(factor.data(), factor.data() + factor.size(), value).ec != std::errc())
                in.refuse(
                    fmt::format("the size of {} has {}, which is no number of the parameters", array.name, factor));
            size *= value;
        }
        if (size < 1 || size > static_cast<double>(most_elements) || size != std::floor(size))
            in.refuse(fmt::format("{} has {} elements in {}: 1 to {} are possible", array.name, size, test.name,
                                  most_elements));
    }
    return test;
}

constexpr std::string_view any_kind = "finding";

/// Those that grading looks for.
std::vector<std::string_view> finding_kinds() {
    std::vector<std::string_view> kinds;
    for (int i = 0; i < emulation::finding_kinds; ++i) {
        const auto kind = static_cast<emulation::finding_kind>(i);
        if (kind != emulation::finding_kind::leak && kind != emulation::finding_kind::bank_conflict)
            kinds.push_back(emulation::name(kind));
    }
    return kinds;
}

/// Whether it is a kind, or the first words of some: "race" of race-shared and race-global.
bool is_kind(const std::string& name) {
    return std::ranges::any_of(
        finding_kinds(), [&](std::string_view kind) { return (std::string(kind) + '-').starts_with(name + '-'); });
}

criterion read_criterion(table in) {
    criterion result;
    const auto points = in.number("points");
    if (!points || *points < 0) in.refuse("[[criterion]] needs points = 1, or another number");
    result.points = *points;
    const auto name = in.text("name");
    int measures = 0;
    if (in.take<bool>("right", "true")) {
        ++measures;
        result.name = "right";
    }
    if (const toml::node* const node = in.find("no")) {
        ++measures;
        result.quantity = measure::findings;
        result.kinds = in.texts("no");
        result.name = fmt::format("no {}", fmt::join(result.kinds, ", "));
        for (const std::string& kind : result.kinds)
            if (kind != any_kind && !is_kind(kind))
                in.refuse(*node, fmt::format("\"{}\" is not a kind of finding that grade looks for{}", kind,
                                             did_you_mean(kind, finding_kinds())));
        if (std::ranges::find(result.kinds, any_kind) != result.kinds.end()) result.kinds.clear();
    }
    struct limited {
        const char* key;
        measure quantity;
        const char* name;
    };
    for (const limited& way : {limited{"global_sectors", measure::global_sectors, "sectors of global memory"},
                               limited{"shared_wavefronts", measure::shared_wavefronts, "wavefronts of shared memory"},
                               limited{"longest_path", measure::longest_path, "work in parallel (longest path)"},
                               limited{"lanes", measure::lanes, "lanes at work"}}) {
        const auto limit = in.number(way.key);
        if (!limit) continue;
        ++measures;
        result.quantity = way.quantity;
        result.limit = *limit;
        result.name = way.name;
    }
    if (measures != 1)
        in.refuse(
            "[[criterion]] needs one of right = true, no = \"finding\", global_sectors, shared_wavefronts, "
            "longest_path, lanes");
    result.name = name.value_or(result.name);
    in.refuse_others();
    return result;
}

void read_limits(table in, assignment& into) {
    into.seconds = in.whole("seconds", into.seconds, 1u);
    into.memory_mib = in.whole("memory_mib", into.memory_mib, 512u);
    into.bytes_to_host = in.whole("bytes_to_host", into.bytes_to_host);
    into.allowed = in.texts("allow");
    into.libraries = in.take<bool>("libraries", "true or false").value_or(false);
    in.refuse_others();
}

void read_arrays(table& root, assignment& into) {
    std::vector<table> arrays = root.tables("arrays");
    if (arrays.size() != 1) root.refuse("[arrays] is missing: it has the size of each array, as a = { size = \"n\" }");
    for (const parameter& declared : into.parameters) {
        if (!declared.type.ends_with('*')) continue;
        std::vector<table> entries = arrays[0].tables(declared.name);
        if (entries.size() != 1) arrays[0].refuse(fmt::format("[arrays] needs {} = {{ size = \"n\" }}", declared.name));
        into.arrays.push_back(read_array(entries[0], declared));
    }
    arrays[0].refuse_others();
    if (std::ranges::none_of(into.arrays, &array_parameter::is_output))
        root.refuse("no array is an output: one needs a pointer that is not to const");
}

assignment read_from(table root, const std::filesystem::path& folder) {
    assignment result;
    result.folder = folder;
    result.title = root.required("title", "\"...\"");
    result.description = root.text("description").value_or("");
    result.reference = root.required("reference", "\"reference.cu\"");
    result.tolerance = root.number("tolerance").value_or(0);
    for (const auto& name : {result.reference, root.text("starter").value_or(result.reference)})
        if (!std::filesystem::is_regular_file(folder / name))
            root.refuse(fmt::format("{} is not in {}", name, folder.string()));
    std::vector<table> entry = root.tables("entry");
    if (entry.size() != 1) root.refuse("[entry] is missing: it names the kernel or the function");
    read_entry(entry[0], result);
    read_arrays(root, result);
    for (table& one : root.tables("limits")) read_limits(one, result);
    for (table& one : root.tables("test")) result.tests.push_back(read_test(one, result, result.tests.size() + 1));
    if (result.tests.empty()) root.refuse("[[test]] is missing: a submission is called with the numbers of each");
    for (table& one : root.tables("criterion")) result.criteria.push_back(read_criterion(one));
    if (result.criteria.empty()) root.refuse("[[criterion]] is missing: it says what points are for");
    root.refuse_others();
    return result;
}

}  // namespace

const element_type* element_type_named(std::string_view name) {
    const auto* const match = std::ranges::find(element_types, name, &element_type::name);
    return match == element_types.end() ? nullptr : match;
}

std::size_t assignment::elements(const array_parameter& array, const course_test& in) const {
    std::size_t size = 1;
    for (const std::string& factor : array.size) {
        const auto named = in.numbers.find(factor);
        size *= named == in.numbers.end() ? std::stoull(factor) : static_cast<std::size_t>(named->second);
    }
    return size;
}

assignment read_assignment(const std::filesystem::path& folder) {
    const std::string file = (folder / "assignment.toml").string();
    if (!std::filesystem::is_regular_file(file)) throw usage_error(file + " is not there");
    try {
        const toml::table root = toml::parse_file(file);
        return read_from(table(root, file, "the assignment"), folder);
    } catch (const toml::parse_error& error) {
        throw usage_error(
            fmt::format("{}:{}: {}", file, error.source().begin.line, one_line(std::string(error.description()))));
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
