// The library's calls of "histogram".
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <ladders/library_memory.hpp>
#include <strider/histogram.hpp>

namespace strider::ladders::histogram {

/// What samples of type T are counted as: a value is in the same bin whatever its type, so kernels are compiled for
/// few.
template <class T>
using counted_as =
    std::conditional_t<sizeof(T) == 8 || std::is_floating_point_v<T> || std::is_same_v<T, std::uint8_t>, T,
                       std::conditional_t<std::is_same_v<T, std::uint32_t>, std::int64_t, std::int32_t>>;

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void histogram(element_type type, const void* samples, std::uint64_t elements, const bins_in_memory& bins,
                   std::uint64_t* counts, outside& others) override {
        with_type(type, [&]<class T>(T) {
            const T* const from = static_cast<const T*>(samples);
            if constexpr (std::is_same_v<counted_as<T>, T>) {
                others = count<T>({from, elements}, bins, counts);
            } else if (this->on_device_) {
                throw std::logic_error("histogram: give samples of a type that kernels count");
            } else {
                others = count<counted_as<T>>(std::vector<counted_as<T>>(from, from + elements), bins, counts);
            }
        });
    }

private:
    template <class T>
    outside count(std::span<const T> samples, const bins_in_memory& bins, std::uint64_t* counts) {
        using edge = edge_of<T>;
        auto memory = this->memory();
        const std::span from(memory.read(samples.data(), samples.size()), samples.size());
        const std::span to(memory.write(counts, bins.count), bins.count);
        outside others;
        if (bins.edges) {
            const std::uint64_t edges = bins.count + 1;
            others = strider::histogram(this->policy_, from,
                                        std::span(memory.read(static_cast<const edge*>(bins.edges), edges), edges), to);
        } else {
            const edge* const range = static_cast<const edge*>(bins.range);
            others =
                strider::histogram(this->policy_, from, strider::even_bins<edge>{bins.count, range[0], range[1]}, to);
        }
        memory.finish();
        return others;
    }
};

}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
