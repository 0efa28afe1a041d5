#include <data/calls/summarize.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace strider::lab {
namespace {

/// Whether two elements are the same extreme: the same bits, or both NaN.
template <class T>
bool same_extreme(T a, T b) {
    if (a != a) return b != b;
    return std::memcmp(&a, &b, sizeof a) == 0;
}

std::uint64_t least_of(const std::vector<std::uint64_t>& all) { return *std::min_element(all.begin(), all.end()); }

/// Of an array in Fortran order: where, in C order, its extremes stand first. The elements that come first in the file
/// need not come first in C order, so this takes a second look at all of them.
void locate_in_c_order(const shared_elements& input, ladders::summary& totals) {
    ladders::with_type(input.type(), [&](auto zero) {
        using T = decltype(zero);
        T least, greatest;
        std::memcpy(&least, totals.minimum, sizeof least);
        std::memcpy(&greatest, totals.maximum, sizeof greatest);
        std::uint64_t first_least = input.c_index(totals.argmin), first_greatest = input.c_index(totals.argmax);
        input.for_each_piece(input.mine(), 1, [&](std::uint64_t first, const void* data, std::uint64_t count) {
            const T* const values = static_cast<const T*>(data);
            for (std::uint64_t i = 0; i < count; ++i) {
                if (same_extreme(values[i], least)) first_least = std::min(first_least, input.c_index(first + i));
                if (same_extreme(values[i], greatest))
                    first_greatest = std::min(first_greatest, input.c_index(first + i));
            }
        });
        totals.argmin = least_of(input.peers().gather_values(first_least));
        totals.argmax = least_of(input.peers().gather_values(first_greatest));
    });
}

/// The summary of values of `type`, which `as` makes of each piece of the elements.
template <class As>
ladders::summary summary_of(ladders::library& calls, ladders::element_type type, const shared_elements& input, As as) {
    ranks& peers = input.peers();
    const auto stream = calls.summarize(type, input.elements());
    if (!peers.is_alone()) stream->start_at(input.mine(stream->granularity()).first);
    input.for_each_of_mine(stream->granularity(), [&](std::uint64_t, const void* data, std::uint64_t count) {
        stream->add(as(data, count), count);
    });
    if (!peers.is_alone()) {
        const std::vector<std::string> partials = peers.gather(stream->partials());
        for (int r = 0; r < peers.size(); ++r) {
            if (r != peers.rank()) stream->take(partials[static_cast<std::size_t>(r)]);
        }
    }
    return stream->finish();
}

}  // namespace

ladders::summary summarize(ladders::library& calls, const shared_elements& input) {
    if (input.elements() == 0) return {};
    ladders::summary totals =
        summary_of(calls, input.type(), input, [](const void* elements, std::uint64_t) { return elements; });
    if (input.reordered()) locate_in_c_order(input, totals);
    return totals;
}

double squared_deviations(ladders::library& calls, const shared_elements& input, double mean) {
    std::vector<double> squares;
    const auto squared = [&](const void* elements, std::uint64_t count) -> const void* {
        squares.resize(count);
        ladders::with_type(input.type(), [&](auto zero) {
            const auto* const values = static_cast<const decltype(zero)*>(elements);
            for (std::uint64_t i = 0; i < count; ++i) {
                const double deviation = static_cast<double>(values[i]) - mean;
                squares[i] = deviation * deviation;
            }
        });
        return squares.data();
    };
    return summary_of(calls, ladders::element_type::f64, input, squared).sum_f64;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
