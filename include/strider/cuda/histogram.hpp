// The library's histogram on a GPU, and in the emulator: one launch up to 4,096 cells, two beyond.
//
// One block of 1,024 threads a multiprocessor counts in shared memory (histogram/counters.hpp, histogram/read.hpp).
// Then it adds its counters to sums in scratch, which are zero between launches; the last block (or, where there are
// many cells, a second launch) makes results of the sums, and zeros again.
//
// Cells that do not fit a block are cut into parts: the blocks of a column of the grid read the same samples, each for
// its part of the cells. They run side by side, so that the first of them brings the samples from memory and the others
// find them in L2. (Measured in the histogram ladder, rungs 4 to 8.)
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/histogram/counters.hpp>
#include <strider/cuda/histogram/partition.hpp>
#include <strider/cuda/histogram/read.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/pattern/weights.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace histogram_kernels {

/// As many cells as the last block turns into results; beyond, a second launch is faster.
inline constexpr unsigned few_cells = 4096;

/// How the cells are shared out.
struct cells_shape {
    unsigned cells;   ///< of all channels, as they are counted
    unsigned part;    ///< of a block
    unsigned copies;  ///< of its counters; a power of two
    look_up_shape look_up;
};

/// Where sums and results are.
template <class Sum>
struct results {
    unsigned long long* cells;  ///< scratch: a row of bins and outside_cells for each channel; zero between launches
    unsigned* finished;         ///< blocks; null where a second launch makes the results
    Sum* sums;
    outside* out;
};

/// Makes results of the sums of `channels` channels: of every `step`-th from `first` on.
template <class Weights, class Sum>
__device__ __forceinline__ void make_results(const results<Sum>& to, const Weights& weights, unsigned channels,
                                             unsigned bins, unsigned first, unsigned step) {
    using shared_word = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    const unsigned row = bins + outside_cells;
    for (unsigned cell = first; cell < channels * row; cell += step) {
        const shared_word here(to.cells[cell]);
        const std::uint64_t sum = here.load(::cuda::memory_order_relaxed);
        if (sum != 0) here.store(0, ::cuda::memory_order_relaxed);
        const unsigned channel = channels == 1 ? 0 : cell / row, bin = cell - channel * row;
        if (bin < bins) {
            to.sums[std::uint64_t{channel} * bins + bin] = weights.template total<Sum>(sum);
        } else if (to.out != nullptr) {
            std::uint64_t* const out = reinterpret_cast<std::uint64_t*>(to.out + channel);
            out[bin - bins] = sum;
        }
    }
}

template <class Weights, class Sum>
__global__ void __launch_bounds__(256)
    results_kernel(results<Sum> to, Weights weights, unsigned channels, unsigned bins) {
    make_results(to, scaled(weights), channels, bins, blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x);
}

