// CUB's functions and iterators of one thread, and of a warp's lanes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <strider/check/shims/cub/types.hpp>

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier How, class In>
[[gnu::always_inline]] inline detail::value_of<In> ThreadLoad(In at) {
    if constexpr (How == LOAD_VOLATILE || How == LOAD_CV)
        return *static_cast<const volatile detail::value_of<In>*>(&*at);
    else
        return *at;
}
template <CacheStoreModifier How, class Out, class T>
[[gnu::always_inline]] inline void ThreadStore(Out at, T value) {
    if constexpr (How == STORE_VOLATILE)
        *static_cast<volatile detail::value_of<Out>*>(&*at) = value;
    else
        *at = value;
}

template <CacheLoadModifier How, class T, class Offset = std::ptrdiff_t>
struct CacheModifiedInputIterator {
    using value_type = T;
    const T* at;
    explicit CacheModifiedInputIterator(const T* at) : at(at) {}
    T operator*() const { return ThreadLoad<How>(at); }
    T operator[](Offset i) const { return ThreadLoad<How>(at + i); }
    CacheModifiedInputIterator operator+(Offset i) const { return CacheModifiedInputIterator(at + i); }
};
/// An iterator for results: `*iterator = value` or `iterator[i] = value` is a store.
template <CacheStoreModifier How, class T, class Offset = std::ptrdiff_t>
struct CacheModifiedOutputIterator {
    struct reference {
        T* at;
        T operator=(T value) const {
            ThreadStore<How>(at, value);
            return value;
        }
    };
    using value_type = void;
    T* at;
    explicit CacheModifiedOutputIterator(T* at) : at(at) {}
    reference operator*() const { return {at}; }
    reference operator[](Offset i) const { return {at + i}; }
    CacheModifiedOutputIterator operator+(Offset i) const { return CacheModifiedOutputIterator(at + i); }
};
/// Reads through a texture, whose values are those of the array.
template <class T, class Offset = std::ptrdiff_t>
struct TexObjInputIterator {
    using value_type = T;
    const T* at = nullptr;
    template <class Qualified>
    cudaError_t BindTexture(Qualified* array, std::size_t = 0, std::size_t offset = 0) {
        at = array + offset;
        return cudaSuccess;
    }
    cudaError_t UnbindTexture() {
        at = nullptr;
        return cudaSuccess;
    }
    T operator*() const { return __ldg(at); }
    T operator[](Offset i) const { return __ldg(at + i); }
    TexObjInputIterator operator+(Offset i) const { return {at + i}; }
};
/// Each element with its index.
template <class In, class Offset = std::ptrdiff_t, class T = detail::value_of<In>>
struct ArgIndexInputIterator {
    using value_type = KeyValuePair<Offset, T>;
    In at;
    Offset first = 0;
    explicit ArgIndexInputIterator(In at, Offset first = 0) : at(at), first(first) {}
    value_type operator*() const { return (*this)[0]; }
    value_type operator[](Offset i) const { return value_type(first + i, at[first + i]); }
    ArgIndexInputIterator operator+(Offset i) const { return ArgIndexInputIterator(at, first + i); }
};

template <class In, class Offset, class T>
constexpr Offset LowerBound(In in, Offset count, T value) {
    return static_cast<Offset>(std::lower_bound(in, in + count, value) - in);
}
template <class In, class Offset, class T>
constexpr Offset UpperBound(In in, Offset count, T value) {
    return static_cast<Offset>(std::upper_bound(in, in + count, value) - in);
}
/// The place where the diagonal crosses the path that merges two arrays.
template <class A, class B, class Offset, class Coordinate>
void MergePathSearch(Offset diagonal, A a, B b, Offset count_a, Offset count_b, Coordinate& crossing) {
    Offset low = std::max<Offset>(diagonal - count_b, 0), high = std::min<Offset>(diagonal, count_a);
    while (low < high) {
        const Offset middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - middle - 1])
            low = middle + 1;
        else
            high = middle;
    }
    crossing.x = low;
    crossing.y = diagonal - low;
}

