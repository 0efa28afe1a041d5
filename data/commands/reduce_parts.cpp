#include <data/commands/reduce_parts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <data/calls/parts.hpp>
#include <data/calls/wide.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/recognise.hpp>
#include <data/readers/table_numbers.hpp>
#include <data/writers/elements.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/type_names.hpp>

namespace strider::lab {
namespace {

/// A row for each result: of a part by its number, or of a column by its name.
std::vector<record> result_rows(const record& row, const std::vector<std::string>& names) {
    const std::string part = text_at(row, "part");
    std::vector<record> rows;
    for (const record& result : row["results"]) {
        const std::size_t place = rows.size();
        rows.push_back({{part, names.empty() ? record(place) : record(names[place])}, {"result", result}});
    }
    return rows;
}

/// The first results for people: a line each.
section part_rows(const record& entry, std::vector<record> rows, const std::string& title) {
    constexpr std::size_t most = 40;
    section view;
    view.is_view = true;
    view.title = title;
    const std::size_t all = rows.size();
    rows.resize(std::min(all, most));
    view.records = std::move(rows);
    const auto text = [](const std::string& field) {
        return [field](const record& row) {
            const record& value = row[field];
            return value.is_string() ? value.get<std::string>() : value.dump();
        };
    };
    const std::string part = text_at(entry, "part");
    view.columns = {{"", part, side::right, text(part)}, {"", text_at(entry, "operator"), side::right, text("result")}};
    if (all > most) {
        view.notes = {fmt::format("and {} more; --format json and -o give all", grouped(all - most))};
    }
    if (entry.contains("overflow")) view.notes.push_back("results are 64-bit integers: a greater one would wrap");
    return view;
}

/// What has rows and columns: a .npy file, or any text as a table.
table_matrix open_matrix(const std::string& path, const reading& how) {
    byte_input input = open_unpacked(path);
    const std::string name = input.name;
    return with_name(name, [&]() -> table_matrix {
        if (!is_table(input, how) && (how.raw_type || recognise(input.front).what != content::unknown)) {
            return {element_input::open(std::move(input), how), {}};
        }
        table rows(std::move(input), how.table);
        return read_matrix(rows);
    });
}

}  // namespace

int reduce_parts_of_file(const reduce_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    const ladders::operation op = given.op.empty() ? ladders::operation::sum : operation_named(given.op);
    const auto [device, calls] = library_for(given.device, "segmented-reduce");
    const parts of = given.rows ? parts::rows : given.columns ? parts::columns : parts::segments;
    auto [elements, names] = of == parts::segments
                                 ? table_matrix{element_input::open(given.files.front(), given.how()), {}}
                                 : open_matrix(given.files.front(), given.how());
    const shared_elements input(std::move(elements), peers);
    std::vector<std::uint64_t> offsets;
    if (of == parts::segments) offsets = read_offsets(given.segments, input.elements());
    destination out(given.output.report_path());
    const part_results result = reduce_parts(*calls, input, of, offsets, op);
    const std::string part(part_names[static_cast<std::size_t>(of)]);
    const std::string title = fmt::format("{}, on {}", input.name(), device);
    const std::vector<std::string> result_names = of == parts::columns ? names : std::vector<std::string>();
    record row = record_of("reduce");
    row["device"] = device;
    row["elements"] = input.elements();
    row["type"] = input.stored().name;
    row["operator"] = ladders::name(op);
    row["part"] = part;
    row["parts"] = result.count;
    if (!result_names.empty()) row["columns"] = result_names;
    row["output_type"] = result.type.name;
    if (may_wrap(input.type(), op, input.elements())) row["overflow"] = "wraps";
    add_notes(row, input.notes());
    const wanted_results& wanted = given.output.results;
    if (!wanted.path.empty()) {
        if (peers.is_first()) {
            ranks alone;
            element_output into(wanted, result.type, alone);
            into.append(result.words.data(), result.count);
            into.finish({result.count});
        }
        row["output"] = wanted.path;
        deliver_record(row, title, format, out, warnings_of(input.notes()));
        return exit_success;
    }
    record& results = row["results"] = record::array();
    ladders::with_type(result.type.type, [&](auto zero) {
        const auto* const values = reinterpret_cast<const decltype(zero)*>(result.words.data());
        for (std::uint64_t i = 0; i < result.count; ++i) results.push_back(value_record(values[i]));
    });
    section whole;
    whole.records.push_back(row);
    whole.rows = result_rows(row, result_names);
    section view = part_rows(row, whole.rows, title);
    view.warnings = warnings_of(input.notes());
    deliver({std::move(whole), view}, format, out);
    return exit_success;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
