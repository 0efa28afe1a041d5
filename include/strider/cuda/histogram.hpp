// The library's histogram on a GPU, and in the executor: one launch up to 4,096 cells, two beyond.
//
// One block of 1,024 threads a multiprocessor counts in shared memory, with a copy of the counters for each lane where
// that fits, and reads samples in 16-byte loads, eight in flight. Then it adds its counters to sums in scratch, which
// are zero between launches; the last block (or, where there are many cells, a second launch) makes results of the
// sums, and zeros again.
//
// Where the cells do not fit one block so, but would if its counters had 16 bits, and there are many samples, they
// have: whoever brings one to a multiple of 4,096 moves these to the sums, and a barrier every few samples gives it the
// time. Other cells that do not fit are cut into parts: the blocks of a column of the grid read the same samples, each
// for its part of the cells. They run side by side, so that the first of them brings the samples from memory and the
// others find them in L2.
//
// Bytes are counted by value, and only the 256 values are sorted into bins. Weights are added as integers of 64 bits.
//
// Sources: J. Gomez-Luna and others, An optimized approach to histogram computation on GPU (2013), for the copies;
// measured in the histogram ladder, rungs 4 to 8.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/bins.hpp>
#include <strider/core/source.hpp>
#include <strider/core/weights.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/device.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

namespace histogram_kernels {

using binning::no_weights;
using binning::outside_cells;

inline constexpr unsigned threads = 1024;

/// As many cells as the last block turns into results; beyond, a second launch is faster.
inline constexpr unsigned few_cells = 4096;

/// Floating-point weights whose greatest magnitude an earlier launch writes to memory of the device.
template <class Weight>
struct unscaled_weights {
    const Weight* data;
    const Weight* greatest;
    std::uint64_t count;
};

template <class Weights>
__device__ __forceinline__ const Weights& scaled(const Weights& weights) {
    return weights;
}
template <class Weight>
__device__ __forceinline__ binning::real_weights<Weight> scaled(const unscaled_weights<Weight>& weights) {
    return {weights.data, weights.count == 0 ? Weight{0} : *weights.greatest, weights.count};
}

/// What a kernel knows of its weights.
template <class Weights>
struct weight_traits {
    static constexpr std::size_t bytes = sizeof(*Weights::data);
    using counter = unsigned long long;
};
template <>
struct weight_traits<no_weights> {
    static constexpr std::size_t bytes = 1;
    using counter = unsigned;  // a block takes fewer than 2^32 samples
};

/// Samples of one byte are counted by value.
template <class T, class Weights>
inline constexpr bool by_value = sizeof(T) == 1 && std::is_same_v<Weights, no_weights>;

/// How the cells are shared out.
struct partition {
    unsigned cells;   ///< of all channels, as they are counted
    unsigned part;    ///< of a block
    unsigned copies;  ///< of its counters; a power of two
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

/// `Count` neighbouring elements as the one word that a load brings; kept so, since elements of one byte would take a
/// register each.
template <class T, unsigned Count>
using word_with = typename detail::word_of<Count * sizeof(T)>::type;

template <class T, unsigned Count>
__device__ __forceinline__ word_with<T, Count> load_word(const T* aligned) {
    return *reinterpret_cast<const word_with<T, Count>*>(aligned);
}

/// Neighbouring samples, and their weights.
template <class T, class Weights, unsigned Count>
struct loaded {
    using weight = std::remove_cvref_t<decltype(*Weights::data)>;
    word_with<T, Count> samples;
    word_with<weight, Count> weights;
};
template <class T, unsigned Count>
struct loaded<T, no_weights, Count> {
    word_with<T, Count> samples;
};

template <class Rule>
inline constexpr bool is_search = false;
template <class T, class Edge>
inline constexpr bool is_search<binning::bins_between<T, Edge>> = true;

/// Counters of 16 bits, two a word. One that reaches a multiple of `moved` is the sum's by as much, at once; and
/// between two barriers a block adds too few samples to reach 2^16 from there.
inline constexpr unsigned moved = 4096, most_between_barriers = 65535 - moved;

/// What a block has counters of.
enum class layout {
    words,   ///< all cells
    halves,  ///< all cells, two of them a word
    parts    ///< a part of the cells
};

/// A block's counters of cells `first` to `first + size`, and how samples are added to them.
template <unsigned Channels, layout Layout, class T, class Rule, class Weights>
struct counting {
    using counter = typename weight_traits<Weights>::counter;
    static constexpr bool weighted = !std::is_same_v<Weights, no_weights>;
    static constexpr bool whole = Layout != layout::parts, halves = Layout == layout::halves;
    /// Whether eight loads can be in flight without spilling; four do nearly as well.
    static constexpr bool few_registers = !weighted && sizeof(T) != 2 && sizeof(Rule) <= 32 && !is_search<Rule>;

