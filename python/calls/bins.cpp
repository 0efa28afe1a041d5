// Histograms.
#include <vector>

#include <python/calls/typed.hpp>
#include <strider/histogram.hpp>

namespace strider::python {
namespace {

/// What samples of type T are counted as: a value is in the same bin whatever its type, so kernels are compiled for
/// few.
template <class T>
using counted_as =
    std::conditional_t<sizeof(T) == 8 || std::is_floating_point_v<T> || std::is_same_v<T, std::uint8_t>, T,
                       std::conditional_t<std::is_same_v<T, std::uint32_t>, std::int64_t, std::int32_t>>;

template <class Policy, class T>
outside count(const Policy& policy, std::span<const T> samples, const bins_in_memory& bins, std::uint64_t* counts) {
    using edge = edge_of<T>;
    const std::span to(counts, bins.count);
    if (bins.edges) {
        return strider::histogram(policy, samples, std::span(static_cast<const edge*>(bins.edges), bins.count + 1), to);
    }
    const edge* const range = static_cast<const edge*>(bins.range);
    return strider::histogram(policy, samples, even_bins<edge>{bins.count, range[0], range[1]}, to);
}

}  // namespace

template <class Policy>
void add_bins(calls& to) {
    to.histogram = [](void* stream, element_type type, const items& samples, const bins_in_memory& bins,
                      std::uint64_t* counts, outside& others) {
        with_type(type, [&]<class T>(T) {
            const Policy policy = policy_of<Policy>(stream);
            const std::span from = span_of<T>(samples);
            if constexpr (std::is_same_v<counted_as<T>, T>) {
                others = count(policy, from, bins, counts);
            } else if constexpr (on_host<Policy>) {
                const std::vector<counted_as<T>> wide(from.begin(), from.end());
                others = count(policy, std::span(wide), bins, counts);
            } else {
                throw std::logic_error("histogram: give samples of a type that kernels count");
            }
        });
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_bins);
// SPDX-License-Identifier: Apache-2.0
