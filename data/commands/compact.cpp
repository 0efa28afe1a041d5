// strider compact FILE --where CONDITION: the elements for which it holds, in their order.
#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include <data/commands/commands.hpp>
#include <data/commands/file_options.hpp>
#include <data/readers/expression.hpp>
#include <data/readers/packed.hpp>
#include <data/readers/table_rows.hpp>
#include <data/writers/elements.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>

namespace strider::lab {
namespace {

struct compact_options : file_options {
    std::string where;
};

/// keep[k] = whether the condition holds for the element values[k] with index first + k: on `cores` threads.
template <class T>
void evaluate(const condition& where, std::span<const T> values, std::uint64_t first, std::uint8_t* keep,
              unsigned cores) {
    constexpr std::uint64_t grain = 1 << 15;
    const std::uint64_t share = std::max(grain, (values.size() + cores - 1) / cores);
    std::vector<std::future<void>> others;
    for (std::uint64_t begin = share; begin < values.size(); begin += share) {
        others.push_back(std::async(std::launch::async, [=, &where] {
            where.evaluate(values.data() + begin, first + begin, std::min(share, values.size() - begin), keep + begin);
        }));
    }
    where.evaluate(values.data(), first, std::min<std::uint64_t>(share, values.size()), keep);
    for (std::future<void>& one : others) one.get();
}

/// Selects elements block after block. A condition may look at an element's index, and is evaluated here: so the places
/// of elements are compacted by the library, and what stands there is gathered.
class selection {
public:
    static constexpr std::uint32_t most = std::uint32_t{1} << 20;  ///< elements in a block

    selection(const library_on_device& on, const condition& where)
        : calls_(*on.calls),
          where_(where),
          cores_(on.device == "serial" ? 1 : std::max(1u, std::thread::hardware_concurrency())),
          keep_(most),
          places_(most),
          kept_(most) {}

    /// The elements of a block that the condition holds for, in their order, to `into`; values[0] has index `first`.
    template <class T>
    void select(std::span<const T> values, std::uint64_t first, std::vector<T>& into) {
        evaluate(where_, values, first, keep_.data(), cores_);
        const std::span<const std::uint32_t> kept = places_kept(values.size());
        into.resize(kept.size());
        for (std::size_t i = 0; i < into.size(); ++i) into[i] = values[kept[i]];
    }

    /// The places in a piece of the rows that the condition holds for, in their order; its first row has index `first`.
    std::span<const std::uint32_t> select(const written_rows& rows, std::uint64_t first) {
        keep_.resize(std::max<std::size_t>(keep_.size(), rows.rows));
        where_.evaluate_rows(rows.values, rows.exact, first, rows.rows, keep_.data());
        for (const std::uint32_t row : rows.missing) keep_[row] = 0;
        return places_kept(rows.rows);
    }

private:
    std::span<const std::uint32_t> places_kept(std::size_t count) {
        constexpr std::uint32_t no_place = ~std::uint32_t{0};
        if (count > places_.size()) {
            places_.resize(count);
            kept_.resize(count);
        }
        for (std::uint32_t i = 0; i < count; ++i) places_[i] = keep_[i] != 0 ? i : no_place;
        return std::span(kept_).first(
            calls_.compact_below(static_cast<std::uint32_t>(count), std::span(places_).first(count), kept_));
    }

