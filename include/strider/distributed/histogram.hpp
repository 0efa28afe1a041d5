// Histograms over several ranks (distributed/policy.hpp): the calls of strider/histogram.hpp. Each rank gives its part
// of the samples, in whole pixels of all channels. Every rank gets the counts or sums of all ranks' samples, and how
// many of them are in no bin. Sums of floating-point weights have the bits of one call on all weights: their quantum
// comes from the number and greatest magnitude of the weights of all ranks.
//
// Bins must be the same on all ranks: std::invalid_argument otherwise. The host reads given edges to compare them.
// Outputs are not written if any rank's arguments are wrong. All calls wait, the `_into` calls too.
//
// Each rank makes a histogram of its own. If all of these fit the room of the ranks' meeting (256 KiB in all on a GPU,
// 16 KiB on the host: 256 bins of 64 bits for 120 GPUs), one exchange brings every rank all of them. Otherwise there
// are two meetings and three exchanges: each rank adds up an even share of the bins, and then all gather the shares, so
// that a rank sends and receives about twice the bytes of one histogram. Scratch is then two histograms. Floating-point
// weights take one reduction before (distributed/reduce.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <strider/distributed/calls.hpp>
#include <strider/distributed/reduce.hpp>
#include <strider/histogram.hpp>
#include <strider/pattern/weights.hpp>

namespace strider {

namespace detail {

/// The sum of cell i of the ranks' histograms, which stand `stride` bytes after one another, as a result.
template <class Cell, class Weights, class Sum>
struct sum_of_ranks {
    const unsigned char* cells;
    std::uint64_t stride, ranks;
    Weights weights;
    Sum* sums;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        std::uint64_t sum = 0;
        for (std::uint64_t r = 0; r < ranks; ++r) {
            sum += static_cast<std::uint64_t>(reinterpret_cast<const Cell*>(cells + r * stride)[i]);
        }
        sums[i] = weights.template total<Sum>(sum);
    }
};

/// A hash of the values of the bins, so that ranks can compare theirs; -0 is 0. Edges in a device's memory are copied
/// for it.
template <class Local, class Edge>
std::uint64_t hash_of_bins(const Local&, const even_bins<Edge>& bins) {
    const auto value = [](Edge edge) { return edge == Edge{} ? Edge{} : edge; };
    return hash_of(bins.closed, hash_of(value(bins.high), hash_of(value(bins.low), hash_of(bins.count))));
}
template <class Local, class Edge>
std::uint64_t hash_of_bins(const Local& local, const edge_list<Edge>& bins) {
    const std::size_t count = bins.count + 1;
    const auto edges = std::make_unique_for_overwrite<Edge[]>(count);
    copy_to_host(local, edges.get(), bins.edges, count * sizeof(Edge));
    std::replace(edges.get(), edges.get() + count, Edge{}, Edge{});
    return hashed(reinterpret_cast<const char*>(edges.get()), count * sizeof(Edge));
}

template <class Bins>
std::uint64_t number_of_bins(const Bins& bins) {
    if constexpr (binning::is_even_bins<Bins>) {
        return bins.count;
    } else {
        return std::ranges::size(bins) - 1;
    }
}

inline void require_the_same_bins(const meeting& met, const char* call) {
    for (std::size_t r = 1; r < met.headers.size(); ++r) {
        if (met.headers[r].numbers[1] != met.headers[0].numbers[1]) {
            throw std::invalid_argument(std::string(call) + ": rank " + std::to_string(r) +
                                        " gives other bins than rank 0: give the same on all ranks");
        }
    }
}

/// Each rank sends the others their shares of its cells, gets its own of theirs, to `others`, and makes results of it.
template <class Policy, class Cell, class Weights, class Sum>
void sum_shares(const Policy& policy, const Cell* mine, Cell* others, const cut& shares, const Weights& weights,
                Sum* results) {
    const int rank = policy.rank();
    const std::uint64_t share = shares.size(rank);
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < policy.size(); ++r) {
        Cell* const to = others + static_cast<std::uint64_t>(r) * share;
        const Cell* const from = mine + shares.begin(r);
        if (r == rank) {
            copy_bytes(policy.local, to, from, share * sizeof(Cell));
            continue;
        }
        if (shares.size(r) != 0) sends.push_back({r, from, shares.size(r) * sizeof(Cell)});
        if (share != 0) receives.push_back({r, to, share * sizeof(Cell)});
    }
    policy.communicator.exchange(policy.local, sends, receives);
    for_each_index(policy.local, share,
                   sum_of_ranks<Cell, Weights, Sum>{reinterpret_cast<const unsigned char*>(others),
                                                    share * sizeof(Cell), static_cast<std::uint64_t>(policy.size()),
                                                    weights, results + shares.begin(rank)});
}