    const Rule& rule;
    const Weights& weights;
    counter* mine;  ///< of this thread's copies
    unsigned copies, first, size;
    unsigned long long* sums;  ///< of all cells

    __device__ __forceinline__ unsigned row() const { return by_value<T, Weights> ? 256 : rule.bins + outside_cells; }

    __device__ __forceinline__ unsigned cell_of(T sample) const {
        if constexpr (by_value<T, Weights>) {
            return static_cast<std::uint8_t>(sample);
        } else {
            return rule.cell_of(sample);
        }
    }

    template <class Weight>
    __device__ __forceinline__ void add(T sample, unsigned first_of_row, const Weight& weight) const {
        const unsigned cell = cell_of(sample), place = first_of_row + cell - (whole ? 0 : first);
        if (!whole && place >= size) return;
        if constexpr (weighted) {
            const counter addend = cell < rule.bins ? weights.addend(weight) : 1;
            atomicAdd(&mine[place * copies], addend);
        } else {
            atomicAdd(&mine[place * copies], 1u);
        }
    }

    /// Adds `addend` to a half, which is in units of `one`; whether that brought it to a multiple of `moved`.
    __device__ __forceinline__ bool fills(unsigned place, unsigned one, unsigned addend) const {
        const unsigned before = atomicAdd(&mine[place / 2], addend * one);
        return addend == 1 ? ((moved - 1) * one & ~before) == 0
                           : (((before & (moved - 1) * one) + addend * one) & moved * one) != 0;
    }
    __device__ __forceinline__ void move(unsigned place, unsigned one) const {
        atomicSub(&mine[place / 2], moved * one);
        atomicAdd(&sums[place], static_cast<unsigned long long>(moved));
    }

    /// To halves: all additions, and then a look at what they found. Samples that are all the same are added at once,
    /// since additions to one place wait for each other.
    template <unsigned Count>
    __device__ __forceinline__ void add_halves(const T (&samples)[Count], const unsigned* rows) const {
        unsigned place[Count], one[Count];
        bool same = Count > 1 && Channels == 1, full[Count], any_full = false;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            place[v] = rows[v % Channels] + cell_of(samples[v]);
            one[v] = 1 + (place[v] & 1) * 0xffff;
            same = same && place[v] == place[0];
        }
        if (same) {
            if (fills(place[0], one[0], Count)) move(place[0], one[0]);
            return;
        }
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            full[v] = fills(place[v], one[v], 1);
            any_full |= full[v];
        }
        if (!any_full) return;
#pragma unroll
        for (unsigned v = 0; v < Count; ++v) {
            if (full[v]) move(place[v], one[v]);
        }
    }

    /// Which sum a cell's count is added to.
    __device__ __forceinline__ unsigned sum_of(unsigned cell) const {
        if constexpr (by_value<T, Weights>) {
            return cell / 256 * (rule.bins + outside_cells) + rule.cell_of(static_cast<T>(cell % 256));
        } else {
            return cell;
        }
    }

    /// Samples from `index` on.
    template <unsigned Count>
    __device__ __forceinline__ void add(const loaded<T, Weights, Count>& some, std::uint64_t index) const {
        unsigned rows[Channels] = {};
        if constexpr (Channels > 1) {
            rows[0] = static_cast<unsigned>(index % Channels) * row();
#pragma unroll
            for (unsigned c = 1; c < Channels; ++c) {
                rows[c] = rows[c - 1] + row();
                if (rows[c] == Channels * row()) rows[c] = 0;
            }
        }
        const auto samples = __builtin_bit_cast(piece<T, Count>, some.samples);
        if constexpr (halves) {
            add_halves(samples.element, rows);
        } else if constexpr (weighted) {
            using weight = typename loaded<T, Weights, Count>::weight;
            const auto of = __builtin_bit_cast(piece<weight, Count>, some.weights);
#pragma unroll
            for (unsigned v = 0; v < Count; ++v) add(samples.element[v], rows[v % Channels], of.element[v]);
        } else {
#pragma unroll
            for (unsigned v = 0; v < Count; ++v) add(samples.element[v], rows[v % Channels], 1u);
        }
    }

