// strider scan FILE: prefix sums of a file, by the library.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <data/calls/wide.hpp>
#include <data/commands/commands.hpp>
#include <data/commands/file_options.hpp>
#include <data/readers/packed.hpp>
#include <data/writers/elements.hpp>
#include <data/writers/upright.hpp>
#include <lab/base/errors.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/type_names.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct scan_options : file_options {
    bool exclusive = false;
    std::string op = "sum";
};

record value_of(element_type type, const void* element) {
    return ladders::with_type(type,
                              [&](auto zero) { return value_record(*static_cast<const decltype(zero)*>(element)); });
}

/// Ranks share the elements by whole regions. What stands before those of a rank is the fold of the totals of the ranks
/// before it: these read their elements twice.
void skip_before(ladders::streamed_scan& scan, const shared_elements& input, const widening& how) {
    ranks& peers = input.peers();
    if (peers.is_alone()) return;
    const share mine = input.mine(scan.granularity());
    std::string totals;
    std::vector<std::uint64_t> values;
    const share needed{mine.first, mine.end == input.elements() ? mine.first : mine.end};  // the last ones by nobody
    input.for_each_piece(needed, scan.granularity(), [&](std::uint64_t, const void* data, std::uint64_t count) {
        values.resize(count);
        how.widen(data, count, values.data());
        totals += scan.totals(values.data(), count);
    });
    const std::vector<std::string> all = peers.gather(totals);
    for (int r = 0; r < peers.rank(); ++r) scan.skip(all[static_cast<std::size_t>(r)]);
}

/// Scans piece after piece and writes the results.
class written_scan {
public:
    written_scan(const widening& how, stored_type out_type, element_output& into)
        : how_(how), out_type_(out_type), into_(into) {}

    void take(ladders::streamed_scan& scan, const void* elements, std::uint64_t count) {
        values_.resize(count);
        how_.widen(elements, count, values_.data());
        scan.scan(values_.data(), count);
        out_.resize((count * ladders::size_of(out_type_.type) + 7) / 8);
        how_.narrow(values_.data(), count, out_type_, out_.data());
        into_.append(out_.data(), count);
    }
    /// The last result, in the lowest bytes of a word; empty where there is none.
    std::vector<std::uint64_t> last() const {
        std::vector<std::uint64_t> last;
        if (values_.empty()) return last;
        const std::size_t bytes = ladders::size_of(out_type_.type);
        std::memcpy(&last.emplace_back(), reinterpret_cast<const char*>(out_.data()) + (values_.size() - 1) * bytes,
                    bytes);
        return last;
    }

private:
    const widening& how_;
    stored_type out_type_;
    element_output& into_;
    std::vector<std::uint64_t> values_, out_;  // aligned for every type
};

/// The last result as a record.
record last_of(const std::vector<std::uint64_t>& last, stored_type type) {
    return last.empty() ? record() : value_of(type.type, &last.back());
}

/// Scans the elements and writes the results. Gives the last one.
record scan_elements(ladders::library& calls, const shared_elements& input, ladders::operation op, bool exclusive,
                     stored_type out_type, element_output& into) {
    // Every f32 is an f64, whose minimum and maximum it is; but sums are rounded.
    const element_type real = is_extreme(op) ? element_type::f64 : input.type();
    const widening how(input.type(), op, real);
    const auto scan = calls.scan(how.wide(), op, exclusive, input.elements());
    written_scan written(how, out_type, into);
    skip_before(*scan, input, how);
    if (!input.peers().is_alone()) into.start_at(input.mine(scan->granularity()).first);
    input.for_each_of_mine(scan->granularity(), [&](std::uint64_t, const void* data, std::uint64_t count) {
        written.take(*scan, data, count);
    });
    return last_of(input.peers().gather_arrays(written.last()), out_type);
}

/// More elements than a piece has: from then on the order does not go by how many there are.
constexpr std::uint64_t many = std::uint64_t{1} << 40;
constexpr bool is_one_order(std::size_t element_bytes) {
    const scan_order::tile_shape of_many(many, element_bytes);
    const std::uint64_t piece = of_many.tile * scan_order::group * scan_order::region;
    return scan_order::tile_shape(piece + 1, element_bytes).tile == of_many.tile;
}
static_assert(is_one_order(4) && is_one_order(8));

