// CUB's calls that select, partition, encode runs, and count by bins.
#pragma once

#include <cuda/functional>
#include <strider/check/shims/cub/device_call.hpp>

namespace cub {

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
