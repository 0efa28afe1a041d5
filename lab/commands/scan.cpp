// strider scan FILE: prefix sums of a file, by the library.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <lab/commands.hpp>
#include <lab/host.hpp>
#include <lab/output/elements.hpp>
#include <lab/output/upright.hpp>
#include <lab/readers/pieces.hpp>
#include <strider/scan.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct scan_options : file_options {
    bool exclusive = false;
    std::string op = "plus";
};

template <class Operator>
constexpr bool is_extreme = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;

/// What the results are: minima and maxima of the elements' type; sums and products of integers in 64 bits.
template <class T, class Operator>
using result_of = std::conditional_t<is_extreme<Operator> || std::is_floating_point_v<T>, T,
                                     std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

/// What they are computed in: fewer types, of the same results. (Sums and products modulo 2^64 have no sign, and every
/// f32 is an f64.)
template <class T, class Operator>
using wide_of =
    std::conditional_t<is_extreme<Operator>,
                       std::conditional_t<std::is_floating_point_v<T>, double,
                                          std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>,
                       std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>>;

/// The scan of the whole file, fed in pieces of whole regions of its canonical order: the bits are those of the
/// library's scan of all elements at once.
template <class Policy, class Operator, class T>
class streamed_scan {
public:
    streamed_scan(Policy policy, std::uint64_t elements, bool exclusive, T identity)
        : policy_(policy), cut_(elements, sizeof(T)), exclusive_(exclusive), left_(identity) {
        if (exclusive && !is_exact) before_ = identity;
    }

    std::uint64_t granularity() const { return cut_.tile * scan_order::group * scan_order::region; }

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

    template <bool Exclusive>
    void scan_piece(T* values, std::uint64_t count) {
        const contiguous<T> source{values};
        before_ = scan_regions<Exclusive>(policy_, source, cut_.piece(count), values, Operator{}, before_);
    }

    Policy policy_;
    scan_order::tiling cut_;
    bool exclusive_;
    T left_;  ///< the result before the next element, where nothing is rounded
    std::optional<T> before_;
};

/// Scans elements of type T and writes the results. Gives the last one.
template <class T, class Policy, class Operator>
record scan_elements(Policy policy, const element_input& input, Operator, bool exclusive, element_output& into,
                     progress& said) {
    using Wide = wide_of<T, Operator>;
    using Out = result_of<T, Operator>;
    streamed_scan<Policy, Operator, Wide> scan(policy, input.elements(), exclusive,
                                               static_cast<Wide>(identity<Operator, T>::value));
    std::vector<Wide> wide;
    std::vector<Out> out;
    for_each_piece(input, scan.granularity(), [&](std::uint64_t first, const void* data, std::uint64_t count) {
        said.say(fmt::format("{:.0f}%", 100.0 * static_cast<double>(first) / static_cast<double>(input.elements())));
        const T* const values = static_cast<const T*>(data);
        wide.assign(values, values + count);
        scan.scan(wide.data(), count);
        if constexpr (std::is_same_v<Wide, Out>) {
            into.append(wide.data(), count);
        } else {
            out.resize(count);
            std::transform(wide.begin(), wide.end(), out.begin(), [](Wide value) { return static_cast<Out>(value); });
            into.append(out.data(), count);
        }
    });
    return wide.empty() ? record() : value_record(static_cast<Out>(wide.back()));
}

template <class T>
element_type type_of_sums() {
    return std::is_floating_point_v<T> ? (sizeof(T) == 4 ? element_type::f32 : element_type::f64)
           : std::is_signed_v<T>       ? element_type::i64
                                       : element_type::u64;
}

int run(const scan_options& given) {
    const output_format& format = format_named(given.output.format);
    const std::string_view device = host_device(given.device);
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
        ladders::with_type(input.type(), [&](auto zero) {
            using T = decltype(zero);
            const element_type out_type = is_extreme<decltype(op)> ? input.type() : type_of_sums<T>();
            one["output_type"] = ladders::name(out_type);
            destination records(given.output.file);
            element_output into(given.into, out_type);
            record last;
            {
                progress said;
                last = with_policy(device, [&](auto policy) {
                    return scan_elements<T>(policy, input, op, given.exclusive, into, said);
                });
            }
            if (input.elements() != 0) one["last"] = last;
            one["output"] = given.into;
            into.finish({input.elements()});
            deliver_record(one, fmt::format("{}, on {}", input.name(), device), format, records);
        });
    });
    return exit_success;
}

}  // namespace

action declare_scan(CLI::App& options) {
    const auto given = std::make_shared<scan_options>();
    declare_file(options, *given);
    options.add_flag("--exclusive", given->exclusive, "result i is that of the elements before i alone");
    declare_operator(options, given->op);
    declare_into(options, given->into, "the results: .npy, .bin or .raw (binary), .txt or .csv (text)");
    options.get_option("-o")->required();
    options.footer(
        "The file is read in pieces, so it may be larger than memory; the bits are those of the library's scan of all "
        "of\n"
        "it at once (the canonical order of scans). Integers are summed and multiplied in 64 bits, i64 or u64, and "
        "wrap;\n"
        "minimum and maximum keep the type; f16 is scanned as f32. Arrays of several dimensions are taken flat, in C "
        "order.");
    return [given] { return run(*given); };
}

}  // namespace strider::lab
