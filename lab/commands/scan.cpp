// strider scan FILE: prefix sums of a file, by the library.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <lab/commands.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/upright.hpp>
#include <lab/policies.hpp>
#include <lab/readers/pieces.hpp>
#include <lab/wide.hpp>
#include <strider/scan.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct scan_options : file_options {
    bool exclusive = false;
    std::string op = "plus";
};

/// The scan of the whole file, fed in pieces of whole regions of its canonical order: the bits are those of the
/// library's scan of all elements at once. A module has that call alone: it is fed in pieces where nothing is rounded,
/// and else gets all elements.
template <class Policy, class Operator, class T>
class streamed_scan {
public:
    streamed_scan(Policy policy, std::uint64_t elements, bool exclusive)
        : policy_(policy), cut_(elements, sizeof(T)), exclusive_(exclusive) {
        if (exclusive && !is_exact) before_ = left_;
    }

    std::uint64_t granularity() const {
        if (in_module) return is_exact ? 1 : std::max<std::uint64_t>(1, cut_.elements);
        return cut_.tile * scan_order::group * scan_order::region;
    }

    /// The next `count` values become their results.
    void scan(T* values, std::uint64_t count) {
        if constexpr (!is_exact) {
            if (exclusive_) return scan_piece<true>(values, count);
        }
        scan_piece<false>(values, count);
        if (is_exact && exclusive_) {
            for (std::uint64_t at = 0; at < count; ++at) std::swap(left_, values[at]);
        }
    }

private:
    /// Where nothing is rounded, the exclusive scan is the inclusive one, one element further.
    static constexpr bool is_exact = std::is_integral_v<T> || is_extreme<Operator>;
    static constexpr bool in_module = std::is_same_v<Policy, module_policy>;

    template <bool Exclusive>
    void scan_piece(T* values, std::uint64_t count) {
        if constexpr (in_module) {
            if (is_exact && before_) values[0] = Operator{}(*before_, values[0]);
            scan_values(policy_, type_of<T>(), operation_of(Operator{}), Exclusive, values, count);
            before_ = values[count - 1];
        } else {
            const contiguous<T> source{values};
            before_ = scan_regions<Exclusive>(policy_, source, cut_.piece(count), values, Operator{}, before_);
        }
    }

    Policy policy_;
    scan_order::tiling cut_;
    bool exclusive_;
    T left_ = identity<Operator, T>::value;  ///< the result before the next element, where nothing is rounded
    std::optional<T> before_;
};

record last_of(element_type type, const void* elements, std::uint64_t count) {
    return ladders::with_type(
        type, [&](auto zero) { return value_record(static_cast<const decltype(zero)*>(elements)[count - 1]); });
}

/// Scans the elements as values of type Wide and writes the results. Gives the last one.
template <class Wide, class Policy, class Operator>
record scan_elements(Policy policy, const element_input& input, Operator, bool exclusive, element_type out_type,
                     element_output& into, progress& said) {
    streamed_scan<Policy, Operator, Wide> scan(policy, input.elements(), exclusive);
    const widening how(input.type(), is_extreme<Operator>);
    std::vector<Wide> values;
    std::vector<std::uint64_t> out;  // aligned for every type
    for_each_piece(input, scan.granularity(), [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say_share(first, input.elements());
        values.resize(count);
        how.widen(data, count, values.data());
        scan.scan(values.data(), count);
        out.resize((count * ladders::size_of(out_type) + 7) / 8);
        how.narrow(values.data(), count, out_type, out.data());
        into.append(out.data(), count);
    });
    return values.empty() ? record() : last_of(out_type, out.data(), values.size());
}

/// Calls `function(Wide{})` with the type that the elements are scanned in: every f32 is an f64, whose minimum and
/// maximum it is, but sums are rounded.
template <class Operator, class Function>
record with_wide_type(element_type type, Function function) {
    if (!is_real(type)) return function(std::uint64_t{});
    if constexpr (!is_extreme<Operator>) {
        if (type == element_type::f32) return function(float{});
    }
    return function(double{});
}

int run(const scan_options& given) {
    const output_format& format = format_named(given.output.format);
    const std::string_view device = file_device(given.device);
    const element_input input = element_input::open(given.file, given.raw_type());
    require_c_order(input);

    record one;
    one["schema"] = record_schema;
    one["command"] = "scan";
    one["device"] = device;
    one["elements"] = input.elements();
    one["type"] = input.type_name();
    one["operator"] = given.op;
    one["exclusive"] = given.exclusive;
    with_operator(given.op, [&](auto op) {
        using Operator = decltype(op);
        const element_type type = is_extreme<Operator> ? input.type() : type_of_sums(input.type(), input.type());
        one["output_type"] = ladders::name(type);
        destination records(given.output.file);
        element_output into(given.into, type);
        record last;
        try {
            progress said;
            last = with_wide_type<Operator>(input.type(), [&](auto zero) {
                return with_policy(device, [&](auto policy) {
                    return scan_elements<decltype(zero)>(policy, input, op, given.exclusive, type, into, said);
                });
            });
        } catch (const std::bad_alloc&) {
            throw usage_error(
                fmt::format("{}: there is not enough memory to scan it at once, as {} does; --device cpu "
                            "takes it in pieces",
                            input.name(), device));
        }
        if (input.elements() != 0) one["last"] = last;
        one["output"] = given.into;
        into.finish({input.elements()});
        deliver_record(one, fmt::format("{}, on {}", input.name(), device), format, records);
    });
    return exit_success;
}

}  // namespace

action declare_scan(command_line& options) {
    const auto given = std::make_shared<scan_options>();
    declare_file(options, *given);
    options.add_flag("--exclusive", given->exclusive, "result i is that of the elements before i alone");
    declare_operator(options, given->op);
    options.require("-o", "OUT", given->into, "the results: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.footer(
        "The file is read in pieces, so it may be larger than memory; the bits are those of the library's scan of all "
        "of\n"
        "it at once (the canonical order of scans). Integers are summed and multiplied in 64 bits, i64 or u64, and "
        "wrap;\n"
        "minimum and maximum keep the type; f16 is scanned as f32. Arrays of several dimensions are taken flat, in C "
        "order.\n"
        "gpu and simt hold all of the file in memory for sums and products of floating-point numbers.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