    __device__ __forceinline__ void add_one(const T* samples, std::uint64_t index) const {
        const unsigned of_row = Channels == 1 ? 0 : static_cast<unsigned>(index % Channels) * row();
        if constexpr (halves) {
            const T one[1] = {samples[index]};
            add_halves(one, &of_row);
        } else if constexpr (weighted) {
            add(samples[index], of_row, weights.data[index]);
        } else {
            add(samples[index], of_row, 1u);
        }
    }
};

/// Adds this thread's samples, all threads of a row of the grid taking turns at pieces of 16 bytes.
template <class T, class Weights, class Counting>
__device__ __forceinline__ void add_all(const T* samples, std::uint64_t elements, const Counting& counters) {
    constexpr bool weighted = Counting::weighted;
    constexpr std::size_t wider = sizeof(T) > weight_traits<Weights>::bytes ? sizeof(T) : weight_traits<Weights>::bytes;
    constexpr unsigned width = 16 / wider, in_flight = Counting::few_registers ? 8 : 4;
    constexpr std::size_t alignment = width * sizeof(T);
    const std::uint64_t step = std::uint64_t{gridDim.x} * threads;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * threads + threadIdx.x;

    // One by one: what stands before the first aligned piece, and behind the last one.
    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(samples) % alignment / sizeof(T);
    const std::uint64_t before = misaligned == 0 ? 0 : width - misaligned;
    const std::uint64_t head = before < elements ? before : elements;
    const std::uint64_t pieces = (elements - head) / width;
    if (me < head) counters.add_one(samples, me);
    const std::uint64_t behind = head + pieces * width + me;
    if (behind < elements) counters.add_one(samples, behind);

    const auto load = [&](std::uint64_t i) __attribute__((always_inline)) {
        loaded<T, Weights, width> some;
        some.samples = load_word<T, width>(samples + head + i * width);
        if constexpr (weighted) {
            const auto* const weights = counters.weights.data + head + i * width;
            if (reinterpret_cast<std::uintptr_t>(weights) % sizeof some.weights == 0) {
                some.weights = load_word<typename loaded<T, Weights, width>::weight, width>(weights);
            } else {
                const auto one_by_one = read_some<width>(contiguous{weights}, 0, width);
                some.weights = __builtin_bit_cast(decltype(some.weights), one_by_one);
            }
        }
        return some;
    };
    static_assert(!Counting::halves || (in_flight * width + 2) * threads <= most_between_barriers);
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < pieces; first += in_flight * step) {
        const std::uint64_t i = first + threadIdx.x;
        loaded<T, Weights, width> next[in_flight];
        if (i + (in_flight - 1) * step < pieces) {
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) next[k] = load(i + k * step);
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) counters.add(next[k], head + (i + k * step) * width);
        } else {
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                if (i + k * step < pieces) next[k] = load(i + k * step);
            }
#pragma unroll
            for (unsigned k = 0; k < in_flight; ++k) {
                if (i + k * step < pieces) counters.add(next[k], head + (i + k * step) * width);
            }
        }
        if constexpr (Counting::halves) __syncthreads();
    }
}

