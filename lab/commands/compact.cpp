// strider compact FILE --where CONDITION: the elements for which it holds, in their order.
#include <fmt/format.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include <lab/commands.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/upright.hpp>
#include <lab/policies.hpp>
#include <lab/readers/expression.hpp>
#include <lab/readers/pieces.hpp>
#include <strider/compact.hpp>
#include <strider/gather.hpp>

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

/// In a module, what conditions are and what indices name stays on the processor; places are compacted there.
template <class T>
void evaluate(const module_policy&, const condition& where, const T* values, std::uint64_t first, std::uint64_t count,
              std::uint8_t* keep) {
    evaluate(cpu{}, where, values, first, count, keep);
}
template <class Keep>
std::uint64_t compact(const module_policy& on, std::span<const std::uint32_t> places, std::vector<std::uint32_t>& kept,
                      const Keep& keep) {
    std::vector<std::uint32_t> marked(places.size());
    std::transform(places.begin(), places.end(), marked.begin(),
                   [&](std::uint32_t place) { return keep(place) ? place : no_place; });
    return compact_places(on, marked, kept);
}
template <class T>
void gather(const module_policy&, std::span<const T> values, std::span<const std::uint32_t> places,
            std::vector<T>& into) {
    gather(cpu{}, values, places, into);
}

/// Selects elements block after block. A condition may look at an element's index: so places are compacted, and what
/// stands there is gathered.
template <class Policy>
class selection {
public:
    static constexpr std::uint64_t most = std::uint64_t{1} << 20;  ///< elements in a block
    static_assert(most <= most_places);

    selection(Policy policy, const condition& where) : policy_(policy), where_(where), places_(most), kept_(most) {
        std::iota(places_.begin(), places_.end(), std::uint32_t{0});
    }

    /// The elements of a block that the condition holds for, in their order, to `into`; values[0] has index `first`.
    template <class T>
    void select(std::span<const T> values, std::uint64_t first, std::vector<T>& into) {
        keep_.resize(values.size());
        evaluate(policy_, where_, values.data(), first, values.size(), keep_.data());
        const std::uint64_t count =
            compact(policy_, std::span<const std::uint32_t>(places_).first(values.size()), kept_,
                    [keep = keep_.data()](std::uint32_t place) { return keep[place] != 0; });
        into.resize(count);
        gather(policy_, values, std::span<const std::uint32_t>(kept_).first(count), into);
    }

private:
    Policy policy_;
    const condition& where_;
    std::vector<std::uint8_t> keep_;
    std::vector<std::uint32_t> places_;  ///< 0, 1, 2, ...
    std::vector<std::uint32_t> kept_;
};

template <class T, class Policy>
void compact_elements(Policy policy, const element_input& input, const condition& where, element_output& into,
                      progress& said) {
    selection<Policy> selected(policy, where);
    std::vector<T> kept;
    for_each_piece(input, 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say_share(first, input.elements());
        const std::span piece(static_cast<const T*>(data), count);
        for (std::uint64_t begin = 0; begin < count; begin += selected.most) {
            selected.select(piece.subspan(begin, std::min(selected.most, count - begin)), first + begin, kept);
            into.append(kept.data(), kept.size());
        }
    });
}

int run(const compact_options& given) {
    const output_format& format = format_named(given.output.format);
    const std::string_view device = file_device(given.device);
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

action declare_compact(command_line& options) {
    const auto given = std::make_shared<compact_options>();
    declare_file(options, *given);
    options.require("--where", "CONDITION", given->where, "the condition, such as 'x > 0 && x < 10'");
    options.require("-o", "OUT", given->into, "the elements kept: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.footer(
        "A condition is made of x (the element), i (its index, from 0), numbers, + - * / %, abs(a), min(a, b, ...),\n"
        "max(a, b, ...), isnan(a), == != < <= > >=, ! && || and parentheses, with C's precedence. / does not round; % "
        "has\n"
        "the sign of its left side. Elements are compared by value: an f32 as f64, a 64-bit integer without rounding. "
        "The\n"
        "file is read in pieces, so it may be larger than memory. Arrays of several dimensions are taken flat, in C "
        "order.\n"
        "With gpu and simt, the processor evaluates the condition and collects what the device has selected.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
