// CUB's collectives of blocks and warps, in its names: each thread's value in the temporary storage, and a barrier. Who
// uses the storage again without a barrier of its own races, as on a GPU.
#pragma once

#include <new>

#include <strider/emulator/dialect.hpp>

namespace cub {

struct Sum {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
struct Max {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class T>
    constexpr T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};

template <class K, class V>
struct KeyValuePair {
    using Key = K;
    using Value = V;
    Key key;
    Value value;

    KeyValuePair() {}
    constexpr KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
    constexpr bool operator!=(const KeyValuePair& other) const { return value != other.value || key != other.key; }
};
/// The smaller key wins between equal values.
struct ArgMax {
    template <class K, class V>
    constexpr KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class K, class V>
    constexpr KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

namespace detail {

template <class T, int Threads>
struct shared_values {
    alignas(T) unsigned char bytes[Threads * sizeof(T)];  // T may have constructors, and shared memory may not

    T& operator[](int thread) { return reinterpret_cast<T*>(bytes)[thread]; }
    void put(int thread, const T& value) { new (&(*this)[thread]) T(value); }

    /// Combines the items of the first `count` threads, in their order.
    template <class Operator>
    T combined(int count, Operator combine) {
        T result = (*this)[0];
        for (int thread = 1; thread < count; ++thread) result = combine(result, (*this)[thread]);
        return result;
    }
};

/// A thread's own items.
template <class T, int Items, class Operator>
T combined(const T (&items)[Items], Operator combine) {
    T result = items[0];
    for (int i = 1; i < Items; ++i) result = combine(result, items[i]);
    return result;
}

inline int thread_in_block() {
    return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

/// The threads of a collective call: all of a block, or `Lanes` neighbouring lanes of a warp.
template <int Threads>
struct block_threads {
    static constexpr int count = Threads;
    static int rank() { return thread_in_block(); }
    static void sync() { __syncthreads(); }
};
template <int Lanes>
struct warp_lanes {
    static constexpr int count = Lanes;
    static int rank() { return thread_in_block() % 32 % Lanes; }
    static void sync() { __syncwarp((~0u >> (32 - Lanes)) << (thread_in_block() % 32 - rank())); }
};

}  // namespace detail

/// Where the threads of a block leave their values for the first warp, which takes a segment a lane.
template <class T, int Threads>
struct BlockRakingLayout {
    static constexpr int SHARED_ELEMENTS = Threads, MAX_RAKING_THREADS = Threads < 32 ? Threads : 32,
                         SEGMENT_LENGTH = (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS,
                         RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH;
    static constexpr bool UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0;
    using TempStorage = detail::shared_values<T, RAKING_THREADS * SEGMENT_LENGTH>;

    static T* PlacementPtr(TempStorage& storage, unsigned thread) { return &storage[static_cast<int>(thread)]; }
    static T* RakingPtr(TempStorage& storage, unsigned lane) {
        return &storage[static_cast<int>(lane) * SEGMENT_LENGTH];
    }
};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

/// Thread 0 has the result, of the others nothing is said: they get what they gave.
template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
public:
    using TempStorage = detail::shared_values<T, X * Y * Z>;
    explicit BlockReduce(TempStorage& storage) : values_(storage) {}

    template <class Operator>
    T Reduce(T value, Operator combine, int valid = X * Y * Z) {
        const int thread = detail::thread_in_block();
        values_.put(thread, value);
        __syncthreads();
        return thread == 0 ? values_.combined(valid, combine) : value;
    }
    T Sum(T value, int valid = X * Y * Z) { return Reduce(value, cub::Sum(), valid); }
    template <int Items, class Operator>
    T Reduce(T (&items)[Items], Operator combine) {
        return Reduce(detail::combined(items, combine), combine);
    }
    template <int Items>
    T Sum(T (&items)[Items]) {
        return Reduce(items, cub::Sum());
    }

private:
    TempStorage& values_;
};

/// Lane 0 of each group of `Lanes` has the result, of the others nothing is said: they get what they gave.
template <class T, int Lanes = 32>
class WarpReduce {
public:
    using TempStorage = detail::shared_values<T, Lanes>;
    explicit WarpReduce(TempStorage& storage) : values_(storage) {}

    template <class Operator>
    T Reduce(T value, Operator combine, int valid = Lanes) {
        const int lane = detail::warp_lanes<Lanes>::rank();
        values_.put(lane, value);
        detail::warp_lanes<Lanes>::sync();
        return lane == 0 ? values_.combined(valid, combine) : value;
    }
    T Sum(T value, int valid = Lanes) { return Reduce(value, cub::Sum(), valid); }

private:
    TempStorage& values_;
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// `total`, where it is asked for, is all threads' without the initial value.
template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
public:
    using TempStorage = detail::shared_values<T, X * Y * Z>;
    explicit BlockScan(TempStorage& storage) : values_(storage) {}

    template <class Operator, class... Total>
    void InclusiveScan(T in, T& out, Operator combine, Total&... total) {
        const int thread = share(in);
        out = values_.combined(thread + 1, combine);
        ((total = values_.combined(X * Y * Z, combine)), ...);
    }
    template <class Operator, class... Total>
    void ExclusiveScan(T in, T& out, T initial, Operator combine, Total&... total) {
        const int thread = share(in);
        out = thread == 0 ? initial : combine(initial, values_.combined(thread, combine));
        ((total = values_.combined(X * Y * Z, combine)), ...);
    }
    template <class... Total>
    void InclusiveSum(T in, T& out, Total&... total) {
        InclusiveScan(in, out, cub::Sum(), total...);
    }
    template <class... Total>
    void ExclusiveSum(T in, T& out, Total&... total) {
        ExclusiveScan(in, out, T{}, cub::Sum(), total...);
    }

    // Several items a thread.
    template <int Items, class Operator, class... Total>
    void InclusiveScan(T (&in)[Items], T (&out)[Items], Operator combine, Total&... total) {
        const int thread = share(detail::combined(in, combine));
        T sum = in[0];
        for (int i = 0; i < Items; ++i) {
            if (i > 0) sum = combine(sum, in[i]);
            out[i] = thread == 0 ? sum : combine(values_.combined(thread, combine), sum);
        }
        ((total = values_.combined(X * Y * Z, combine)), ...);
    }
    template <int Items, class Operator, class... Total>
    void ExclusiveScan(T (&in)[Items], T (&out)[Items], T initial, Operator combine, Total&... total) {
        const int thread = share(detail::combined(in, combine));
        T sum = thread == 0 ? initial : combine(initial, values_.combined(thread, combine));
        for (int i = 0; i < Items; ++i) {
            const T mine = in[i];  // `out` may be `in`
            out[i] = sum;
            sum = combine(sum, mine);
        }
        ((total = values_.combined(X * Y * Z, combine)), ...);
    }
    template <int Items, class... Total>
    void InclusiveSum(T (&in)[Items], T (&out)[Items], Total&... total) {
        InclusiveScan(in, out, cub::Sum(), total...);
    }
    template <int Items, class... Total>
    void ExclusiveSum(T (&in)[Items], T (&out)[Items], Total&... total) {
        ExclusiveScan(in, out, T{}, cub::Sum(), total...);
    }

private:
    int share(const T& value) {
        const int thread = detail::thread_in_block();
        values_.put(thread, value);
        __syncthreads();
        return thread;
    }

    TempStorage& values_;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