/// The same of what comes once.
record scan_stream(ladders::library& calls, element_stream& from, ladders::operation op, bool exclusive,
                   stored_type out_type, element_output& into) {
    const element_type real = is_extreme(op) ? element_type::f64 : from.type();
    const widening how(from.type(), op, real);
    const auto started = [&](std::uint64_t elements) {
        return calls.scan(how.wide(), op, exclusive, from.promised().value_or(elements));
    };
    std::unique_ptr<ladders::streamed_scan> scan;
    written_scan written(how, out_type, into);
    const std::uint64_t piece = started(many)->granularity();
    for_each_piece(from, piece, [&](std::uint64_t, void* data, std::uint64_t count, bool is_last) {
        if (!scan) scan = started(is_last ? count : many);
        written.take(*scan, data, count);
    });
    return last_of(written.last(), out_type);
}

int run(const scan_options& given, ranks& peers) {
    const output_format& format = format_of(given.output);
    const ladders::operation op = operation_named(given.op);
    const auto [device, calls] = library_for(given.device, "scan");
    byte_input file = open_unpacked(given.file);
    const std::string name = file.name;
    std::optional<element_stream> stream = given.stream_of(file, device, peers);
    const shared_elements input = stream ? shared_elements({}, peers) : given.open(std::move(file), peers);
    require_c_order(input);
    const stored_type stored = stream ? stream->stored() : input.stored();
    const stored_type type = is_extreme(op) ? stored : type_of_sums(stored.type, stored.type);

    record row = record_of("scan");
    row["device"] = device;
    row["elements"] = input.elements();
    row["type"] = stored.name;
    row["operator"] = ladders::name(op);
    row["exclusive"] = given.exclusive;
    row["output_type"] = type.name;
    destination records(given.output.report_path());
    element_output into(given.output.results, type, peers, input.column());
    try {
        const record last =
            stream ? with_name(name, [&] { return scan_stream(*calls, *stream, op, given.exclusive, type, into); })
                   : scan_elements(*calls, input, op, given.exclusive, type, into);
        const std::uint64_t elements = stream ? stream->elements() : input.elements();
        row["elements"] = elements;
        if (may_wrap(stored.type, op, elements)) row["overflow"] = "wraps";
        if (elements != 0) row["last"] = last;
    } catch (const std::bad_alloc&) {
        throw usage_error(
            fmt::format("{}: there is not enough memory to scan it at once, as {} does; --device cpu takes it in "
                        "pieces",
                        name, device));
    }
    row["output"] = given.output.results.path;
    add_notes(row, input.notes());
    into.finish({row["elements"].get<std::uint64_t>()});
    deliver_record(row, fmt::format("{}, on {}", name, device), format, records, warnings_of(input.notes()));
    return exit_success;
}

}  // namespace

shared_action declare_scan(command_line& options) {
    const auto given = std::make_shared<scan_options>();
    declare_file(options, *given);
    options.add_flag("--exclusive", given->exclusive, "result i covers only the elements before i");
    declare_operator(options, given->op);
    declare_results(options, given->output, "the results: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.footer(
        "The file is read in pieces, so it may be larger than memory. The results have the bits of the library's scan "
        "of the whole file (the canonical order of scans). Integers are summed and multiplied in 64 bits, i64 or u64, "
        "and may wrap; then the record says \"overflow\": \"wraps\". f16 is summed and multiplied as f32; minimum and "
        "maximum keep the file's type. Arrays of several dimensions are taken\n"
        "flat, in C order.\n\n"
        "gpu and simt hold all of the file in memory for sums and products of floating-point numbers.\n\n"
        "Several processes share whole regions of the order, of up to 60 MiB of values, and read\n"
        "them twice: for their totals, and for the results.");
    options.example("data.npy -o sums.npy", "sums of all elements up to each");
    options.example("numbers.txt --exclusive --operator max -o -", "what came before, as text");
    return [given](ranks& peers) { return run(*given, peers); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