/// Block (x, y) counts the x-th share of the samples in the y-th part of the cells.
template <unsigned Channels, layout Layout, class Samples, class Count, class Rule, class Weights, class Sum>
__global__ void __launch_bounds__(threads, 1)
    count_kernel(Samples samples, Count elements, Rule given, Weights unscaled, cells_shape shape, results<Sum> to) {
    using T = source_value<Samples>;
    const auto& weights = scaled(unscaled);
    unsigned char* const shared = dynamic_shared<unsigned char>();
    const auto& rule = rule_of_block<by_value<T, Weights>>(given, shape.look_up, shared);
    using counting_here =
        counting<Channels, Layout, T, std::remove_cvref_t<decltype(rule)>, std::remove_cvref_t<decltype(weights)>>;
    using counter = typename counting_here::counter;
    counter* const counters = reinterpret_cast<counter*>(shared + shape.look_up.bytes);
    const unsigned first = counting_here::whole ? 0 : blockIdx.y * shape.part;
    const unsigned size = counting_here::whole || shape.cells - first > shape.part ? shape.part : shape.cells - first;
    const unsigned words = counting_here::halves ? (size + 1) / 2 : size * shape.copies;

    for (unsigned w = threadIdx.x; w < words; w += threads) counters[w] = 0;
    __syncthreads();
    const counting_here mine{rule, weights, counters + (threadIdx.x & (shape.copies - 1)), shape.copies, first,
                             size, to.cells};
    std::uint64_t there = detail::elements_now(elements);
    if constexpr (detail::counted_later<Count>) there -= there % Channels;
    add_all<std::remove_cvref_t<decltype(weights)>>(samples, there, mine);
    __syncthreads();

    const auto commit = [&](unsigned place, counter sum) __attribute__((always_inline)) {
        if (sum != 0) atomicAdd(&to.cells[mine.sum_of(first + place)], static_cast<unsigned long long>(sum));
    };
    if constexpr (counting_here::halves) {
        for (unsigned w = threadIdx.x; w < words; w += threads) {
            commit(2 * w, counters[w] & 0xffff);
            commit(2 * w + 1, counters[w] >> 16);
        }
    } else {
        // Neighbouring threads take neighbouring cells, and begin at different copies, which stand in different banks.
        for (unsigned c = threadIdx.x; c < size; c += threads) {
            counter sum = 0;
            for (unsigned k = 0; k < shape.copies; ++k)
                sum += counters[c * shape.copies + ((c + k) & (shape.copies - 1))];
            commit(c, sum);
        }
    }

    if (to.finished == nullptr) return;
    __shared__ bool is_last;
    __syncthreads();
    if (threadIdx.x == 0) {
        const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> finished(*to.finished);
        is_last = finished.fetch_add(1, ::cuda::memory_order_acq_rel) == gridDim.x * gridDim.y - 1;
        if (is_last) finished.store(0, ::cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (is_last) make_results(to, weights, Channels, rule.bins, threadIdx.x, threads);
}

/// Where a histogram goes, and what its launches keep in between.
template <class Sum>
struct destination {
    Sum* sums;
    outside* out;
    scratch_memory scratch;
};

/// Starts what sums `weights` by the cells that `rule` finds of so many samples, or of as many as the device finds
/// there.
template <unsigned Channels, class Samples, class Count, class Rule, class Weights, class Sum>
void start(const device_policy& policy, const Samples& samples, const Count& given, const Rule& rule,
           const Weights& weights, const destination<Sum>& goes) {
    const std::uint64_t elements = detail::most_elements(given);
    using T = source_value<Samples>;
    constexpr bool values = by_value<T, Weights>;
    using counter = std::conditional_t<std::is_same_v<Weights, no_weights>, unsigned, unsigned long long>;
    constexpr std::size_t piece_bytes = 16, of_the_kernel = 256, for_edges = 40 * 1024;
    const unsigned row = rule.bins + outside_cells, all = Channels * row;
    const unsigned counted = values ? Channels * 256 : all;

    const std::size_t bytes = most_shared_bytes() - of_the_kernel, of_counters = counted * sizeof(counter);
    look_up_shape look_up;
    if constexpr (!values) {
        look_up = look_up_shape_of(rule, of_counters + for_edges < bytes ? bytes - of_counters : for_edges,
                                   elements / multiprocessors());
    }
    const std::size_t room = (bytes - look_up.bytes) / sizeof(counter);  // words
    // Moving from halves costs an addition that answers: worth it where a block has many samples.
    constexpr bool can_halve = !values && std::is_same_v<Weights, no_weights>;
    const bool halves =
        can_halve && counted > room && counted <= 2 * room && elements / multiprocessors() >= counted / 2;
    const unsigned parts = halves ? 1 : static_cast<unsigned>((counted + room - 1) / room);
    cells_shape shape{counted, (counted + parts - 1) / parts, 32, look_up};
    const std::uint64_t filling = parts < multiprocessors() ? multiprocessors() / parts : 1;
    const std::uint64_t wanted = elements * sizeof(T) / (threads * piece_bytes) + 1;
    std::uint64_t blocks = wanted < filling ? wanted : filling;
    if (blocks <= elements >> 31) blocks = (elements >> 31) + 1;  // so that 32 bits hold what a block counts
    // Copies are to be worth clearing.
    const std::uint64_t share = elements / blocks;
    while (shape.copies > 1 &&
           (shape.copies * std::size_t{shape.part} > room || shape.copies * shape.part > 2 * share)) {
        shape.copies /= 2;
    }

    const results<Sum> to{reinterpret_cast<unsigned long long*>(goes.scratch.slots),
                          all <= few_cells ? goes.scratch.epoch : nullptr, goes.sums, goes.out};
    const std::size_t words = halves ? (shape.part + 1) / 2 : shape.copies * std::size_t{shape.part};
    launch_configuration at{dim3(static_cast<unsigned>(blocks), parts), dim3(threads),
                            look_up.bytes + words * sizeof(counter), detail::stream_of(policy)};
    const auto start_counting = [&](auto* kernel) {
        allow_shared(kernel, at.shared_bytes);
        launch(kernel, at, samples, given, rule, weights, shape, to);
    };
    if constexpr (can_halve) {
        if (halves) start_counting(count_kernel<Channels, layout::halves, Samples, Count, Rule, Weights, Sum>);
    }
    bool partitioned = false;
    if constexpr (can_halve && Channels == 1 && std::is_same_v<Samples, contiguous<T>> && !is_given_edges<Rule> &&
                  !strider::detail::counted_later<Count>) {
        partitioned = parts > 2 && to.finished == nullptr && is_partitioned(all, room, elements);
        if (partitioned) count_partitioned(policy, samples.data, elements, rule, all, room, to.cells);
    }
    if constexpr (!values) {
        if (parts > 1 && !partitioned)
            start_counting(count_kernel<Channels, layout::parts, Samples, Count, Rule, Weights, Sum>);
    }
    if (!halves && parts == 1)
        start_counting(count_kernel<Channels, layout::words, Samples, Count, Rule, Weights, Sum>);
    if (to.finished == nullptr) {
        const unsigned of_results = 256, enough = 8 * multiprocessors();
        const unsigned needed = (all + of_results - 1) / of_results;
        launch(results_kernel<Weights, Sum>,
               {dim3(needed < enough ? needed : enough), dim3(of_results), 0, detail::stream_of(policy)}, to, weights,
               Channels, rule.bins);
    }
}

inline scratch_memory sums_of(const device_policy& policy, std::uint64_t channels, std::uint64_t bins) {
    return detail::scratch_of(policy, channels * (bins + outside_cells) * sizeof(std::uint64_t), scratch_use::sums);
}

}  // namespace histogram_kernels

/// Stream-ordered: the histogram of `elements` samples, or of as many as the device finds there.
template <unsigned Channels, element_source Samples, class Elements, class Bins, class Count,
          class T = source_value<Samples>>
void count_samples(const device_policy& policy, const Samples& samples, const Elements& elements, const Bins& bins,
                   Count* counts, outside* out) {
    using namespace histogram_kernels;
    start<Channels>(policy, samples, elements, binning::rule_of<T>(bins), binning::no_weights{},
                    destination<Count>{counts, out, sums_of(policy, Channels, bins.count)});
}

/// The same of their weights: integers of 64 bits, whatever makes them.
template <element_source Samples, class Weights, class Elements, class Bins, class Sum, class T = source_value<Samples>>
void sum_addends(const device_policy& policy, const Samples& samples, const Weights& weights, const Elements& elements,
                 const Bins& bins, Sum* sums, outside* out) {
    using namespace histogram_kernels;
    start<1>(policy, samples, elements, binning::rule_of<T>(bins), weights,
             destination<Sum>{sums, out, sums_of(policy, 1, bins.count)});
}

template <element_source Samples, std::integral Weight, class Elements, class Bins, class Sum>
void sum_weights(const device_policy& policy, const Samples& samples, const Weight* weights, const Elements& elements,
                 const Bins& bins, Sum* sums, outside* out) {
    sum_addends(policy, samples, binning::integer_weights<Weight>{weights}, elements, bins, sums, out);
}

template <element_source Samples, std::floating_point Weight, class Elements, class Bins, class Sum,
          class T = source_value<Samples>>
void sum_weights(const device_policy& policy, const Samples& samples, const Weight* weights, const Elements& elements,
                 const Bins& bins, Sum* sums, outside* out) {
    using namespace histogram_kernels;
    const scratch_memory scratch = sums_of(policy, 1, bins.count);
    Weight* const greatest = reinterpret_cast<Weight*>(scratch.left);
    const transformed magnitudes{contiguous<Weight>{weights}, binning::magnitude{}};
    detail::reduce_or(policy, magnitudes, elements, maximum{}, Weight{0}, greatest, detail::total_itself{});
    start<1>(policy, samples, elements, binning::rule_of<T>(bins), unscaled_weights{weights, greatest, elements},
             destination<Sum>{sums, out, scratch});
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
