// CUB's sorts of arrays and of segments.
#pragma once

#include <cstdint>

#include <strider/check/shims/cub/device_call.hpp>
#include <strider/check/shims/cub/sorts.hpp>

namespace cub {

/// Two buffers; one has the data.
template <class T>
struct DoubleBuffer {
    T* d_buffers[2];
    int selector = 0;

    DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
    T* Current() { return d_buffers[selector]; }
    T* Alternate() { return d_buffers[selector ^ 1]; }
};

namespace detail {

template <class Key, class Value>
struct sorted_arrays {
    const Key* in;
    Key* out;
    const Value* values_in;
    Value* values_out;
};
/// The same offset for every segment.
struct offset {
    std::ptrdiff_t value;
    std::ptrdiff_t operator[](std::ptrdiff_t) const { return value; }
};

/// The temporary storage holds the places of keys in their order.
template <class Key, class Value, class Begins, class Ends>
cudaError_t sort_segments(const char* name, void* storage, std::size_t& bytes, const sorted_arrays<Key, Value>& all,
                          std::ptrdiff_t count, bool descending, std::ptrdiff_t segments, Begins begins, Ends ends,
                          int begin_bit, int end_bit, cudaStream_t stream) {
    return run(
        name, storage, bytes, stream,
        [=] {
            auto* const order = static_cast<std::uint32_t*>(storage);
            for (std::ptrdiff_t segment = 0; segment < segments; ++segment) {
                const std::ptrdiff_t begin = begins[segment], length = ends[segment] - begin;
                if (length <= 0) continue;
                sort_places(all.in + begin, order, static_cast<std::size_t>(length), descending, begin_bit, end_bit);
                for (std::ptrdiff_t i = 0; i < length; ++i) {
                    all.out[begin + i] = all.in[begin + order[i]];
                    if (all.values_out != nullptr) all.values_out[begin + i] = all.values_in[begin + order[i]];
                }
            }
        },
        static_cast<std::size_t>(count) * sizeof(std::uint32_t) + 1);
}

// Keys alone and with values, between arrays and between buffers. `more` are segments, bits and a stream.
#define STRIDER_CUB_SORT(name, direction, descending)                                                                 \
    template <class Key, class... More>                                                                               \
    static cudaError_t name##Keys##direction(void* storage, std::size_t& bytes, const Key* in, Key* out,              \
                                             std::ptrdiff_t count, More... more) {                                    \
        return Of::sort(storage, bytes, sorted_arrays<Key, NullType>{in, out, nullptr, nullptr}, count, descending,   \
                        more...);                                                                                     \
    }                                                                                                                 \
    template <class Key, class Value, class... More>                                                                  \
    static cudaError_t name##Pairs##direction(void* storage, std::size_t& bytes, const Key* in, Key* out,             \
                                              const Value* values_in, Value* values_out, std::ptrdiff_t count,        \
                                              More... more) {                                                         \
        return Of::sort(storage, bytes, sorted_arrays<Key, Value>{in, out, values_in, values_out}, count, descending, \
                        more...);                                                                                     \
    }                                                                                                                 \
    template <class Key, class... More>                                                                               \
    static cudaError_t name##Keys##direction(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,              \
                                             std::ptrdiff_t count, More... more) {                                    \
        const cudaError_t error =                                                                                     \
            name##Keys##direction(storage, bytes, keys.Current(), keys.Alternate(), count, more...);                  \
        if (storage != nullptr) keys.selector ^= 1;                                                                   \
        return error;                                                                                                 \
    }                                                                                                                 \
    template <class Key, class Value, class... More>                                                                  \
    static cudaError_t name##Pairs##direction(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,             \
                                              DoubleBuffer<Value>& values, std::ptrdiff_t count, More... more) {      \
        const cudaError_t error = name##Pairs##direction(storage, bytes, keys.Current(), keys.Alternate(),            \
                                                         values.Current(), values.Alternate(), count, more...);       \
        if (storage != nullptr) keys.selector ^= 1, values.selector ^= 1;                                             \
        return error;                                                                                                 \
    }
template <class Of>
struct sorts {
    STRIDER_CUB_SORT(Sort, , false)
    STRIDER_CUB_SORT(Sort, Descending, true)
};
template <class Of>
struct stable_sorts {
    STRIDER_CUB_SORT(StableSort, , false)
    STRIDER_CUB_SORT(StableSort, Descending, true)
};
#undef STRIDER_CUB_SORT

}  // namespace detail

