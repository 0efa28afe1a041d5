#include <lab/measure/given_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <lab/base/errors.hpp>
#include <lab/measure/given_problems.hpp>
#include <ladders/harness/indices.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;
using ladders::instance;

const input_rules& rules_of(const ladders::pattern& pattern, const input_files& files) {
    const auto rules = std::ranges::find(ladders_with_input, pattern.name, &input_rules::pattern);
    if (rules == ladders_with_input.end())
        throw usage_error(fmt::format("--input: the {} ladder takes two arrays, and no files", pattern.name));
    const bool with_offsets = rules->takes == input_rules::files::with_offsets;
    const bool with_indices = rules->takes == input_rules::files::with_indices;
    const struct {
        const char* option;
        const std::string& file;
        bool is_needed;
    } all[] = {{"--input", files.values, true},
               {"--offsets", files.offsets, with_offsets},
               {"--indices", files.indices, with_indices}};
    for (const auto& [option, file, is_needed] : all) {
        if (file.empty() && is_needed)
            throw usage_error(
                fmt::format("the {} ladder takes numbers of your own with {}; give it too", pattern.name, option));
        if (!file.empty() && !is_needed)
            throw usage_error(fmt::format("{}: the {} ladder does not take it; leave it out", option, pattern.name));
    }
    return *rules;
}

/// The pattern's parameter of this name in an instance; null where it has none.
std::int64_t* parameter_of(const ladders::pattern& pattern, std::string_view name, instance& of) {
    const auto found = std::ranges::find(pattern.parameters, name, &ladders::parameter::name);
    return found == pattern.parameters.end()
               ? nullptr
               : &of.parameters[static_cast<std::size_t>(found - pattern.parameters.begin())];
}

bool is_set(std::span<const std::string> settings, std::string_view name) {
    return std::ranges::any_of(settings, [&](const std::string& one) {
        return one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=';
    });
}

void refuse_setting(std::span<const std::string> settings, std::string_view name) {
    if (!name.empty() && is_set(settings, name))
        throw usage_error(fmt::format("--set {}: the files of --input decide it; leave it out", name));
}

/// The sides that a file's shape gives.
void settle_sides(const loaded_array& values, const ladders::pattern& pattern, std::span<const std::string> settings,
                  instance& asked) {
    std::vector<std::uint64_t> shape = values.shape;
    if (pattern.name == "softmax" && shape.size() == 1 && !is_set(settings, "columns")) shape.insert(shape.begin(), 1);
    const std::size_t dimensions = shape.size();
    const bool is_box = pattern.name == "stencil";
    if (dimensions != 1 && dimensions != (is_box ? 3 : 2)) {
        throw usage_error(fmt::format(
            "{0}: it has {1} dimension{2}, and the {3} ladder takes 1 or {4}; flatten it: numpy.save('{0}', "
            "numpy.load('{0}').reshape(-1))",
            values.file, dimensions, dimensions == 1 ? "" : "s", pattern.name, is_box ? 3 : 2));
    }
    if (pattern.name == "convolve" && !is_set(settings, "dimensions"))
        *parameter_of(pattern, "dimensions", asked) = static_cast<std::int64_t>(dimensions);
    instance fitted = pattern.fitting(asked);
    const std::int64_t* const together = parameter_of(pattern, "packed", fitted);
    const std::uint64_t packed = std::uint64_t{1} << (together ? *together : 0);
    asked.elements = values.elements() / packed;
    if (values.elements() % packed != 0 || (dimensions > 1 && shape.back() % packed != 0))
        throw usage_error(fmt::format("{}: its rows are not whole items of {} elements", values.file, packed));
    if (values.elements() == 0) return;
    for (std::size_t inner = 1; inner < dimensions; ++inner) {  // columns, then rows
        const std::string_view name = inner == 1 ? "columns" : "rows";
        std::int64_t* const side = parameter_of(pattern, name, asked);
        if (!side) return;  // a flat array
        refuse_setting(settings, name);
        const std::uint64_t extent = shape[dimensions - inner] / (inner == 1 ? packed : 1);
        const auto most = std::ranges::find(pattern.parameters, name, &ladders::parameter::name)->most;
        if (extent > static_cast<std::uint64_t>(most))
            throw usage_error(
                fmt::format("{}: it has {} {}, and the ladder takes {}", values.file, extent, name, most));
        *side = static_cast<std::int64_t>(extent);
    }
}

/// So many elements that the ladder's segments are as many as the file's: at most one more for each. The rest are
/// zeros behind the last segment.
void settle_segments(const loaded_array& offsets, std::uint64_t elements, const ladders::pattern& pattern,
                     instance& asked) {
    const std::vector<std::uint32_t> ends = offsets.all<std::uint32_t>();
    if (offsets.shape.size() != 1 || ends.size() < 2 || ends.front() != 0 || ends.back() != elements ||
        !std::ranges::is_sorted(ends)) {
        throw usage_error(
            fmt::format("{}: offsets are one row of ascending numbers, from 0 to the number of elements, {}",
                        offsets.file, elements));
    }
    const std::uint64_t segments = ends.size() - 1;
    const std::uint64_t length = std::max<std::uint64_t>(1, (elements + segments - 1) / segments);
    *parameter_of(pattern, "length", asked) = static_cast<std::int64_t>(length);
    asked.elements = segments * length;
}

