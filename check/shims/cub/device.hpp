// CUB's device-wide calls, in its names: each is a launch of one thread, which does all of the work, so that their
// arrays are checked as those of kernels.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <cuda/functional>
#include <strider/check/runtime/program.hpp>
#include <strider/check/shims/cub/items.hpp>
#include <strider/emulator/session.hpp>

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char*, int) { return error; }
#define CubDebug(error) cub::Debug(static_cast<cudaError_t>(error), __FILE__, __LINE__)
#define CubDebugExit(error)                \
    do {                                   \
        if (CubDebug(error)) std::exit(1); \
    } while (false)

namespace detail {

template <class Iterator>
using value_of = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Iterator>())>>;

/// Values where there are only keys.
struct nothing {
    NullType& operator[](std::ptrdiff_t) const { return none; }
    NullType& operator*() const { return none; }
    static inline NullType none;
};

/// As CUB's calls go: without temporary storage they only tell how much they need.
template <class Work>
cudaError_t run(const char* name, void* storage, std::size_t& bytes, cudaStream_t stream, Work work,
                std::size_t needs = 1) {
    if (storage == nullptr) {
        bytes = needs;
        return cudaSuccess;
    }
    const ::strider::emulation::library_call by_the_user;
    ::strider::emulation::program::launch(name, work, nullptr, 1, 1, 0, stream)();
    return cudaPeekAtLastError();
}

}  // namespace detail

struct DeviceReduce {
    template <class In, class Out, class Operator, class T>
    static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count, Operator combine,
                              T initial, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceReduce", storage, bytes, stream, [=] {
            T result = initial;
            for (std::ptrdiff_t i = 0; i < count; ++i) result = combine(result, in[i]);
            *out = result;
        });
    }
    template <class In, class Out>
    static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, count, cub::Sum(), detail::value_of<In>{}, stream);
    }
    template <class In, class Out>
    static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                           cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return Reduce(storage, bytes, in, out, count, cub::Min(), limits::max(), stream);
    }
    template <class In, class Out>
    static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                           cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return Reduce(storage, bytes, in, out, count, cub::Max(), limits::lowest(), stream);
    }
    /// The first of the least elements, and its index.
    template <class In, class Out>
    static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, int count,
                              cudaStream_t stream = nullptr) {
        return extreme(storage, bytes, in, out, count, cub::ArgMin(), stream);
    }
    template <class In, class Out>
    static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, int count,
                              cudaStream_t stream = nullptr) {
        return extreme(storage, bytes, in, out, count, cub::ArgMax(), stream);
    }

    template <class In, class Out, class Operator, class Transform, class T>
    static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                       Operator combine, Transform transform, T initial,
                                       cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceReduce", storage, bytes, stream, [=] {
            T result = initial;
            for (std::ptrdiff_t i = 0; i < count; ++i) result = combine(result, transform(in[i]));
            *out = result;
        });
    }
    /// Reduces each run of equal keys.
    template <class Keys, class Unique, class In, class Out, class Runs, class Operator>
    static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, Unique unique, In in, Out out,
                                   Runs runs, Operator combine, std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceReduce", storage, bytes, stream, [=] {
            std::ptrdiff_t made = 0;
            for (std::ptrdiff_t i = 0; i < count; ++made) {
                detail::value_of<In> result = in[i];
                unique[made] = keys[i];
                while (++i < count && keys[i] == keys[i - 1]) result = combine(result, in[i]);
                out[made] = result;
            }
            *runs = static_cast<detail::value_of<Runs>>(made);
        });
    }

private:
    template <class In, class Out, class Operator>
    static cudaError_t extreme(void* storage, std::size_t& bytes, In in, Out out, int count, Operator combine,
                               cudaStream_t stream) {
        using pair = KeyValuePair<int, detail::value_of<In>>;
        return detail::run("cub.DeviceReduce", storage, bytes, stream, [=] {
            if (count == 0) return;
            pair result(0, in[0]);
            for (int i = 1; i < count; ++i) result = combine(result, pair(i, in[i]));
            *out = result;
        });
    }
};