/// The samples of this rank, and their bins.
template <class Samples, class Bins>
struct binned_samples {
    const Samples& samples;
    const Bins& bins;
};

/// The histogram of all ranks' samples. make(bins, cells, out) starts this rank's, with cells of type `Cell`. `weights`
/// turns the sum of all ranks' cells into a result.
template <unsigned Channels, class Cell, class Policy, class Samples, class Bins, class Sums, class Weights, class Make>
void sum_histograms(const Policy& policy, const collective_header& call,
                    const binned_samples<Samples, Bins>& of_this_rank, Sums& sums, outside* out, const Weights& weights,
                    Make make) {
    const Samples& samples = of_this_rank.samples;
    const Bins& bins = of_this_rank.bins;
    using Sum = element_of<Sums>;
    using memory_of = exchange_memory<decltype(Policy::local)>;
    constexpr std::size_t outside_bytes = Channels * sizeof(outside);
    const auto& local = policy.local;
    const auto ranks = static_cast<std::uint64_t>(policy.size());
    Sum* const results = data_of(sums);
    const std::uint64_t cells = Channels * number_of_bins(bins);
    // Checks everything, starts the work, and tells which bins these are.
    const auto checked = [&](auto start) {
        binning::require_place_outside(call.name, out);
        told_numbers told{std::ranges::size(samples)};
        binning::checked<Channels>(call.name, local, samples, bins, sums, [&](const auto& given) {
            told[1] = hash_of_bins(local, given);
            start(given);
        });
        return told;
    };
    const auto sum_outside = [&](const unsigned char* of_ranks, std::size_t stride) {
        using sum = sum_of_ranks<std::uint64_t, binning::no_weights, std::uint64_t>;
        for_each_index(local, outside_bytes / sizeof(std::uint64_t),
                       sum{of_ranks, stride, ranks, {}, reinterpret_cast<std::uint64_t*>(out)});
    };

    rendezvous point(policy, call);
    if (cells <= most_bins * Channels && outside_bytes + cells * sizeof(Cell) <= point.room()) {
        memory_of memory(local, point.memory_bytes());
        const meeting met = point.meet(memory, [&](unsigned char* payload) {
            return checked([&](const auto& given) {
                make(given, reinterpret_cast<Cell*>(payload + outside_bytes), reinterpret_cast<outside*>(payload));
            });
        });
        require_the_same_bins(met, call.name);
        for_each_index(
            local, cells,
            sum_of_ranks<Cell, Weights, Sum>{met.payloads + outside_bytes, met.stride, ranks, weights, results});
        sum_outside(met.payloads, met.stride);
        finish(local);
        return;
    }

    require_the_same_bins(agree(policy, call, [&] { return checked([](const auto&) {}); }), call.name);
    const cut shares = even_cut(cells, policy.size());
    const std::uint64_t share = shares.size(policy.rank());
    first_failure failure;
    auto memory =
        memory_of_call(policy, point, 1,
                       memory_of::rounded(cells * sizeof(Cell)) + memory_of::rounded(ranks * share * sizeof(Cell)) +
                           memory_of::rounded(outside_bytes) + memory_of::rounded(ranks * outside_bytes),
                       failure);
    Cell* mine = nullptr;
    outside* my_outside = nullptr;
    point.meet(memory, [&](void*) {
        failure.rethrow();
        mine = memory.template take<Cell>(cells);
        my_outside = memory.template take<outside>(Channels);
        return checked([&](const auto& given) { make(given, mine, my_outside); });
    });
    outside* const all_outside = memory.template take<outside>(ranks * Channels);
    sum_shares(policy, mine, memory.template take<Cell>(ranks * share), shares, weights, results);
    gather_shares(policy, results, shares);
    policy.communicator.all_gather(local, my_outside, all_outside, outside_bytes);
    sum_outside(reinterpret_cast<const unsigned char*>(all_outside), outside_bytes);
    policy.communicator.wait(local);
}

/// A hash of everything that all ranks must have in common.
template <unsigned Channels, class Bins, class... Types>
std::uint64_t hash_of_histogram() {
    if constexpr (binning::is_even_bins<Bins>) {
        return hash_of_types<std::integral_constant<unsigned, Channels>, Bins, Types...>();
    } else {
        return hash_of_types<std::integral_constant<unsigned, Channels>, edge_list<element_of<Bins>>, Types...>();
    }
}

