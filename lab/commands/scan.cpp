// strider scan FILE: prefix sums of a file, by the library.
#include <fmt/format.h>

#include <memory>
#include <new>
#include <vector>

#include <lab/commands.hpp>
#include <lab/library/wide.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/upright.hpp>
#include <lab/readers/pieces.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct scan_options : file_options {
    bool exclusive = false;
    std::string op = "sum";
};

record last_of(element_type type, const void* elements, std::uint64_t count) {
    return ladders::with_type(
        type, [&](auto zero) { return value_record(static_cast<const decltype(zero)*>(elements)[count - 1]); });
}

/// Scans the elements and writes the results. Gives the last one.
record scan_elements(ladders::library& calls, const element_input& input, ladders::operation op, bool exclusive,
                     stored_type out_type, element_output& into) {
    // Every f32 is an f64, whose minimum and maximum it is; but sums are rounded.
    const element_type real = is_extreme(op) ? element_type::f64 : input.type();
    const widening how(input.type(), op, real);
    progress said;
    const auto scan = calls.scan(how.wide(), op, exclusive, input.elements());
    std::vector<std::uint64_t> values, out;  // aligned for every type
    for_each_piece(input, scan->granularity(), [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say_share(first, input.elements());
        values.resize(count);
        how.widen(data, count, values.data());
        scan->scan(values.data(), count);
        out.resize((count * ladders::size_of(out_type.type) + 7) / 8);
        how.narrow(values.data(), count, out_type, out.data());
        into.append(out.data(), count);
    });
    return values.empty() ? record() : last_of(out_type.type, out.data(), values.size());
}

int run(const scan_options& given) {
    const output_format& format = format_of(given.output);
    const ladders::operation op = operation_named(given.op);
    const auto [device, calls] = library_for(given.device, "scan");
    const element_input input = element_input::open(given.file, given.raw_type());
    require_c_order(input);
    const stored_type type = is_extreme(op) ? input.stored() : type_of_sums(input.type(), input.type());

    record one;
    one["schema"] = record_schema;
    one["command"] = "scan";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.stored().name;
    one["operator"] = ladders::name(op);
    one["exclusive"] = given.exclusive;
    one["output_type"] = type.name;
    if (may_wrap(input.type(), op, input.elements())) one["overflow"] = "wraps";
    destination records(given.output.report_path());
    element_output into(given.output.results, type);
    try {
        const record last = scan_elements(*calls, input, op, given.exclusive, type, into);
        if (input.elements() != 0) one["last"] = last;
    } catch (const std::bad_alloc&) {
        throw usage_error(
            fmt::format("{}: there is not enough memory to scan it at once, as {} does; --device cpu takes it in "
                        "pieces",
                        input.name(), device));
    }
    one["output"] = given.output.results.path;
    into.finish({input.elements()});
    deliver_record(one, fmt::format("{}, on {}", input.name(), device), format, records);
    return exit_success;
}

}  // namespace

action declare_scan(command_line& options) {
    const auto given = std::make_shared<scan_options>();
    declare_file(options, *given);
    options.add_flag("--exclusive", given->exclusive, "result i is that of the elements before i alone");
    declare_operator(options, given->op);
    declare_results(options, given->output, "the results: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.footer(
        "The file is read in pieces, so it may be larger than memory; the bits are those of the library's scan\n"
        "of all of it at once (the canonical order of scans). Integers are summed and multiplied in 64 bits,\n"
        "i64 or u64, and wrap (the record says \"overflow\": \"wraps\" where they may); f16 is summed and\n"
        "multiplied as f32; minimum and maximum keep the file's type. Arrays of several dimensions are taken\n"
        "flat, in C order.\n"
        "gpu and simt hold all of the file in memory for sums and products of floating-point numbers.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