    ladders::library& calls_;
    const condition& where_;
    unsigned cores_;
    std::vector<std::uint8_t> keep_;
    std::vector<std::uint32_t> places_, kept_;
};

/// Of several ranks, each holds its own in a temporary file until it knows how many those before it have.
template <class T>
void compact_elements(selection& selected, const shared_elements& input, element_output& into) {
    ranks& peers = input.peers();
    std::vector<T> kept;
    byte_input held;
    held.name = "the temporary file";
    if (!peers.is_alone()) held.from = temporary_file();
    input.for_each_of_mine(1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
        const std::span piece(static_cast<const T*>(data), count);
        for (std::uint64_t begin = 0; begin < count; begin += selected.most) {
            selected.select(piece.subspan(begin, std::min<std::uint64_t>(selected.most, count - begin)), first + begin,
                            kept);
            if (peers.is_alone()) {
                into.append(kept.data(), kept.size());
            } else {
                write_at(held.from, held.size, {reinterpret_cast<const char*>(kept.data()), kept.size() * sizeof(T)});
                held.size += kept.size() * sizeof(T);
            }
        }
    });
    if (peers.is_alone()) return;
    const std::vector<std::uint64_t> counts = peers.gather_values(held.size / sizeof(T));
    into.start_at(std::accumulate(counts.begin(), counts.begin() + peers.rank(), std::uint64_t{0}));
    for (std::uint64_t i = 0; i < held.size; i += kept.size() * sizeof(T)) {
        kept.resize(std::min<std::uint64_t>(selected.most, (held.size - i) / sizeof(T)));
        read_at(held, i, {reinterpret_cast<char*>(kept.data()), kept.size() * sizeof(T)});
        into.append(kept.data(), kept.size());
    }
}

/// The same of what comes once.
template <class T>
void compact_elements(selection& selected, element_stream& from, element_output& into) {
    std::vector<T> kept;
    for_each_piece(from, selection::most, [&](std::uint64_t first, const void* data, std::uint64_t count, bool) {
        selected.select(std::span(static_cast<const T*>(data), count), first, kept);
        into.append(kept.data(), kept.size());
    });
}

record record_on(const std::string& device) {
    record row = record_of("compact");
    row["device"] = device;
    return row;
}

struct row_counts {
    std::uint64_t read = 0, kept = 0, missing = 0;
};

/// The rows of a text as they are written.
row_counts keep_rows(table& rows, const condition& where, selection& selected, destination& into) {
    row_counts count;
    std::string text(rows.front());
    rows.for_each_piece([&](table_piece piece) { return read_rows(std::move(piece), rows, where); },
                        [&](const written_rows& piece) {
                            for (const std::uint32_t row : selected.select(piece, count.read)) {
                                text += piece.row(row);
                                if (text.back() != '\n') text += '\n';
                                ++count.kept;
                            }
                            count.read += piece.rows;
                            count.missing += piece.missing.size();
                            into.append(text);
                            text.clear();
                        });
    into.write(text);
    return count;
}

/// The rows of a table, behind its header.
int run_rows(const compact_options& given, const library_on_device& on, byte_input input, const ranks& peers) {
    const output_format& format = format_of(given.output);
    const wanted_results& wanted = given.output.results;
    const std::string name = input.name, ending = wanted.ending("csv");
    if (ending != "csv" && ending != "tsv" && ending != "txt") {
        throw usage_error(
            fmt::format("-o {}: rows of a table are text; name it .csv, .tsv or .txt, or name a column", wanted.path));
    }
    if (!peers.is_alone())
        throw usage_error(
            "is a table, and only one process can keep its rows; leave out the launcher, or name a column");
    table rows(std::move(input), given.table);
    const condition where(given.where, rows.layout().names);
    destination records(given.output.report_path());
    destination into(wanted.path, "-o");
    selection selected(on, where);
    const row_counts count = keep_rows(rows, where, selected, into);
    record row = record_on(on.device);
    row["rows"] = count.read;
    row["columns"] = rows.layout().names.size();
    row["where"] = given.where;
    row["kept"] = count.kept;
    row["output"] = wanted.path;
    reading_notes notes = rows.notes();
    notes.missing = count.missing;
    add_notes(row, notes);
    deliver_record(row, fmt::format("{}, on {}", name, on.device), format, records, warnings_of(notes));
    return exit_success;
}

int run(const compact_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    const library_on_device on = library_for(given.device, "compact");
    byte_input file = open_unpacked(given.file);
    const std::string name = file.name;
    if (given.table.columns.empty() && with_name(name, [&] { return is_table(file, given.how()); })) {
        return with_name(name, [&] { return run_rows(given, on, std::move(file), peers); });
    }
    const condition where(given.where);
    std::optional<element_stream> stream = given.stream_of(file, on.device, peers);
    const shared_elements input = stream ? shared_elements({}, peers) : given.open(std::move(file), peers);
    require_c_order(input);
    const stored_type stored = stream ? stream->stored() : input.stored();
    destination records(given.output.report_path());
    element_output into(given.output.results, stored, peers, input.column());
    selection selected(on, where);
    ladders::with_type(stored.type, [&](auto zero) {
        using T = decltype(zero);
        if (stream)
            with_name(name, [&] { compact_elements<T>(selected, *stream, into); });
        else
            compact_elements<T>(selected, input, into);
    });
    const std::uint64_t kept = peers.sum(into.elements());
    record row = record_on(on.device);
    row["elements"] = stream ? stream->elements() : input.elements();
    row["type"] = stored.name;
    row["where"] = given.where;
    row["kept"] = kept;
    row["output"] = given.output.results.path;
    add_notes(row, input.notes());
    into.finish({kept});
    deliver_record(row, fmt::format("{}, on {}", name, on.device), format, records, warnings_of(input.notes()));
    return exit_success;
}

}  // namespace

shared_action declare_compact(command_line& options) {
    const auto given = std::make_shared<compact_options>();
    declare_file(options, *given);
    options.require("--where", "CONDITION", given->where, "the condition, such as 'x > 0 && x < 10'");
    declare_results(options, given->output, "the elements kept: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.footer(
        "A condition is made of x (the element), i (its index, from 0), numbers, inf, nan, + - * / %, abs(a),\n"
        "sqrt(a), min(a, b, ...), max(a, b, ...), isnan(a), isfinite(a), == != < <= > >=, ! && || (or not, and,\n"
        "or) and parentheses, with C's precedence. / does\n"
        "not round; % has the sign of its left side. Elements are compared by value: an f32 as f64, a 64-bit\n"
        "integer without rounding.\n\n"
        "compact keeps whole rows of a table, and its header. The condition then uses the names of its columns ('price "
        "> 3 && qty < 10'; `unit price` in backquotes), i is the row's index. A quoted text behind == or\n"
        "!= is compared with the cells of a column as text: kind == \"rocky\", kind != 'rocky'.\n"
        "--column NAME keeps the elements of one column instead.\n\n"
        "The elements kept have the file's type, f16 and bool too. A text is i64 or u64 if that type holds all its "
        "numbers, else f64. compact refuses a text if f64 would round an integer. The file is read in pieces,\n"
        "so it may be larger than memory. Arrays of several dimensions are taken flat, in C order.\n\n"
        "With gpu and simt, the processor evaluates the condition and collects what the device has selected.\n\n"
        "Each of several processes holds its elements in a temporary file ($TMPDIR) until all have counted.");
    options.example("data.npy --where 'x > 0 && i % 2 == 0' -o kept.npy", "positive elements at even places");
    options.example("numbers.txt --where '!isnan(x)' -o -", "to standard output, as text");
    return [given](ranks& peers) { return run(*given, peers); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