template <class Index>
void check_indices(const loaded_array& indices, const ladders::pattern& pattern, instance& asked) {
    const std::vector<Index> places = indices.all<Index>();
    if (places.size() != asked.elements)
        throw usage_error(
            fmt::format("{}: it has {} indices for {} elements", indices.file, places.size(), asked.elements));
    std::vector<bool> named(places.size());
    bool permutes = true;
    for (std::size_t index = 0; index < places.size(); ++index) {
        if (places[index] >= places.size())
            throw usage_error(fmt::format("{}: index {} is {}, and there are {} elements", indices.file, index,
                                          places[index], places.size()));
        permutes = permutes && !named[places[index]];
        named[places[index]] = true;
    }
    *parameter_of(pattern, "indices", asked) =
        static_cast<std::int64_t>(permutes ? ladders::index_pattern::random : ladders::index_pattern::colliding);
    *parameter_of(pattern, "index", asked) = sizeof(Index) == 8 ? 1 : 0;
}

/// Refuses the numbers that would hide an error in every result with them.
void require_comparable(const loaded_array& values, const ladders::pattern& pattern, bool adds) {
    ladders::with_type(values.type, [&]<class T>(T) {
        if constexpr (std::is_floating_point_v<T>) {
            const std::vector<T> numbers = values.all<T>();
            const auto wrong =
                std::ranges::find_if(numbers, [&](T one) { return adds ? !std::isfinite(one) : std::isnan(one); });
            if (wrong == numbers.end()) return;
            throw usage_error(fmt::format(
                "{0}: element {1} is {2}, so no result of {3} could be verified; replace it: numpy.save('{0}', "
                "numpy.nan_to_num(numpy.load('{0}'), posinf=0, neginf=0))",
                values.file, wrong - numbers.begin(), *wrong, pattern.name));
        }
    });
}

}  // namespace

given_input::given_input(const input_files& files, const ladders::pattern& pattern, const std::string& type,
                         std::span<const std::string> settings, instance& asked)
    : pattern_(pattern), rules_(rules_of(pattern, files)) {
    for (const std::string_view name : rules_.spread) refuse_setting(settings, name);
    values = load_npy(files.values, type.empty() ? pattern.types : std::span(&asked.type, 1));
    asked.type = values.type;
    settle_sides(values, pattern, settings, asked);
    if (rules_.takes == input_rules::files::with_offsets) {
        constexpr element_type taken[] = {element_type::u32};
        side = load_npy(files.offsets, taken);
        settle_segments(side, values.elements(), pattern, asked);
    } else if (rules_.takes == input_rules::files::with_indices) {
        constexpr element_type taken[] = {element_type::u32, element_type::u64};
        side = load_npy(files.indices, taken);
        side.type == element_type::u32 ? check_indices<std::uint32_t>(side, pattern, asked)
                                       : check_indices<std::uint64_t>(side, pattern, asked);
    }
    if (rules_.computes)
        require_comparable(values, pattern, pattern.operations.empty() || asked.op == ladders::operation::sum);
}

std::string given_input::name() const {
    return side.file.empty() ? values.file : fmt::format("{} with {}", values.file, side.file);
}

given_problem given_input::make(const instance& setting, std::uint64_t seed) const {
    if (!side.file.empty() && setting.elements < values.elements())
        throw usage_error(
            fmt::format("{}: a rung takes only {} elements; leave it out of --rungs", name(), setting.elements));
    return rules_.make(*this, setting, seed);
}

ladders::instance given_input::shown(const instance& setting) const {
    instance without = setting;
    for (const ladders::parameter& one : pattern_.parameters)
        if (std::ranges::find(rules_.spread, one.name) != rules_.spread.end())
            *parameter_of(pattern_, one.name, without) = one.usual;
    return without;
}

void given_input::describe(record& row, double tolerance) const {
    row["input"] = name();
    if (tolerance > 0) row["tolerance"] = tolerance;
    for (const std::string_view spread : rules_.spread) row["parameters"].erase(std::string(spread));
}

std::shared_ptr<const given_input> open_input(const input_files& files, const ladders::pattern& pattern,
                                              const std::string& elements, const std::string& type,
                                              std::span<const std::string> settings, instance& asked) {
    if (files.values.empty() && files.offsets.empty() && files.indices.empty()) return nullptr;
    if (!elements.empty()) throw usage_error("--elements: --input decides how many there are; leave out --elements");
    return std::make_shared<const given_input>(files, pattern, type, settings, asked);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