struct DeviceRadixSort : detail::sorts<DeviceRadixSort> {
    template <class Key, class Value>
    static cudaError_t sort(void* storage, std::size_t& bytes, const detail::sorted_arrays<Key, Value>& all,
                            std::ptrdiff_t count, bool descending, int begin_bit = 0, int end_bit = 8 * sizeof(Key),
                            cudaStream_t stream = nullptr) {
        return detail::sort_segments("cub.DeviceRadixSort", storage, bytes, all, count, descending, 1,
                                     detail::offset{0}, detail::offset{count}, begin_bit, end_bit, stream);
    }
};
struct DeviceSegmentedRadixSort : detail::sorts<DeviceSegmentedRadixSort> {
    template <class Key, class Value, class Begins, class Ends>
    static cudaError_t sort(void* storage, std::size_t& bytes, const detail::sorted_arrays<Key, Value>& all,
                            std::ptrdiff_t count, bool descending, std::ptrdiff_t segments, Begins begins, Ends ends,
                            int begin_bit = 0, int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {
        return detail::sort_segments("cub.DeviceSegmentedRadixSort", storage, bytes, all, count, descending, segments,
                                     begins, ends, begin_bit, end_bit, stream);
    }
};
struct DeviceSegmentedSort : detail::sorts<DeviceSegmentedSort>, detail::stable_sorts<DeviceSegmentedSort> {
    template <class Key, class Value, class Begins, class Ends>
    static cudaError_t sort(void* storage, std::size_t& bytes, const detail::sorted_arrays<Key, Value>& all,
                            std::ptrdiff_t count, bool descending, std::ptrdiff_t segments, Begins begins, Ends ends,
                            cudaStream_t stream = nullptr) {
        return detail::sort_segments("cub.DeviceSegmentedSort", storage, bytes, all, count, descending, segments,
                                     begins, ends, 0, 8 * sizeof(Key), stream);
    }
};

/// By any order, in place or into another array.
struct DeviceMergeSort {
    template <class Keys, class Values, class Before>
    static cudaError_t SortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, std::ptrdiff_t count,
                                 Before before, cudaStream_t stream = nullptr) {
        return detail::run(
            "cub.DeviceMergeSort", storage, bytes, stream,
            [=] {
                auto* const from = static_cast<std::uint32_t*>(storage);
                detail::sort_places(from, static_cast<std::size_t>(count),
                                    [=](std::uint32_t a, std::uint32_t b) { return before(keys[a], keys[b]); });
                // Each cycle of places moves by one.
                for (std::uint32_t first = 0; first < count; ++first) {
                    const detail::value_of<Keys> key = keys[first];
                    const detail::value_of<Values> value = values[first];
                    std::uint32_t to = first;
                    for (std::uint32_t next = from[to]; next != first; next = from[to]) {
                        keys[to] = keys[next], values[to] = values[next];
                        from[to] = to;
                        to = next;
                    }
                    keys[to] = key, values[to] = value;
                    from[to] = to;
                }
            },
            static_cast<std::size_t>(count) * sizeof(std::uint32_t) + 1);
    }
    template <class Keys, class Before>
    static cudaError_t SortKeys(void* storage, std::size_t& bytes, Keys keys, std::ptrdiff_t count, Before before,
                                cudaStream_t stream = nullptr) {
        return SortPairs(storage, bytes, keys, detail::nothing(), count, before, stream);
    }
    template <class In, class ValuesIn, class Keys, class Values, class Before>
    static cudaError_t SortPairsCopy(void* storage, std::size_t& bytes, In in, ValuesIn values_in, Keys keys,
                                     Values values, std::ptrdiff_t count, Before before,
                                     cudaStream_t stream = nullptr) {
        return detail::run(
            "cub.DeviceMergeSort", storage, bytes, stream,
            [=] {
                auto* const from = static_cast<std::uint32_t*>(storage);
                detail::sort_places(from, static_cast<std::size_t>(count),
                                    [=](std::uint32_t a, std::uint32_t b) { return before(in[a], in[b]); });
                for (std::ptrdiff_t i = 0; i < count; ++i) keys[i] = in[from[i]], values[i] = values_in[from[i]];
            },
            static_cast<std::size_t>(count) * sizeof(std::uint32_t) + 1);
    }
    template <class In, class Keys, class Before>
    static cudaError_t SortKeysCopy(void* storage, std::size_t& bytes, In in, Keys keys, std::ptrdiff_t count,
                                    Before before, cudaStream_t stream = nullptr) {
        return SortPairsCopy(storage, bytes, in, detail::nothing(), keys, detail::nothing(), count, before, stream);
    }
    // All of these are stable.
    template <class... All>
    static cudaError_t StableSortPairs(void* storage, std::size_t& bytes, All... all) {
        return SortPairs(storage, bytes, all...);
    }
    template <class... All>
    static cudaError_t StableSortKeys(void* storage, std::size_t& bytes, All... all) {
        return SortKeys(storage, bytes, all...);
    }
    template <class... All>
    static cudaError_t StableSortKeysCopy(void* storage, std::size_t& bytes, All... all) {
        return SortKeysCopy(storage, bytes, all...);
    }
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
