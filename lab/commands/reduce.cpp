// strider reduce FILE: sum, mean, extremes of a file, by the library.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <type_traits>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/modules.hpp>
#include <lab/output/destination.hpp>
#include <lab/output/numbers.hpp>
#include <lab/summarise.hpp>

namespace strider::lab {
namespace {

struct reduce_options {
    std::string file;
    std::string device = "auto";
    std::string type;
    output_options output;
};

/// The element whose bytes these are, as JSON holds it.
record element(ladders::element_type type, const unsigned char* bytes) {
    return ladders::with_type(type, [&](auto zero) -> record {
        using T = decltype(zero);
        T value;
        std::memcpy(&value, bytes, sizeof value);
        if constexpr (std::is_floating_point_v<T>)
            return number(value);
        else
            return value;
    });
}

record sum_of(ladders::element_type type, const ladders::summary& of) {
    return ladders::with_type(type, [&](auto zero) -> record {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            return number(of.sum_f64);
        else if constexpr (std::is_signed_v<T>)
            return of.sum_i64;
        else
            return of.sum_u64;
    });
}

record to_record(const std::string& device, const element_input& input, const ladders::summary& of) {
    record one;
    one["schema"] = record_schema;
    one["command"] = "reduce";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.type_name();
    one["sum"] = sum_of(input.type(), of);
    if (input.elements() == 0) return one;
    one["mean"] = number(of.mean);
    one["min"] = element(input.type(), of.minimum);
    one["max"] = element(input.type(), of.maximum);
    one["argmin"] = of.argmin;
    one["argmax"] = of.argmax;
    return one;
}

/// For people the record stands upright: a line a field.
section upright(const record& one, const std::string& title) {
    section part;
    part.is_view = true;
    part.title = title;
    for (const char* field : {"elements", "type", "sum", "mean", "min", "max", "argmin", "argmax"}) {
        const auto found = one.find(field);
        if (found == one.end()) continue;
        part.records.push_back({{"field", field}, {"value", *found}});
    }
    part.columns = {
        {"", "", side::left, [](const record& row) { return text_at(row, "field"); }},
        {"", "", side::right,
         [](const record& row) {
             const record& value = row["value"];
             return value.is_string() ? value.get<std::string>() : value.dump();
         }},
    };
    return part;
}

int run(const reduce_options& given) {
    const output_format& format = format_named(given.output.format);
    std::optional<ladders::element_type> type;
    if (!given.type.empty()) type = type_named(given.type);
    const opened_device& on = require_device(given.device == "auto" ? "cpu" : given.device);
    const element_input input = element_input::open(given.file, type);
    destination out(given.output.file);
    ladders::summary found;
    {
        progress said;
        found = summarise(*on.device, input, said);
    }
    section whole;
    whole.records.push_back(to_record(on.name, input, found));
    const section view = upright(whole.records.front(), fmt::format("{}, on {}", input.name(), on.name));
    deliver({whole, view}, format, out);
    return exit_success;
}

}  // namespace

action declare_reduce(CLI::App& options) {
    const auto given = std::make_shared<reduce_options>();
    options.add_option("file", given->file, ".npy, raw binary (with --type), text, or - for standard input")
        ->type_name("FILE")
        ->required();
    declare_device(options, given->device, device_names);
    options.add_option("--type", given->type, "the element type of raw binary: i8 to u64, f32, f64")->type_name("TYPE");
    declare_output(options, given->output);
    options.footer(
        "Formats: .npy versions 1 to 3 of any numeric type, either byte order, C or Fortran order (indices are counted "
        "in C\n"
        "order); raw binary where --type is given; else text, one number a field, i64 where all are integers, else "
        "f64.\n"
        "Sums are 64 bits wide. JSON has no number for nan, inf and -inf: they are written as text. Of nothing, there "
        "is\n"
        "only the sum, 0.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
