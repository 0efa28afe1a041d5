// Scans.
#include <python/calls/typed.hpp>
#include <strider/scan.hpp>

namespace strider::python {
namespace {

/// Where nothing is rounded, the exclusive scan is the inclusive one, one element further.
template <class T, class Operator>
inline constexpr bool rounds =
    std::is_floating_point_v<T> && (std::is_same_v<Operator, plus> || std::is_same_v<Operator, multiplies>);

template <class Policy, class T, class Operator>
void scan(const Policy& policy, bool exclusive, std::span<const T> from, std::span<T> to, Operator combine) {
    if (!exclusive) {
        inclusive_scan(policy, from, to, combine);
    } else if constexpr (rounds<T, Operator>) {
        exclusive_scan(policy, from, to, combine);
    } else {
        throw std::logic_error("scan: where nothing is rounded, move the inclusive one by one element");
    }
}

}  // namespace

template <class Policy>
void add_scans(calls& to) {
    to.scan = [](void* stream, element_type type, operation op, bool exclusive, const items& values, void* results) {
        const auto run = [&]<class T>(T, auto combine) {
            scan(policy_of<Policy>(stream), exclusive, span_of<T>(values), span_of<T>(results, values.count), combine);
        };
        if (type == element_type::f32) {
            return op == operation::sum ? run(float{}, plus{}) : run(float{}, multiplies{});
        }
        with_operator(op, [&](auto combine) {
            type == element_type::f64 ? run(double{}, combine) : run(std::int64_t{}, combine);
        });
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_scans);
// SPDX-License-Identifier: Apache-2.0
