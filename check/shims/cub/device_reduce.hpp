// CUB's reductions of arrays and of segments.
#pragma once

#include <limits>

#include <strider/check/shims/cub/device_call.hpp>
#include <strider/check/shims/cub/items.hpp>

namespace cub {

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

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