/// The counting, and the summing of weights, in the name of `call`.
template <unsigned Channels, class Policy, class Samples, class Bins, class Counts>
void count_of_all(const char* call, const Policy& policy, const Samples& samples, const Bins& bins, Counts& counts,
                  outside* out) {
    using Count = element_of<Counts>;
    sum_histograms<Channels, Count>(policy, {call, hash_of_histogram<Channels, Bins, element_of<Samples>, Count>()},
                                    binned_samples<Samples, Bins>{samples, bins}, counts, out, binning::no_weights{},
                                    [&](const auto& given, Count* cells, outside* none) {
                                        count_samples<Channels>(policy.local, elements_of(samples),
                                                                std::uint64_t{std::ranges::size(samples)}, given, cells,
                                                                none);
                                    });
}
template <class Policy, class Samples, class Weights, class Bins, class Sums>
void sum_of_all(const char* name, const Policy& policy, const Samples& samples, const Weights& weights,
                const Bins& bins, Sums& sums, outside* out) {
    using W = element_of<Weights>;
    using Sum = element_of<Sums>;
    const std::uint64_t elements = std::ranges::size(samples);
    const W* const of_samples = data_of(weights);
    const collective_header call{name, hash_of_histogram<1, Bins, element_of<Samples>, W, Sum>()};
    const auto sum_up = [&]<class Cell>(const auto& of_this_rank, const auto& of_all, Cell) {
        sum_histograms<1, Cell>(policy, call, binned_samples<Samples, Bins>{samples, bins}, sums, out, of_all,
                                [&](const auto& given, Cell* cells, outside* none) {
                                    binning::require_weights(name, elements, sums, weights);
                                    sum_addends(policy.local, elements_of(samples), of_this_rank, elements, given,
                                                cells, none);
                                });
    };
    if constexpr (std::is_integral_v<W>) {
        const binning::integer_weights<W> exact{of_samples};
        sum_up(exact, exact, Sum{});
    } else {
        const auto greatest = reduce_all(
            policy, call, elements, maximum{},
            [&](std::uint64_t first, std::uint64_t) {
                return transformed{contiguous<W>{of_samples + first}, binning::magnitude{}};
            },
            [&] { binning::require_weights(name, elements, sums, weights); });
        const binning::real_weights<W> rounding(of_samples, greatest.total.value_or(W{0}), greatest.elements);
        sum_up(binning::weights_in_quanta<W>{of_samples, rounding}, rounding, std::uint64_t{});
    }
}

}  // namespace detail

/// counts[c * bins + b] = how many of all ranks' samples of channel c are in bin b. `out`, in memory of the backend,
/// gets how many of each channel are in none.
template <unsigned Channels = 1, class C, class L, contiguous_elements Samples, class Bins, class Counts>
    requires misuse::allows<misuse::counting_into<Channels, 4>, Samples, Bins, Counts, outside*>
void histogram_into(const distributed<C, L>& policy, const Samples& samples, const Bins& bins, Counts&& counts,
                    outside* out) {
    detail::count_of_all<Channels>("histogram_into", policy, samples, bins, counts, out);
}

/// The same; returns what is in no bin: a struct outside, or an array of one for each channel.
template <unsigned Channels = 1, class C, class L, contiguous_elements Samples, class Bins, class Counts>
    requires misuse::allows<misuse::counting<Channels, 3>, Samples, Bins, Counts>
binning::outside_of<Channels> histogram(const distributed<C, L>& policy, const Samples& samples, const Bins& bins,
                                        Counts&& counts) {
    return binning::waited_for<Channels>(policy.local, [&](outside* out) {
        detail::count_of_all<Channels>("histogram", policy, samples, bins, counts, out);
    });
}

/// Bytes: counts[c * 256 + b] = how many of all ranks' samples of channel c are b. Every sample is in a bin.
template <unsigned Channels = 1, class C, class L, contiguous_elements Samples, class Counts>
    requires misuse::allows<misuse::counting<Channels, 2>, Samples, Counts>
void histogram(const distributed<C, L>& policy, const Samples& samples, Counts&& counts) {
    histogram<Channels>(policy, samples, even_bins<int>{256, 0, 256}, counts);
}

/// sums[b] = the sum of the weights of all ranks' samples in bin b; weights[i] is the weight of samples[i]. `out`, in
/// memory of the backend, gets the number of samples that are in no bin.
template <class C, class L, contiguous_elements Samples, class Weights, class Bins, class Sums>
    requires misuse::allows<misuse::summing_into, Samples, Weights, Bins, Sums, outside*>
void weighted_histogram_into(const distributed<C, L>& policy, const Samples& samples, const Weights& weights,
                             const Bins& bins, Sums&& sums, outside* out) {
    detail::sum_of_all("weighted_histogram_into", policy, samples, weights, bins, sums, out);
}

/// The same; returns the number of samples that are in no bin.
template <class C, class L, contiguous_elements Samples, class Weights, class Bins, class Sums>
    requires misuse::allows<misuse::summing, Samples, Weights, Bins, Sums>
outside weighted_histogram(const distributed<C, L>& policy, const Samples& samples, const Weights& weights,
                           const Bins& bins, Sums&& sums) {
    return binning::waited_for<1>(policy.local, [&](outside* out) {
        detail::sum_of_all("weighted_histogram", policy, samples, weights, bins, sums, out);
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