template <class In, class Operator>
auto ThreadReduce(const In& items, Operator combine) {
    auto result = items[0];
    for (std::size_t i = 1; i < std::size(items); ++i) result = combine(result, items[i]);
    return result;
}
template <class In, class Operator, class T>
auto ThreadReduce(const In& items, Operator combine, T prefix) {
    for (const auto& item : items) prefix = combine(prefix, item);
    return prefix;
}

namespace internal {
template <int Length, class T, class Operator>
T ThreadScanInclusive(T* in, T* out, Operator combine) {
    out[0] = in[0];
    for (int i = 1; i < Length; ++i) out[i] = combine(out[i - 1], in[i]);
    return out[Length - 1];
}
template <int Length, class T, class Operator>
T ThreadScanInclusive(T* in, T* out, Operator combine, T prefix, bool apply_prefix = true) {
    const T first = in[0];
    out[0] = apply_prefix ? combine(prefix, first) : first;
    for (int i = 1; i < Length; ++i) out[i] = combine(out[i - 1], in[i]);
    return out[Length - 1];
}
/// Returns the sum of all. Without the prefix, the first result stays as it is.
template <int Length, class T, class Operator>
T ThreadScanExclusive(T* in, T* out, Operator combine, T prefix, bool apply_prefix = true) {
    T sum = apply_prefix ? combine(prefix, in[0]) : in[0];
    if (apply_prefix) out[0] = prefix;
    for (int i = 1; i < Length; ++i) {
        const T item = in[i];  // `out` may be `in`
        out[i] = sum;
        sum = combine(sum, item);
    }
    return sum;
}
template <int Length, class T, class... Rest>
T ThreadScanInclusive(T (&in)[Length], T (&out)[Length], Rest... rest) {
    return ThreadScanInclusive<Length>(&in[0], &out[0], rest...);
}
template <int Length, class T, class... Rest>
T ThreadScanExclusive(T (&in)[Length], T (&out)[Length], Rest... rest) {
    return ThreadScanExclusive<Length>(&in[0], &out[0], rest...);
}
}  // namespace internal

template <class Key, class Value, class Before, int Items>
void StableOddEvenSort(Key (&keys)[Items], Value (&values)[Items], Before before) {
    for (int round = 0; round < Items; ++round)
        for (int i = round % 2; i + 1 < Items; i += 2)
            if (before(keys[i + 1], keys[i])) std::swap(keys[i], keys[i + 1]), std::swap(values[i], values[i + 1]);
}

// Lanes of a warp
template <class T>
unsigned BFE(T value, unsigned begin, unsigned count) {
    return static_cast<unsigned>(value >> begin & ((1ull << count) - 1));
}
inline int RowMajorTid(int x, int y, int) {
    return static_cast<int>(threadIdx.x) + x * (static_cast<int>(threadIdx.y) + y * static_cast<int>(threadIdx.z));
}
template <int Lanes>
constexpr unsigned WarpMask(unsigned warp) {
    const unsigned mask = ~0u >> (32 - Lanes);
    return PowerOfTwo<Lanes>::VALUE && Lanes < 32 ? mask << warp * Lanes : mask;
}
/// A lane whose source is outside of its group keeps its own value.
template <int Lanes, class T>
T ShuffleUp(T value, int distance, int first_lane, unsigned mask) {
    const int lane = detail::warp_lanes<Lanes>::rank();
    const T other = __shfl_up_sync(mask, value, static_cast<unsigned>(distance), Lanes);
    return lane - distance < first_lane ? value : other;
}
template <int Lanes, class T>
T ShuffleDown(T value, int distance, int last_lane, unsigned mask) {
    const int lane = detail::warp_lanes<Lanes>::rank();
    const T other = __shfl_down_sync(mask, value, static_cast<unsigned>(distance), Lanes);
    return lane + distance > last_lane ? value : other;
}
template <int Lanes, class T>
T ShuffleIndex(T value, int lane, unsigned mask) {
    return __shfl_sync(mask, value, lane, Lanes);
}
/// The lanes with the same lowest bits.
template <int Bits>
unsigned MatchAny(unsigned label) {
    return __match_any_sync(~0u, label & ((1ull << Bits) - 1));
}
inline unsigned LogicShiftLeft(unsigned value, unsigned count) { return count < 32 ? value << count : 0; }
inline unsigned LogicShiftRight(unsigned value, unsigned count) { return count < 32 ? value >> count : 0; }

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
