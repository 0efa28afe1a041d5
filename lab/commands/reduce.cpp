// strider reduce FILE: sum, mean, extremes of a file, by the library.
#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <memory>

#include <lab/commands.hpp>
#include <lab/errors.hpp>
#include <lab/library/nan.hpp>
#include <lab/library/parts.hpp>
#include <lab/library/statistics.hpp>
#include <lab/library/summarise.hpp>
#include <lab/library/wide.hpp>
#include <lab/output/destination.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/numbers.hpp>
#include <lab/output/upright.hpp>

namespace strider::lab {
namespace {

struct reduce_options {
    std::string file;
    std::string device = "auto";
    std::string type;
    bool rows = false, columns = false;
    std::string segments, op = "sum";
    bool statistics = false, skip_nan = false;
    std::string quantiles;
    output_options output;
};

/// The element whose bytes these are, as JSON holds it.
record element(ladders::element_type type, const unsigned char* bytes) {
    return ladders::with_type(type, [&](auto zero) -> record {
        using T = decltype(zero);
        T value;
        std::memcpy(&value, bytes, sizeof value);
        return value_record(value);
    });
}

/// Text where it is beyond 64 bits, which readers of JSON would round.
record sum_of(ladders::element_type type, const ladders::summary& of) {
    if (is_real(type)) return number(of.sum_f64);
    if (of.sum >= 0 && of.sum <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(of.sum);
    if (of.sum < 0 && of.sum >= std::numeric_limits<std::int64_t>::min()) return static_cast<std::int64_t>(of.sum);
    return fmt::format("{}", of.sum);
}

record to_record(const std::string& device, const element_input& input, const ladders::summary& of) {
    record one;
    one["schema"] = record_schema;
    one["command"] = "reduce";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.stored().name;
    if (input.reordered() && is_real(input.type())) one["order"] = "Fortran";  // another order, another rounding
    one["sum"] = sum_of(input.type(), of);
    if (input.elements() == 0) return one;
    one["mean"] = number(of.mean);
    one["min"] = element(input.type(), of.minimum);
    one["max"] = element(input.type(), of.maximum);
    one["argmin"] = of.argmin;
    one["argmax"] = of.argmax;
    return one;
}

/// The first results for people: a line each.
section part_rows(const record& one, const std::string& part, const std::string& title) {
    constexpr std::size_t most = 40;
    section view;
    view.is_view = true;
    view.title = title;
    const record& results = one["results"];
    for (std::size_t at = 0; at < results.size() && at < most; ++at) {
        view.records.push_back({{"part", at}, {"result", results[at]}});
    }
    const auto text = [](const char* field) {
        return [field](const record& row) {
            const record& value = row[field];
            return value.is_string() ? value.get<std::string>() : value.dump();
        };
    };
    view.columns = {{"", part, side::right, text("part")}, {"", text_at(one, "operator"), side::right, text("result")}};
    if (results.size() > most) {
        view.notes = {fmt::format("and {} more; --format json and -o give all", grouped(results.size() - most))};
    }
    if (one.contains("overflow")) view.notes.push_back("beyond 64 bits, results wrap");
    return view;
}

/// Of rows, columns or segments: one result each.
int run_parts(const reduce_options& given, std::optional<ladders::element_type> type, ranks& peers) {
    const output_format& format = format_of(given.output);
    const ladders::operation op = operation_named(given.op);
    const auto [device, calls] = library_for(given.device, "segmented-reduce");
    const parts of = given.rows ? parts::rows : given.columns ? parts::columns : parts::segments;
    const element_input input = open_shared(given.file, type, peers);
    std::vector<std::uint64_t> offsets;
    if (of == parts::segments) offsets = read_offsets(given.segments, input.elements());
    destination out(given.output.report_path());
    part_results found;
    {
        progress said;
        found = reduce_parts(*calls, input, of, offsets, op, peers, said);
    }
    const std::string part(part_names[static_cast<std::size_t>(of)]);
    const std::string title = fmt::format("{}, on {}", input.name(), device);
    record one;
    one["schema"] = record_schema;
    one["command"] = "reduce";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.stored().name;
    one["operator"] = ladders::name(op);
    one["part"] = part;
    one["parts"] = found.count;
    one["output_type"] = found.type.name;
    if (may_wrap(input.type(), op, input.elements())) one["overflow"] = "wraps";
    const wanted_results& wanted = given.output.results;
    if (!wanted.path.empty()) {
        if (peers.is_first()) {
            ranks alone;
            element_output into(wanted, found.type, alone);
            into.append(found.words.data(), found.count);
            into.finish({found.count});
        }
        one["output"] = wanted.path;
        deliver_record(one, title, format, out);
        return exit_success;
    }
    record& results = one["results"] = record::array();
    ladders::with_type(found.type.type, [&](auto zero) {
        const auto* const values = reinterpret_cast<const decltype(zero)*>(found.words.data());
        for (std::uint64_t at = 0; at < found.count; ++at) results.push_back(value_record(values[at]));
    });
    section whole;
    whole.records.push_back(one);
    deliver({whole, part_rows(one, part, title)}, format, out);
    return exit_success;
}

int run(const reduce_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    std::optional<ladders::element_type> type;
    if (!given.type.empty()) type = type_named(given.type);
    if (given.rows + given.columns + !given.segments.empty() > 1) {
        throw usage_error("--rows, --columns and --segments are three ways to cut a file; give one of them");
    }
    if (given.output.results.path.empty() && !given.output.results.format.empty()) {
        throw usage_error("--output-format is that of -o; give -o as well");
    }
    if (given.rows || given.columns || !given.segments.empty()) {
        if (given.statistics || given.skip_nan || !given.quantiles.empty())
            throw usage_error("--statistics, --quantiles and --skip-nan are of a whole file; leave out what cuts it");
        return run_parts(given, type, peers);
    }
    if (!given.output.results.path.empty() || operation_named(given.op) != ladders::operation::sum) {
        throw usage_error(
            "-o and --operator are for --rows, --columns and --segments; give one of these as well (--report writes "
            "the table)");
    }
    const auto [device, calls] = library_for(given.device, "reduce");
    const std::vector<double> levels = parse_levels(given.quantiles);
    const element_input all = open_shared(given.file, type, peers);
    destination out(given.output.report_path());
    record one;
    {
        progress said;
        const std::optional<element_input> kept = given.skip_nan ? without_nan(all) : std::nullopt;
        const element_input& input = kept ? *kept : all;
        ladders::summary found = summarise(*calls, input, peers, said);
        if (kept) {
            found.argmin = index_with_nan(all, found.argmin);
            found.argmax = index_with_nan(all, found.argmax);
        }
        one = to_record(device, input, found);
        if (kept) one["skipped"] = all.elements() - kept->elements();
        if (given.statistics || !given.quantiles.empty())
            add_statistics(one, *calls, input, found.mean, levels, peers, said);
    }
    deliver_record(one, fmt::format("{}, on {}", all.name(), device), format, out);
    return exit_success;
}

}  // namespace

action declare_reduce(command_line& options) {
    const auto given = std::make_shared<reduce_options>();
    options.require("file", "FILE", given->file, ".npy, raw binary (with --type), text, or - for standard input");
    options.reads(given->file);
    declare_file_device(options, given->device);
    options.add("--type", "TYPE", given->type, "the element type of raw binary: i8 to u64, f32, f64");
    options.add_flag("--rows", given->rows, "a result for every row of a matrix");
    options.add_flag("--columns", given->columns, "a result for every column of a matrix");
    options.add("--segments", "OFFSETS", given->segments,
                "a result for every segment: n + 1 offsets, as .npy or text, cut n");
    options.reads(given->segments);
    declare_operator(options, given->op);
    options.add_flag("--statistics", given->statistics,
                     "count of NaN, variance, standard deviation and quartiles as well");
    options.add("--quantiles", "LEVELS", given->quantiles,
                "these instead of the quartiles, from 0 to 1: 0.05,0.5,0.95");
    options.add_flag("--skip-nan", given->skip_nan, "leave out elements that are NaN");
    declare_results(options, given->output, "the results of rows, columns or segments: .npy, .bin, .raw, .txt or .csv",
                    false);
    options.footer(
        "Formats: .npy versions 1 to 3 of any numeric type, either byte order, C or Fortran order (indices are\n"
        "counted in C order); raw binary where --type is given; else text, one number a field: i64 or u64\n"
        "where one of them holds all, else f64. An integer of a text is never rounded: what f64 does not hold\n"
        "is refused.\n"
        "Sums of integers are exact, sums of others f64. JSON has no number for nan, inf, -inf and sums beyond\n"
        "64 bits: they are written as text. Of nothing, there is only the sum, 0.\n"
        "Quantiles are exact, of files of any size, and between two elements where they fall there (type 7 of Hyndman\n"
        "and Fan, as NumPy's and R's); the variance is that of a sample. Where an element is NaN, and not left out by\n"
        "--skip-nan, they are nan.\n"
        "Elements are added in the order in which they stand in the file. So the same floating-point array in\n"
        "Fortran order may have a sum that differs in its last digits; the record says \"order\": \"Fortran\"\n"
        "there.\n"
        "Rows, columns and segments: one result each. Sums and products are i64, u64 or f64, and those of\n"
        "integers wrap (the record says \"overflow\": \"wraps\" where they may); minimum and maximum keep the\n"
        "file's type. Each is what the library's reduce gives for these elements, to the last bit; a row,\n"
        "column or segment has to fit in memory (on gpu and simt, and have less than 2^32 elements), the file\n"
        "has not. An empty one gives the operator's identity.");
    return [given, &peers = options.peers()] { return run(*given, peers); };
}

}  // namespace strider::lab
