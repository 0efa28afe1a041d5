// CUB's histograms, ranks of digits, and decoded runs of a block's tile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/check/runtime/device.hpp>
#include <strider/check/shims/cub/sorts.hpp>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

/// Both algorithms count by atomics.
template <class T, int X, int Items, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1, int Z = 1>
class BlockHistogram {
public:
    using TempStorage = NullType;
    BlockHistogram() = default;
    explicit BlockHistogram(TempStorage&) {}

    template <class Counter>
    void InitHistogram(Counter (&histogram)[Bins]) {
        for (int bin = detail::thread_in_block(); bin < Bins; bin += X * Y * Z) histogram[bin] = 0;
    }
    template <class Counter>
    void Composite(T (&items)[Items], Counter (&histogram)[Bins]) {
        for (const T& item : items) atomicAdd(&histogram[static_cast<int>(item)], Counter{1});
    }
    template <class Counter>
    void Histogram(T (&items)[Items], Counter (&histogram)[Bins]) {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
};

/// A digit of a key's bits in their order. -0 has the digits of 0.
template <class Key>
struct BFEDigitExtractor {
    using UnsignedBits = typename Traits<Key>::UnsignedBits;
    std::uint32_t bit_start, num_bits;

    explicit BFEDigitExtractor(std::uint32_t begin = 0, std::uint32_t count = 0) : bit_start(begin), num_bits(count) {}
    static UnsignedBits ProcessFloatMinusZero(UnsignedBits key) {
        using traits = Traits<Key>;
        constexpr auto sign = static_cast<UnsignedBits>(UnsignedBits{1} << (8 * sizeof(UnsignedBits) - 1));
        return std::is_floating_point_v<Key> && key == traits::TwiddleIn(sign) ? traits::TwiddleIn(0) : key;
    }
    std::uint32_t Digit(UnsignedBits key) const {
        return static_cast<std::uint32_t>(ProcessFloatMinusZero(key) >> bit_start) & ((1u << num_bits) - 1);
    }
};
template <class Key>
using ShiftDigitExtractor = BFEDigitExtractor<Key>;

template <bool Descending, class Key>
struct RadixSortTwiddle {
    using bits = typename Traits<Key>::UnsignedBits;
    static bits In(bits key) { return inverted(Traits<Key>::TwiddleIn(key)); }
    static bits Out(bits key) { return Traits<Key>::TwiddleOut(inverted(key)); }

private:
    static bits inverted(bits key) { return Descending ? static_cast<bits>(~key) : key; }
};

enum RadixRankAlgorithm {
    RADIX_RANK_BASIC,
    RADIX_RANK_MEMOIZE,
    RADIX_RANK_MATCH,
    RADIX_RANK_MATCH_EARLY_COUNTS_ANY,
    RADIX_RANK_MATCH_EARLY_COUNTS_ATOMIC_OR
};
enum WarpMatchAlgorithm { WARP_MATCH_ANY, WARP_MATCH_ATOMIC_OR };

namespace detail {

/// Positions of keys in the order of one digit. Equal digits keep the order of the tile: blocked, or with `Match`
/// striped within each warp.
template <int Threads, int Bits, bool Descending, bool Match>
class radix_rank {
    static constexpr int digits = 1 << Bits, columns = Match ? (Threads + 31) / 32 : Threads;

public:
    static constexpr int BINS_TRACKED_PER_THREAD = (digits + Threads - 1) / Threads;
    struct TempStorage {
        int counters[digits][columns];
        int count;
    };
    explicit radix_rank(TempStorage& storage) : storage_(storage) {}

    template <class Key, int Items, class Extractor>
    void RankKeys(Key (&keys)[Items], int (&ranks)[Items], Extractor extractor) {
        const int thread = thread_in_block(), column = Match ? thread / 32 : thread;
        for (int i = thread; i < digits * columns; i += Threads) storage_.counters[i / columns][i % columns] = 0;
        __syncthreads();
        for (int i = 0; i < Items; ++i) ranks[i] = count(storage_.counters[bin(extractor.Digit(keys[i]))][column]);
        __syncthreads();
        if (thread == 0) add_up();
        __syncthreads();
        for (int i = 0; i < Items; ++i) ranks[i] += storage_.counters[bin(extractor.Digit(keys[i]))][column];
    }
    /// How many keys come before each digit that the thread tracks.
    template <class Key, int Items, class Extractor>
    void RankKeys(Key (&keys)[Items], int (&ranks)[Items], Extractor extractor,
                  int (&before)[BINS_TRACKED_PER_THREAD]) {
        RankKeys(keys, ranks, extractor);
        each_bin([&](int track, int digit) { before[track] = start(digit); });
    }
    /// The callback gets how many keys have each of these digits.
    template <class Key, int Items, class Extractor, class Callback>
    void RankKeys(Key (&keys)[Items], int (&ranks)[Items], Extractor extractor, int (&before)[BINS_TRACKED_PER_THREAD],
                  Callback callback) {
        RankKeys(keys, ranks, extractor, before);
        int counts[BINS_TRACKED_PER_THREAD] = {};
        each_bin([&](int track, int digit) { counts[track] = start(digit + 1) - start(digit); });
        callback(counts);
    }

private:
    /// The row of counters of a digit: rows are in the order of ranks.
    static int bin(unsigned digit) {
        return Descending ? digits - 1 - static_cast<int>(digit) : static_cast<int>(digit);
    }
    template <class Use>
    static void each_bin(Use use) {
        for (int track = 0; track < BINS_TRACKED_PER_THREAD; ++track) {
            const int digit = thread_in_block() * BINS_TRACKED_PER_THREAD + track;
            if (digit < digits) use(track, bin(static_cast<unsigned>(digit)));
        }
    }
    int start(int row) const { return row < digits ? storage_.counters[row][0] : storage_.count; }