struct DeviceScan {
    template <class In, class Out, class Operator, class T>
    static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Operator combine, T initial,
                                     std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            T sum = initial;
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                const detail::value_of<In> mine = in[i];  // `out` may be `in`
                out[i] = sum;
                sum = combine(sum, mine);
            }
        });
    }
    template <class In, class Out>
    static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveScan(storage, bytes, in, out, cub::Sum(), detail::value_of<In>{}, count, stream);
    }
    template <class In, class Out, class Operator>
    static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Operator combine,
                                     std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            if (count == 0) return;
            detail::value_of<In> sum = in[0];
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                if (i > 0) sum = combine(sum, in[i]);
                out[i] = sum;
            }
        });
    }
    template <class In, class Out>
    static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return InclusiveScan(storage, bytes, in, out, cub::Sum(), count, stream);
    }
    // In place.
    template <class Data>
    static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, Data data, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveSum(storage, bytes, data, data, count, stream);
    }
    template <class Data>
    static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, Data data, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return InclusiveSum(storage, bytes, data, data, count, stream);
    }

    // Each run of equal keys by itself.
    template <class Keys, class In, class Out, class Operator, class T, class Equal = ::cuda::std::equal_to<>>
    static cudaError_t ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                          Operator combine, T initial, std::ptrdiff_t count, Equal equal = {},
                                          cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            T sum = initial;
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                if (i > 0 && !equal(keys[i - 1], keys[i])) sum = initial;
                const detail::value_of<In> mine = in[i];
                out[i] = sum;
                sum = combine(sum, mine);
            }
        });
    }
    template <class Keys, class In, class Out, class Operator, class Equal = ::cuda::std::equal_to<>>
    static cudaError_t InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                          Operator combine, std::ptrdiff_t count, Equal equal = {},
                                          cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            if (count == 0) return;
            detail::value_of<In> sum = in[0];
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                if (i > 0) sum = equal(keys[i - 1], keys[i]) ? combine(sum, in[i]) : in[i];
                out[i] = sum;
            }
        });
    }
    template <class Keys, class In, class Out, class Equal = ::cuda::std::equal_to<>>
    static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                         std::ptrdiff_t count, Equal equal = {}, cudaStream_t stream = nullptr) {
        return ExclusiveScanByKey(storage, bytes, keys, in, out, cub::Sum(), detail::value_of<In>{}, count, equal,
                                  stream);
    }
    template <class Keys, class In, class Out, class Equal = ::cuda::std::equal_to<>>
    static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                         std::ptrdiff_t count, Equal equal = {}, cudaStream_t stream = nullptr) {
        return InclusiveScanByKey(storage, bytes, keys, in, out, cub::Sum(), count, equal, stream);
    }
};

/// Copies what is wanted, in its order, and counts it.
struct DeviceSelect {
    template <class In, class Out, class Count, class Predicate>
    static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count selected, std::ptrdiff_t count,
                          Predicate wanted, cudaStream_t stream = nullptr) {
        return run(storage, bytes, in, out, selected, count, stream, [=](std::ptrdiff_t i) { return wanted(in[i]); });
    }
    template <class In, class Flags, class Out, class Count>
    static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count selected,
                               std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return run(storage, bytes, in, out, selected, count, stream,
                   [=](std::ptrdiff_t i) { return static_cast<bool>(flags[i]); });
    }
    template <class In, class Out, class Count>
    static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Count selected, std::ptrdiff_t count,
                              cudaStream_t stream = nullptr) {
        return run(storage, bytes, in, out, selected, count, stream,
                   [=](std::ptrdiff_t i) { return i == 0 || !(in[i] == in[i - 1]); });
    }

    /// The first key of each run, and its value.
    template <class Keys, class In, class UniqueKeys, class Out, class Count, class Equal = ::cuda::std::equal_to<>>
    static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, In in, UniqueKeys unique, Out out,
                                   Count selected, std::ptrdiff_t count, Equal equal, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceSelect", storage, bytes, stream, [=] {
            std::ptrdiff_t made = 0;
            for (std::ptrdiff_t i = 0; i < count; ++i)
                if (i == 0 || !equal(keys[i - 1], keys[i])) unique[made] = keys[i], out[made++] = in[i];
            *selected = static_cast<detail::value_of<Count>>(made);
        });
    }
    template <class Keys, class In, class UniqueKeys, class Out, class Count>
    static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, In in, UniqueKeys unique, Out out,
                                   Count selected, std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return UniqueByKey(storage, bytes, keys, in, unique, out, selected, count, ::cuda::std::equal_to<>(), stream);
    }

private:
    template <class In, class Out, class Count, class Wanted>
    static cudaError_t run(void* storage, std::size_t& bytes, In in, Out out, Count selected, std::ptrdiff_t count,
                           cudaStream_t stream, Wanted wanted) {
        return detail::run("cub.DeviceSelect", storage, bytes, stream, [=] {
            std::ptrdiff_t made = 0;
            for (std::ptrdiff_t i = 0; i < count; ++i)
                if (wanted(i)) out[made++] = in[i];
            *selected = static_cast<detail::value_of<Count>>(made);
        });
    }
};

