// strider reduce FILE: sum, mean, extremes of a file, by the library.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <data/calls/nan.hpp>
#include <data/calls/statistics.hpp>
#include <data/calls/summarize.hpp>
#include <data/calls/summarize_stream.hpp>
#include <data/calls/wide.hpp>
#include <data/commands/commands.hpp>
#include <data/commands/file_options.hpp>
#include <data/commands/reduce_parts.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>

namespace strider::lab {
namespace {

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
record sum_of(ladders::element_type type, const ladders::summary& totals) {
    if (is_real(type)) return number(totals.sum_f64);
    if (totals.sum >= 0 && totals.sum <= std::numeric_limits<std::uint64_t>::max())
        return static_cast<std::uint64_t>(totals.sum);
    if (totals.sum < 0 && totals.sum >= std::numeric_limits<std::int64_t>::min())
        return static_cast<std::int64_t>(totals.sum);
    return fmt::format("{}", totals.sum);
}

/// `column` is empty but for columns of tables.
record to_record(const std::string& device, const std::string& column, const stream_summary& found,
                 bool is_reordered = false) {
    const ladders::summary& totals = found.of;
    const ladders::element_type type = found.stored.type;
    record row = record_of("reduce");
    row["device"] = device;
    if (!column.empty()) row["column"] = column;
    row["elements"] = found.elements;
    row["type"] = found.stored.name;
    if (is_reordered && is_real(type)) row["order"] = "Fortran";  // another order, another rounding
    row["sum"] = sum_of(type, totals);
    if (found.elements == 0) return row;
    row["mean"] = number(totals.mean);
    row["min"] = element(type, totals.minimum);
    row["max"] = element(type, totals.maximum);
    row["argmin"] = totals.argmin;
    row["argmax"] = totals.argmax;
    return row;
}

/// What every file is summarized with.
struct summarizer {
    const reduce_options& given;
    library_on_device on;
    std::vector<double> levels;  ///< of quantiles
    ranks& peers;
};

/// The summary of elements, and what else is asked for. `column` is empty but for columns of tables.
record summary_of(const summarizer& with, const std::string& column, const shared_elements& all) {
    const reduce_options& given = with.given;
    const library_on_device& on = with.on;
    const std::optional<shared_elements> kept = given.skip_nan ? without_nan(all) : std::nullopt;
    const shared_elements& input = kept ? *kept : all;
    ladders::summary totals = summarize(*on.calls, input);
    if (kept) {
        totals.argmin = index_with_nan(all, totals.argmin);
        totals.argmax = index_with_nan(all, totals.argmax);
    }
    record row = to_record(on.device, column, {input.stored(), input.elements(), totals}, input.reordered());
    if (kept) row["skipped"] = all.elements() - kept->elements();
    if (given.statistics || !given.quantiles.empty()) add_statistics(row, *on.calls, input, totals.mean, with.levels);
    add_notes(row, all.notes());
    return row;
}

struct summaries {
    std::vector<record> records;        ///< of a file's elements, or of each column of a table
    std::vector<std::string> left_out;  ///< of the other columns, why each is
    std::vector<std::string> warnings;
};

/// Of a table: a summary for each of its columns that are numbers, or were named.
summaries summaries_of_table(const summarizer& with, byte_input input) {
    table rows(std::move(input), with.given.table);
    table_columns read = read_columns(rows);
    summaries result{{}, std::move(read.left_out), warnings_of(rows.notes())};
    for (table_column& shown : read.columns) {
        const shared_elements column(std::move(shown.input), with.peers);
        record& summary = result.records.emplace_back(summary_of(with, shown.name, column));
        if (!result.left_out.empty()) summary["left_out"] = result.left_out;
    }
    return result;
}

/// Of what is no file and no table, where one look at each element is enough: nothing is kept of it.
std::optional<summaries> summary_of_stream(const summarizer& with, byte_input& input, const reading& how) {
    const reduce_options& given = with.given;
    const bool is_seen_once = !given.statistics && given.quantiles.empty() && !given.skip_nan;
    if (!is_seen_once || !given.may_stream(input, with.on.device, with.peers)) return std::nullopt;
    if (std::optional<element_stream> elements = element_stream::take(input, how))
        return summaries{{to_record(with.on.device, "", summarize(*with.on.calls, *elements))}, {}, {}};
    const bool is_text = !how.raw_type && recognise(input.front).what == content::unknown;
    if (!is_text || input.name.ends_with(".npy")) return std::nullopt;
    const reading_notes notes = notes_of_list(input);
    record row = to_record(with.on.device, "", summarize_text(*with.on.calls, input));
    add_notes(row, notes);
    return summaries{{std::move(row)}, {}, warnings_of(notes)};
}

summaries summaries_of_file(const summarizer& with, const std::string& path) {
    const reading how = with.given.how();
    byte_input file = open_unpacked(path);
    const std::string name = file.name;
    return with_name(name, [&]() -> summaries {
        if (is_table(file, how)) return summaries_of_table(with, std::move(file));
        if (std::optional<summaries> found = summary_of_stream(with, file, how)) return std::move(*found);
        const shared_elements input = with.given.open(std::move(file), with.peers);
        return {{summary_of(with, "", input)}, {}, warnings_of(input.notes())};
    });
}

/// The record of one of several files: its name stands behind the device.
record with_file(record row, const std::string& file) {
    record named;
    for (auto& [field, value] : row.items()) {
        named[field] = std::move(value);
        if (field == "device") named["file"] = file;
    }
    return named;
}

/// A value in a line of many: real numbers to ten digits, which JSON and CSV have in full.
std::string short_text(const record& value) {
    if (value.is_string()) return value.get<std::string>();
    return value.is_number_float() ? fmt::format("{:.10g}", value.get<double>()) : value.dump();
}

/// Several summaries for people: a line each.
section summary_rows(const std::vector<record>& all, const std::string& title) {
    section view;
    view.is_view = true;
    view.title = title;
    view.records = all;
    for (const char* field : {"file", "column", "elements", "missing", "comments", "line_ends", "skipped", "type",
                              "sum", "mean", "min", "max", "nan", "stddev"}) {
        const bool is_name = std::string_view(field) == "column" || std::string_view(field) == "file";
        view.columns.push_back({"", field, is_name ? side::left : side::right, [field](const record& row) {
                                    return row.contains(field) ? short_text(row[field]) : std::string();
                                }});
    }
    if (all.front().contains("quantiles")) {
        for (const auto& [level, value] : all.front()["quantiles"].items()) {
            view.columns.push_back({"quantiles", level, side::right, [level = level](const record& row) {
                                        return short_text(row["quantiles"][level]);
                                    }});
        }
    }
    return view;
}

/// One line about the columns that are no numbers.
std::vector<std::string> said_of(const std::vector<std::string>& left_out) {
    constexpr std::size_t most = 3;
    if (left_out.empty()) return {};
    const std::span first(left_out.begin(), std::min(most, left_out.size()));
    const std::string more = left_out.size() > most ? fmt::format("; and {} more", left_out.size() - most) : "";
    return {fmt::format("left out: {}{}", fmt::join(first, "; "), more)};
}

int run(const reduce_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    if (given.rows + given.columns + !given.segments.empty() > 1) {
        throw usage_error("--rows, --columns and --segments are three ways to cut a file; give one of them");
    }
    if (given.output.results.path.empty() && !given.output.results.format.empty()) {
        throw usage_error("--output-format is the format of -o; give -o as well");
    }
    if (given.rows || given.columns || !given.segments.empty()) {
        if (given.statistics || given.skip_nan || !given.quantiles.empty())
            throw usage_error(
                "--statistics, --quantiles and --skip-nan need the whole file; leave out --rows, --columns and "
                "--segments");
        if (given.files.size() > 1) throw usage_error("--rows, --columns and --segments take one file; name only one");
        return reduce_parts_of_file(given, peers);
    }
    if (!given.output.results.path.empty() || !given.op.empty()) {
        throw usage_error(
            "-o and --operator are for --rows, --columns and --segments; give one of these as well (--report writes "
            "the table)");
    }
    const summarizer with{given, library_for(given.device, "reduce"), parse_levels(given.quantiles), peers};
    destination out(given.output.report_path());
    summaries all;
    const bool is_several = given.files.size() > 1;
    for (const std::string& file : given.files) {
        summaries result = summaries_of_file(with, file);
        for (record& row : result.records) {
            if (is_several) row = with_file(std::move(row), file);
            all.records.push_back(std::move(row));
        }
        for (const std::string& why : result.left_out) all.left_out.push_back(is_several ? file + ": " + why : why);
        for (const std::string& said : result.warnings) all.warnings.push_back(is_several ? file + ": " + said : said);
    }
    const std::string name = given.files.size() > 1       ? fmt::format("{} files", given.files.size())
                             : given.files.front() == "-" ? "standard input"
                                                          : given.files.front();
    const std::string title = fmt::format("{}, on {}", name, with.on.device);
    section view = all.records.size() == 1 ? upright(all.records[0], title) : summary_rows(all.records, title);
    view.warnings = said_of(all.left_out);
    view.warnings.insert(view.warnings.end(), all.warnings.begin(), all.warnings.end());
    section whole;
    whole.records = std::move(all.records);
    deliver({std::move(whole), std::move(view)}, format, out);
    return exit_success;
}

}  // namespace

shared_action declare_reduce(command_line& options) {
    const auto given = std::make_shared<reduce_options>();
    options.require("file", "FILE", given->files, fmt::format("{}; of several, each has its results", element_files));
    options.reads(given->files);
    declare_reading(options, *given);
    options.add_flag("--rows", given->rows, "a result for every row of a matrix");
    options.add_flag("--columns", given->columns, "a result for every column of a matrix");
    options.add("--segments", "OFFSETS", given->segments,
                "a result for every segment: n + 1 offsets for n segments, as .npy or text");
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
        "Formats: .npy versions 1 to 3 of any numeric type, either byte order, C or Fortran order (indices are counted "
        "in C order); raw binary with --type; else text, one number a field. A text is i64 or u64 if that type holds "
        "all its numbers, else f64. An integer of a text is never rounded: reduce refuses integers that f64 cannot "
        "hold. A file may be compressed by gzip, zstd, xz, lzma, bzip2 or lz4. A member of a zip or .npz archive is "
        "FILE:MEMBER, or FILE if it is the only member.\n\n"
        "A text is a table if its first row is a header, or if an option of tables is given. reduce gives a result for "
        "every column of numbers, or for the columns that you name. --rows and --columns take any text as a\n"
        "matrix, a line a row. A quoted \"1,000\" is a thousand. Empty, NA, N/A, NaN, null and none are missing.\n"
        "A first row of numbers is data, and a first row of numbers in quotes is a header. The report says so, and "
        "--header decides otherwise. The last comment above the first row is the header if it has as many cells. The "
        "report counts comments and missing cells and says why a column is left out. The record has them as "
        "\"header\", \"comments\", \"missing\" and \"left_out\".\n\n"
        "Sums of integers are exact, other sums are f64. JSON cannot write nan, inf, -inf and sums beyond 64 bits as "
        "numbers: they are text. A file without elements has only a sum, 0.\n\n"
        "Quantiles are exact for files of any size, and are interpolated between two elements (type 7 of Hyndman and "
        "Fan, as in NumPy and R). The variance is the variance of a sample. If an element is NaN, they are nan, unless "
        "--skip-nan leaves it out.\n\n"
        "Elements are added in the order of the file. So the same floating-point array in Fortran order may have a sum "
        "that differs in its last digits; then the record says \"order\": \"Fortran\".\n\n"
        "Rows, columns and segments have one result each. Sums and products are i64, u64 or f64. Integer sums and "
        "products may wrap; then the record says \"overflow\": \"wraps\". Minimum and maximum keep the file's type. "
        "Each result has the bits of the library's reduce for these elements. A row, column or segment must fit in "
        "memory, the file need not; on gpu and simt it must have less than 2^32 elements. An empty row, column or "
        "segment gives the operator's identity.");
    options.example("data.npy", "sum, mean, extremes, and where these stand");
    options.example("matrix.npy --rows --operator max -o largest.npy", "the largest element of each row");
    options.example("- --format json < numbers.txt", "of numbers as text; the result as JSON");
    return [given](ranks& peers) { return run(*given, peers); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
