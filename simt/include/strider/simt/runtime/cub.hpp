// CUB's device-wide calls, in its names: each is a launch of one thread, which does all of the work, so that their
// arrays are checked as those of kernels.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

#include <strider/simt/dialect/cub_items.hpp>
#include <strider/simt/program.hpp>
#include <strider/simt/session.hpp>

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

/// As CUB's calls go: without temporary storage they only tell how much they need.
template <class Work>
cudaError_t run(const char* name, void* storage, std::size_t& bytes, cudaStream_t stream, Work work) {
    if (storage == nullptr) {
        bytes = 1;
        return cudaSuccess;
    }
    const ::strider::executor::library_call by_the_user;
    ::strider::executor::program::launch(name, work, nullptr, 1, 1, 0, stream)();
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

/// Two buffers, of which one has the data.
template <class T>
struct DoubleBuffer {
    T* d_buffers[2];
    int selector = 0;

    DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
    T* Current() { return d_buffers[selector]; }
    T* Alternate() { return d_buffers[selector ^ 1]; }
};

struct DeviceRadixSort {
// Keys alone and with values, between arrays and between buffers.
#define STRIDER_CUB_SORT(direction, descending)                                                                        \
    template <class Key>                                                                                               \
    static cudaError_t SortKeys##direction(void* storage, std::size_t& bytes, const Key* in, Key* out,                 \
                                           std::ptrdiff_t count, int begin_bit = 0, int end_bit = 8 * sizeof(Key),     \
                                           cudaStream_t stream = nullptr) {                                            \
        return sort<Key, NullType>(storage, bytes, {in, out, nullptr, nullptr}, count, descending, begin_bit, end_bit, \
                                   stream);                                                                            \
    }                                                                                                                  \
    template <class Key, class Value>                                                                                  \
    static cudaError_t SortPairs##direction(                                                                           \
        void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values_in, Value* values_out,         \
        std::ptrdiff_t count, int begin_bit = 0, int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {       \
        return sort<Key, Value>(storage, bytes, {in, out, values_in, values_out}, count, descending, begin_bit,        \
                                end_bit, stream);                                                                      \
    }                                                                                                                  \
    template <class Key>                                                                                               \
    static cudaError_t SortKeys##direction(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,                 \
                                           std::ptrdiff_t count, int begin_bit = 0, int end_bit = 8 * sizeof(Key),     \
                                           cudaStream_t stream = nullptr) {                                            \
        const cudaError_t error =                                                                                      \
            SortKeys##direction(storage, bytes, keys.Current(), keys.Alternate(), count, begin_bit, end_bit, stream);  \
        if (storage != nullptr) keys.selector ^= 1;                                                                    \
        return error;                                                                                                  \
    }                                                                                                                  \
    template <class Key, class Value>                                                                                  \
    static cudaError_t SortPairs##direction(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,                \
                                            DoubleBuffer<Value>& values, std::ptrdiff_t count, int begin_bit = 0,      \
                                            int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {            \
        const cudaError_t error =                                                                                      \
            SortPairs##direction(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),                   \
                                 values.Alternate(), count, begin_bit, end_bit, stream);                               \
        if (storage != nullptr) keys.selector ^= 1, values.selector ^= 1;                                              \
        return error;                                                                                                  \
    }
    STRIDER_CUB_SORT(, false)
    STRIDER_CUB_SORT(Descending, true)
#undef STRIDER_CUB_SORT

private:
    template <class Key, class Value>
    struct arrays {
        const Key* in;
        Key* out;
        const Value* values_in;
        Value* values_out;
    };
    /// The temporary storage holds the places of keys in their order.
    template <class Key, class Value>
    static cudaError_t sort(void* storage, std::size_t& bytes, const arrays<Key, Value>& all, std::ptrdiff_t count,
                            bool descending, int begin_bit, int end_bit, cudaStream_t stream) {
        const bool asks = storage == nullptr;
        const cudaError_t error = detail::run("cub.DeviceRadixSort", storage, bytes, stream, [=] {
            auto* const order = static_cast<std::uint32_t*>(storage);
            detail::sort_places(all.in, order, static_cast<std::size_t>(count), descending, begin_bit, end_bit);
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                all.out[i] = all.in[order[i]];
                if (all.values_out != nullptr) all.values_out[i] = all.values_in[order[i]];
            }
        });
        if (asks) bytes = static_cast<std::size_t>(count) * sizeof(std::uint32_t) + 1;
        return error;
    }
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