struct DeviceRunLengthEncode {
    template <class In, class Unique, class Lengths, class Runs>
    static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Unique unique, Lengths lengths, Runs runs,
                              std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceRunLengthEncode", storage, bytes, stream, [=] {
            std::ptrdiff_t made = 0;
            for (std::ptrdiff_t first = 0, i = 1; first < count; ++i) {
                if (i < count && in[i] == in[first]) continue;
                unique[made] = in[first];
                lengths[made++] = static_cast<detail::value_of<Lengths>>(i - first);
                first = i;
            }
            *runs = static_cast<detail::value_of<Runs>>(made);
        });
    }
};

struct DeviceHistogram {
    /// `levels` - 1 bins of equal width from `lower` until `upper`.
    template <class In, class Counter, class Level>
    static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Counter* histogram, int levels,
                                     Level lower, Level upper, std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceHistogram", storage, bytes, stream, [=] {
            const int bins = levels - 1;
            for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                const auto sample = static_cast<Level>(in[i]);
                if (sample < lower || !(sample < upper)) continue;
                const auto bin = static_cast<int>((static_cast<double>(sample) - static_cast<double>(lower)) * bins /
                                                  (static_cast<double>(upper) - static_cast<double>(lower)));
                ++histogram[bin < bins ? bin : bins - 1];
            }
        });
    }
};

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

/// Reduces each segment.
struct DeviceSegmentedReduce {
    template <class In, class Out, class Begins, class Ends, class Operator, class T>
    static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                              Ends ends, Operator combine, T initial, cudaStream_t stream = nullptr) {
        return each(storage, bytes, out, segments, begins, ends, stream, [=](auto begin, auto end) {
            T result = initial;
            for (; begin < end; ++begin) result = combine(result, in[begin]);
            return result;
        });
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                           Ends ends, cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(), detail::value_of<In>{}, stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                           Ends ends, cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(), limits::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                           Ends ends, cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(), limits::lowest(), stream);
    }
    /// The index in the segment; of an empty one, 1 and the largest or least value.
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                              Ends ends, cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return extreme(storage, bytes, in, out, segments, begins, ends, cub::ArgMin(), limits::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments, Begins begins,
                              Ends ends, cudaStream_t stream = nullptr) {
        using limits = std::numeric_limits<detail::value_of<In>>;
        return extreme(storage, bytes, in, out, segments, begins, ends, cub::ArgMax(), limits::lowest(), stream);
    }

private:
    template <class In, class Out, class Begins, class Ends, class Operator, class T>
    static cudaError_t extreme(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t segments,
                               Begins begins, Ends ends, Operator combine, T of_none, cudaStream_t stream) {
        return each(storage, bytes, out, segments, begins, ends, stream, [=](auto begin, auto end) {
            using pair = KeyValuePair<int, detail::value_of<In>>;
            pair result(1, of_none);
            for (auto i = begin; i < end; ++i) {
                const pair mine(static_cast<int>(i - begin), in[i]);
                result = i == begin ? mine : combine(result, mine);
            }
            return result;
        });
    }
    template <class Out, class Begins, class Ends, class Segment>
    static cudaError_t each(void* storage, std::size_t& bytes, Out out, std::ptrdiff_t segments, Begins begins,
                            Ends ends, cudaStream_t stream, Segment of) {
        return detail::run("cub.DeviceSegmentedReduce", storage, bytes, stream, [=] {
            for (std::ptrdiff_t i = 0; i < segments; ++i)
                out[i] = of(static_cast<std::ptrdiff_t>(begins[i]), static_cast<std::ptrdiff_t>(ends[i]));
        });
    }
};

/// Selected items keep their order at the beginning; the others stand backwards from the end.
struct DevicePartition {
    template <class In, class Flags, class Out, class Count>
    static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count selected,
                               std::ptrdiff_t count, cudaStream_t stream = nullptr) {
        return run(storage, bytes, in, out, selected, count, stream,
                   [=](std::ptrdiff_t i) { return static_cast<bool>(flags[i]); });
    }
    template <class In, class Out, class Count, class Predicate>
    static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count selected, std::ptrdiff_t count,
                          Predicate wanted, cudaStream_t stream = nullptr) {
        return run(storage, bytes, in, out, selected, count, stream, [=](std::ptrdiff_t i) { return wanted(in[i]); });
    }

private:
    template <class In, class Out, class Count, class Wanted>
    static cudaError_t run(void* storage, std::size_t& bytes, In in, Out out, Count selected, std::ptrdiff_t count,
                           cudaStream_t stream, Wanted wanted) {
        return detail::run("cub.DevicePartition", storage, bytes, stream, [=] {
            std::ptrdiff_t made = 0, others = count;
            for (std::ptrdiff_t i = 0; i < count; ++i) out[wanted(i) ? made++ : --others] = in[i];
            *selected = static_cast<detail::value_of<Count>>(made);
        });
    }
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
