// strider compact FILE --where CONDITION: the elements for which it holds, in their order.
#include <fmt/format.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <memory>
#include <vector>

#include <lab/commands.hpp>
#include <lab/host.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/upright.hpp>
#include <lab/readers/expression.hpp>
#include <lab/readers/pieces.hpp>

namespace strider::lab {
namespace {

struct compact_options : file_options {
    std::string where;
};

/// keep[k] = whether the condition holds for the element values[k] with index first + k.
template <class T>
void evaluate(serial, const condition& where, const T* values, std::uint64_t first, std::uint64_t count,
              std::uint8_t* keep) {
    where.evaluate(values, first, count, keep);
}
template <class T>
void evaluate(cpu, const condition& where, const T* values, std::uint64_t first, std::uint64_t count,
              std::uint8_t* keep) {
    constexpr std::uint64_t grain = 1 << 15;
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, grain), [&](const auto& part) {
        where.evaluate(values + part.begin(), first + part.begin(), part.size(), keep + part.begin());
    });
}

/// The elements with keep[k] == 1, in their order, to the front of `into`, which has room for all. Gives their number.
template <class Policy, class T>
std::uint64_t compact_marked(Policy, const T* values, const std::uint8_t* keep, std::uint64_t count, T* into) {
    std::uint64_t kept = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        into[kept] = values[k];
        kept += keep[k];
    }
    return kept;
}

template <class T, class Policy>
void compact_elements(Policy policy, const element_input& input, const condition& where, element_output& into,
                      progress& said) {
    std::vector<std::uint8_t> keep;
    std::vector<T> kept;
    for_each_piece(input, 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say(fmt::format("{:.0f}%", 100.0 * static_cast<double>(first) / static_cast<double>(input.elements())));
        const T* const values = static_cast<const T*>(data);
        keep.resize(count);
        kept.resize(count);
        evaluate(policy, where, values, first, count, keep.data());
        into.append(kept.data(), compact_marked(policy, values, keep.data(), count, kept.data()));
    });
}

int run(const compact_options& given) {
    const output_format& format = format_named(given.output.format);
    const std::string_view device = host_device(given.device);
    const condition where(given.where);
    const element_input input = element_input::open(given.file, given.raw_type());
    require_c_order(input);
    destination records(given.output.file);
    element_output into(given.into, input.type());
    {
        progress said;
        ladders::with_type(input.type(), [&](auto zero) {
            with_policy(device,
                        [&](auto policy) { compact_elements<decltype(zero)>(policy, input, where, into, said); });
        });
    }
    record one;
    one["schema"] = record_schema;
    one["command"] = "compact";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.type_name();
    one["where"] = given.where;
    one["kept"] = into.elements();
    one["output"] = given.into;
    into.finish({into.elements()});
    deliver_record(one, fmt::format("{}, on {}", input.name(), device), format, records);
    return exit_success;
}

}  // namespace

action declare_compact(CLI::App& options) {
    const auto given = std::make_shared<compact_options>();
    declare_file(options, *given);
    options.add_option("--where", given->where, "the condition, such as 'x > 0 && x < 10'")
        ->type_name("CONDITION")
        ->required();
    declare_into(options, given->into, "the elements kept: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.get_option("-o")->required();
    options.footer(
        "A condition is made of x (the element), i (its index, from 0), numbers, + - * / %, abs(a), min(a, b, ...),\n"
        "max(a, b, ...), isnan(a), == != < <= > >=, ! && || and parentheses, with C's precedence. / does not round; % "
        "has\n"
        "the sign of its left side. Elements are compared by value: an f32 as f64, a 64-bit integer without rounding. "
        "The\n"
        "file is read in pieces, so it may be larger than memory. Arrays of several dimensions are taken flat, in C "
        "order.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