/// Block (x, y) counts the x-th share of the samples in the y-th part of the cells.
template <unsigned Channels, layout Layout, class T, class Rule, class Weights, class Sum>
__global__ void __launch_bounds__(threads, 1) count_kernel(const T* samples, std::uint64_t elements, Rule rule,
                                                           Weights unscaled, partition cut, results<Sum> to) {
    const auto& weights = scaled(unscaled);
    using counting_here = counting<Channels, Layout, T, Rule, std::remove_cvref_t<decltype(weights)>>;
    using counter = typename counting_here::counter;
    counter* const counters = dynamic_shared<counter>();
    const unsigned first = counting_here::whole ? 0 : blockIdx.y * cut.part;
    const unsigned size = counting_here::whole || cut.cells - first > cut.part ? cut.part : cut.cells - first;
    const unsigned words = counting_here::halves ? (size + 1) / 2 : size * cut.copies;

    for (unsigned w = threadIdx.x; w < words; w += threads) counters[w] = 0;
    __syncthreads();
    const counting_here mine{rule, weights, counters + (threadIdx.x & (cut.copies - 1)), cut.copies, first,
                             size, to.cells};
    add_all<T, std::remove_cvref_t<decltype(weights)>>(samples, elements, mine);
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
            for (unsigned k = 0; k < cut.copies; ++k) sum += counters[c * cut.copies + ((c + k) & (cut.copies - 1))];
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

/// Starts what sums `weights` by the cells that `rule` finds.
template <unsigned Channels, class T, class Rule, class Weights, class Sum>
void start(const device_policy& policy, const T* samples, std::uint64_t elements, const Rule& rule,
           const Weights& weights, Sum* sums, outside* out, const scratch_memory& scratch) {
    constexpr bool values = by_value<T, Weights>;
    using counter = std::conditional_t<std::is_same_v<Weights, no_weights>, unsigned, unsigned long long>;
    constexpr std::size_t piece_bytes = 16, of_the_kernel = 128;
    const unsigned row = rule.bins + outside_cells, all = Channels * row;
    const unsigned counted = values ? Channels * 256 : all;

    const std::size_t room = (most_shared_bytes() - of_the_kernel) / sizeof(counter);  // words
    // Moving from halves costs an addition that answers: worth it where a block has many samples.
    constexpr bool can_halve = !values && std::is_same_v<Weights, no_weights>;
    const bool halves =
        can_halve && counted > room && counted <= 2 * room && elements / multiprocessors() >= counted / 2;
    const unsigned parts = halves ? 1 : static_cast<unsigned>((counted + room - 1) / room);
    partition cut{counted, (counted + parts - 1) / parts, 32};
    const std::uint64_t filling = parts < multiprocessors() ? multiprocessors() / parts : 1;
    const std::uint64_t wanted = elements * sizeof(T) / (threads * piece_bytes) + 1;
    std::uint64_t blocks = wanted < filling ? wanted : filling;
    if (blocks <= elements >> 31) blocks = (elements >> 31) + 1;  // so that 32 bits hold what a block counts
    // Copies are to be worth clearing.
    const std::uint64_t share = elements / blocks;
    while (cut.copies > 1 && (cut.copies * std::size_t{cut.part} > room || cut.copies * cut.part > 2 * share)) {
        cut.copies /= 2;
    }

    const results<Sum> to{reinterpret_cast<unsigned long long*>(scratch.slots),
                          all <= few_cells ? scratch.epoch : nullptr, sums, out};
    const std::size_t words = halves ? (cut.part + 1) / 2 : cut.copies * std::size_t{cut.part};
    launch_configuration at{dim3(static_cast<unsigned>(blocks), parts), dim3(threads), words * sizeof(counter),
                            detail::stream_of(policy)};
    const auto start_counting = [&](auto* kernel) {
        allow_shared(kernel, at.shared_bytes);
        launch(kernel, at, samples, elements, rule, weights, cut, to);
    };
    if constexpr (can_halve) {
        if (halves) start_counting(count_kernel<Channels, layout::halves, T, Rule, Weights, Sum>);
    }
    if constexpr (!values) {
        if (parts > 1) start_counting(count_kernel<Channels, layout::parts, T, Rule, Weights, Sum>);
    }
    if (!halves && parts == 1) start_counting(count_kernel<Channels, layout::words, T, Rule, Weights, Sum>);
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

/// Stream-ordered: the histogram of `elements` samples.
template <unsigned Channels, class T, class Bins, class Count>
void count_samples(const device_policy& policy, const T* samples, std::uint64_t elements, const Bins& bins,
                   Count* counts, outside* out) {
    histogram_kernels::start<Channels>(policy, samples, elements, binning::rule_of<T>(bins), binning::no_weights{},
                                       counts, out, histogram_kernels::sums_of(policy, Channels, bins.count));
}

/// The same of their weights.
template <class T, std::integral Weight, class Bins, class Sum>
void sum_weights(const device_policy& policy, const T* samples, const Weight* weights, std::uint64_t elements,
                 const Bins& bins, Sum* sums, outside* out) {
    histogram_kernels::start<1>(policy, samples, elements, binning::rule_of<T>(bins),
                                binning::integer_weights<Weight>{weights}, sums, out,
                                histogram_kernels::sums_of(policy, 1, bins.count));
}

template <class T, std::floating_point Weight, class Bins, class Sum>
void sum_weights(const device_policy& policy, const T* samples, const Weight* weights, std::uint64_t elements,
                 const Bins& bins, Sum* sums, outside* out) {
    const scratch_memory scratch = histogram_kernels::sums_of(policy, 1, bins.count);
    Weight* const greatest = reinterpret_cast<Weight*>(scratch.left);
    if (elements != 0) {
        const transformed magnitudes{contiguous<Weight>{weights}, binning::magnitude{}};
        reduce_source_into(policy, magnitudes, elements, maximum{}, greatest);
    }
    histogram_kernels::start<1>(policy, samples, elements, binning::rule_of<T>(bins),
                                histogram_kernels::unscaled_weights<Weight>{weights, greatest, elements}, sums, out,
                                scratch);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
