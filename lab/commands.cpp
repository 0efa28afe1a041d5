#include <lab/commands.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include <lab/errors.hpp>

namespace strider::lab {
namespace {

constexpr command all[] = {
    {"ladder", "run a pattern's rungs: verify, then time or count each", declare_ladder},
    {"list", "the rungs, with their ideas", declare_list},
    {"reproduce", "run a published table again, side by side", declare_reproduce},
    {"devices", "what was found on this machine, and its measured roofs", declare_devices},
    {"check", "a CUDA program of your own under the executor's checks", declare_check},
    {"reduce", "sum, mean, extremes of a file", declare_reduce},
};

/// The place of `name` in a list of names. Throws usage_error that lists them where it is not there.
std::size_t place_in(std::span<const std::string_view> names, std::string_view name, std::string_view what) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    throw usage_error(fmt::format("{} \"{}\" is not known; it is one of: {}", what, name, fmt::join(names, ", ")));
}

}  // namespace

const std::span<const command> commands = all;

void declare_output(CLI::App& options, output_options& into) {
    std::vector<std::string_view> names;
    for (const output_format& format : output_formats) names.push_back(format.name);
    options.add_option("--format", into.format, fmt::format("{}", fmt::join(names, ", ")))->type_name("FORMAT");
    options.add_option("--out", into.file, "write to this file instead of standard output")->type_name("FILE");
}

void declare_device(CLI::App& options, std::string& into, std::span<const std::string_view> devices) {
    const std::string names = fmt::format("auto, {}", fmt::join(devices, ", "));
    options.add_option("--device", into, names)->type_name("DEVICE")->check([devices, names](const std::string& given) {
        const bool known = given == "auto" || std::find(devices.begin(), devices.end(), given) != devices.end();
        return known ? std::string() : fmt::format("\"{}\" is not known; it is one of: {}", given, names);
    });
}

const output_format& format_named(const std::string& name) {
    std::vector<std::string_view> names;
    for (const output_format& format : output_formats) names.push_back(format.name);
    return output_formats[place_in(names, name, "--format")];
}

ladders::element_type type_named(const std::string& name) {
    return static_cast<ladders::element_type>(place_in(ladders::element_type_names, name, "--type"));
}

ladders::operation operation_named(const std::string& name) {
    return static_cast<ladders::operation>(place_in(ladders::operation_names, name, "--operation"));
}

}  // namespace strider::lab
