#include <data/calls/count.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

struct counted_bins {
    std::vector<std::uint64_t> counts;
    outside others = {};
};

/// Adds the elements to the counts.
void count(ladders::library& calls, element_type type, const void* elements, std::uint64_t size,
           const chosen_bins& chosen, counted_bins& into) {
    std::visit(
        [&]<class Edge>(const edged_bins<Edge>& bins) {
            const Edge range[] = {bins.low, bins.high};
            std::vector<std::uint64_t> counts(bins.count);
            outside others;
            calls.histogram(type, elements, size, {bins.count, range, bins.edges.empty() ? nullptr : bins.edges.data()},
                            counts.data(), others);
            into.counts.resize(bins.count);
            std::transform(counts.begin(), counts.end(), into.counts.begin(), into.counts.begin(), std::plus<>());
            into.others.below += others.below;
            into.others.above += others.above;
            into.others.nan += others.nan;
        },
        chosen);
}

/// Adds up what all ranks have counted.
void add_all(counted_bins& counted, const chosen_bins& chosen, ranks& peers) {
    if (peers.is_alone()) return;
    const std::uint64_t bins = std::visit([](const auto& of) { return of.count; }, chosen);
    counted.counts.resize(bins);
    const std::vector<std::uint64_t> all = peers.gather_arrays(counted.counts);
    std::fill(counted.counts.begin(), counted.counts.end(), 0);
    for (std::size_t i = 0; i < all.size(); ++i) counted.counts[i % bins] += all[i];
    for (std::uint64_t* const count : {&counted.others.below, &counted.others.above, &counted.others.nan}) {
        *count = peers.sum(*count);
    }
}

/// The edges of bins as numbers, and as records hold them.
template <class Edge>
std::vector<double> edges_of(const edged_bins<Edge>& bins, record& as_record) {
    std::vector<double> edges;
    const auto add = [&](auto edge) {
        edges.push_back(static_cast<double>(edge));
        as_record.push_back(value_record(edge));
    };
    if (!bins.edges.empty()) {
        for (const auto edge : bins.edges) add(edge);
    } else {
        for (std::uint64_t bin = 0; bin <= bins.count; ++bin) {
            const double low = static_cast<double>(bins.low), high = static_cast<double>(bins.high);
            if constexpr (std::is_integral_v<Edge>) {
                const auto first = static_cast<std::uint64_t>(bins.low);
                const std::uint64_t length = static_cast<std::uint64_t>(bins.high) - first;
                if (length % bins.count == 0 || std::max(std::abs(low), std::abs(high)) >= 0x1p53) {
                    // The least integer in the bin: f64 could not say the fraction below it.
                    const auto until =
                        (static_cast<binning::wide_unsigned>(length) * bin + bins.count - 1) / bins.count;
                    add(static_cast<Edge>(first + static_cast<std::uint64_t>(until)));
                    continue;
                }
            }
            const double share = static_cast<double>(bin) / static_cast<double>(bins.count);
            add(bin == bins.count ? high : low + (high - low) * share);
        }
    }
    return edges;
}

histogram described(const chosen_bins& bins, counted_bins counted, std::string channel, std::uint64_t elements) {
    histogram result{std::move(channel), elements, record::array(), {}, counted.others};
    const std::vector<double> edges = std::visit([&](const auto& of) { return edges_of(of, result.edges); }, bins);
    counted.counts.resize(edges.size() - 1);  // also of nothing
    for (std::size_t bin = 0; bin < counted.counts.size(); ++bin) {
        result.bars.push_back({edges[bin], edges[bin + 1], counted.counts[bin], bin});
    }
    return result;
}

}  // namespace

histogram count_elements(ladders::library& calls, const shared_elements& input, const chosen_bins& bins) {
    counted_bins counted;
    input.for_each_of_mine(1, [&](std::uint64_t, const void* data, std::uint64_t size) {
        count(calls, input.type(), data, size, bins, counted);
    });
    add_all(counted, bins, input.peers());
    return described(bins, std::move(counted), "", input.elements());
}

histogram count_elements(ladders::library& calls, element_stream& from, const chosen_bins& bins) {
    counted_bins counted;
    const std::uint64_t piece = piece_bytes / ladders::size_of(from.type());
    for_each_piece(from, piece, [&](std::uint64_t, const void* data, std::uint64_t size, bool) {
        count(calls, from.type(), data, size, bins, counted);
    });
    return described(bins, std::move(counted), "", from.elements());
}

text_histogram count_text(ladders::library& calls, byte_input& from, const bin_options& given) {
    struct of_type {
        element_type type;
        std::optional<chosen_bins> bins = {};
        std::string refused = {};  ///< why there are no such bins
        counted_bins counted = {};
    };
    of_type all[] = {{element_type::i64}, {element_type::u64}, {element_type::f64}};
    for (of_type& one : all) {
        try {
            one.bins = bins_of_type(given, one.type);
        } catch (const usage_error& error) {
            one.refused = error.what();
        }
    }
    text_numbers numbers;  // what they are
    std::uint64_t elements = 0;
    for_each_numbers(from, [&](text_numbers piece) {
        numbers.join(piece);
        elements += piece.words.size();
        const std::vector<std::uint64_t> reals = piece.reals();
        for (of_type& one : all) {  // words of u64 that are none do not count in the end
            const bool is_f64 = one.type == element_type::f64;
            if (!one.bins || (!is_f64 && piece.type() == element_type::f64)) continue;
            count(calls, one.type, is_f64 ? reals.data() : piece.words.data(), reals.size(), *one.bins, one.counted);
        }
    });
    of_type& found = *std::ranges::find(all, numbers.type(), &of_type::type);
    if (!found.bins) return {found.type, std::nullopt, found.refused};
    return {found.type, described(*found.bins, std::move(found.counted), "", elements), {}};
}

std::vector<histogram> count_channels(ladders::library& calls, const raster& image, const chosen_bins& bins) {
    constexpr std::string_view of_gray[] = {"gray", "alpha"}, of_colors[] = {"red", "green", "blue", "alpha"};
    const std::uint64_t pixels = image.rows * image.columns;
    std::vector<std::uint16_t> plane(pixels);  // room for either type
    std::vector<histogram> found;
    for (unsigned channel = 0; channel < image.channels; ++channel) {
        const auto pick = [&]<class T>(T) {
            const T* const samples = image.as<T>() + channel;
            T* const into = reinterpret_cast<T*>(plane.data());
            for (std::uint64_t i = 0; i < pixels; ++i) into[i] = samples[i * image.channels];
        };
        image.type == element_type::u8 ? pick(std::uint8_t{}) : pick(std::uint16_t{});
        counted_bins counted;
        count(calls, image.type, plane.data(), pixels, bins, counted);
        found.push_back(described(bins, std::move(counted),
                                  std::string(image.channels <= 2 ? of_gray[channel] : of_colors[channel]), pixels));
    }
    return found;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