    /// Counts the lane's key, and returns how many the column had before.
    static int count(int& counter) {
        if constexpr (Match) {
            const int lane = thread_in_block() % 32, lanes = Threads - (thread_in_block() - lane);
            const unsigned mask = lanes < 32 ? (1u << lanes) - 1 : ~0u;
            const unsigned peers = __match_any_sync(mask, reinterpret_cast<unsigned long long>(&counter));
            const int before = counter;
            __syncwarp(mask);
            if (lane == __ffs(static_cast<int>(peers)) - 1) counter = before + __popc(peers);
            __syncwarp(mask);
            return before + __popc(peers & ((1u << lane) - 1));
        } else {
            return counter++;
        }
    }
    void add_up() {
        int sum = 0;
        for (auto& row : storage_.counters)
            for (int& counter : row) sum += std::exchange(counter, sum);
        storage_.count = sum;
    }
    TempStorage& storage_;
};

}  // namespace detail

template <int X, int Bits, bool Descending, bool = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int Y = 1, int Z = 1>
struct BlockRadixRank : detail::radix_rank<X * Y * Z, Bits, Descending, false> {
    using detail::radix_rank<X * Y * Z, Bits, Descending, false>::radix_rank;
};
template <int X, int Bits, bool Descending, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int Y = 1, int Z = 1>
struct BlockRadixRankMatch : detail::radix_rank<X * Y * Z, Bits, Descending, true> {
    using detail::radix_rank<X * Y * Z, Bits, Descending, true>::radix_rank;
};
template <int X, int Bits, bool Descending, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          WarpMatchAlgorithm = WARP_MATCH_ANY, int = 1>
struct BlockRadixRankMatchEarlyCounts : detail::radix_rank<X, Bits, Descending, true> {
    using detail::radix_rank<X, Bits, Descending, true>::radix_rank;
};

/// Items of runs, in windows of the decoded array.
template <class T, int X, int Runs, int Items, class Offset = std::uint32_t, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
    static constexpr int threads = X * Y * Z;

public:
    struct TempStorage {
        detail::shared_values<T, threads * Runs> values;
        Offset offsets[threads * Runs + 1];
    };
    template <class Length, class Total>
    BlockRunLengthDecode(TempStorage& storage, T (&values)[Runs], Length (&lengths)[Runs], Total& total)
        : storage_(storage) {
        const int thread = share(values, lengths, 1);
        if (thread == 0) {
            storage_.offsets[0] = 0;
            for (int run = 0; run < threads * Runs; ++run) storage_.offsets[run + 1] += storage_.offsets[run];
        }
        __syncthreads();
        total = static_cast<Total>(storage_.offsets[threads * Runs]);
    }
    /// With the first position of each run in place of its length.
    template <class First>
    BlockRunLengthDecode(TempStorage& storage, T (&values)[Runs], First (&offsets)[Runs]) : storage_(storage) {
        share(values, offsets, 0);
    }

    void RunLengthDecode(T (&items)[Items], Offset from = 0) {
        Offset unused[Items];
        RunLengthDecode(items, unused, from);
    }
    /// And the position of each item in its run.
    template <class Relative>
    void RunLengthDecode(T (&items)[Items], Relative (&positions)[Items], Offset from = 0) {
        for (int i = 0; i < Items; ++i) {
            const auto position =
                static_cast<Offset>(from + static_cast<Offset>(detail::thread_in_block() * Items + i));
            const Offset* const second = storage_.offsets + 1;
            const auto run = static_cast<int>(std::upper_bound(second, second + threads * Runs - 1, position) - second);
            items[i] = storage_.values[run];
            positions[i] = static_cast<Relative>(position - storage_.offsets[run]);
        }
    }

private:
    template <class Number>
    int share(T (&values)[Runs], Number (&numbers)[Runs], int shift) {
        const int thread = detail::thread_in_block();
        for (int i = 0; i < Runs; ++i) {
            storage_.values.put(thread * Runs + i, values[i]);
            storage_.offsets[thread * Runs + i + shift] = static_cast<Offset>(numbers[i]);
        }
        __syncthreads();
        return thread;
    }
    TempStorage& storage_;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
