#include <data/calls/nan.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <data/calls/wide.hpp>

namespace strider::lab {
namespace {

/// Calls use(first, values, count) for pieces of elements of a floating-point type, and never for integers.
template <class Use>
void for_each_real(const shared_elements& input, share rank_share, Use use) {
    const auto pieces = [&]<class T>(T) {
        input.for_each_piece(rank_share, 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
            use(first, static_cast<const T*>(data), count);
        });
    };
    if (input.type() == ladders::element_type::f32) pieces(float{});
    if (input.type() == ladders::element_type::f64) pieces(double{});
}

share all_of(const shared_elements& input) { return {0, input.elements()}; }

}  // namespace

std::uint64_t count_nan(const shared_elements& input) {
    std::uint64_t found = 0;
    for_each_real(input, input.mine(), [&](std::uint64_t, const auto* values, std::uint64_t count) {
        found +=
            static_cast<std::uint64_t>(std::count_if(values, values + count, [](auto one) { return is_nan(one); }));
    });
    return input.peers().sum(found);
}

std::optional<shared_elements> without_nan(const shared_elements& input) {
    require_c_order(input);
    if (!is_real(input.type())) return std::nullopt;
    byte_input kept = temporary_input(input.name());
    const std::uint64_t size = ladders::size_of(input.type());
    for_each_real(input, all_of(input), [&]<class T>(std::uint64_t, const T* values, std::uint64_t count) {
        std::vector<T> numbers;
        std::copy_if(values, values + count, std::back_inserter(numbers), [](T one) { return !is_nan(one); });
        append(kept, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * size});
    });
    if (kept.size == input.elements() * size) return std::nullopt;
    return shared_elements(element_input::open_raw(std::move(kept), input.type()), input.peers());
}

std::uint64_t index_with_nan(const shared_elements& input, std::uint64_t index) {
    std::uint64_t before = 0, found = 0;  // numbers in the pieces before
    for_each_real(input, all_of(input), [&](std::uint64_t first, const auto* values, std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) {
            if (is_nan(values[i])) continue;
            if (before++ == index) found = first + i;
        }
    });
    return found;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
