// CUB's simple loops over arrays, its copies of many ranges, and its allocator.
#pragma once

#include <strider/check/shims/cub/device.hpp>
#include <strider/check/shims/cub/thread.hpp>

namespace cub {

struct DeviceFor {
    template <class Count, class Function>
    static cudaError_t Bulk(Count count, Function function, cudaStream_t stream = nullptr) {
        char storage;
        std::size_t bytes = 0;
        return detail::run("cub.DeviceFor", &storage, bytes, stream, [=] {
            for (Count i = 0; i < count; ++i) function(i);
        });
    }
    template <class In, class Count, class Function>
    static cudaError_t ForEachN(In first, Count count, Function function, cudaStream_t stream = nullptr) {
        return Bulk(count, [=](Count i) { function(first[i]); }, stream);
    }
    template <class In, class Function>
    static cudaError_t ForEach(In first, In last, Function function, cudaStream_t stream = nullptr) {
        return ForEachN(first, last - first, function, stream);
    }
    // As CUB's other calls go.
    template <class... All>
    static cudaError_t Bulk(void* storage, std::size_t& bytes, All... all) {
        return storage == nullptr ? (bytes = 1, cudaSuccess) : Bulk(all...);
    }
    template <class... All>
    static cudaError_t ForEachN(void* storage, std::size_t& bytes, All... all) {
        return storage == nullptr ? (bytes = 1, cudaSuccess) : ForEachN(all...);
    }
    template <class... All>
    static cudaError_t ForEach(void* storage, std::size_t& bytes, All... all) {
        return storage == nullptr ? (bytes = 1, cudaSuccess) : ForEach(all...);
    }
};

struct DeviceTransform {
    template <class In, class Out, class Count, class Operator>
    static cudaError_t Transform(In in, Out out, Count count, Operator transform, cudaStream_t stream = nullptr) {
        return DeviceFor::Bulk(count, [=](Count i) { out[i] = transform(in[i]); }, stream);
    }
    template <class... In, class Out, class Count, class Operator>
    static cudaError_t Transform(::cuda::std::tuple<In...> in, Out out, Count count, Operator transform,
                                 cudaStream_t stream = nullptr) {
        return DeviceFor::Bulk(
            count,
            [=](Count i) {
                out[i] = ::cuda::std::apply([&](const auto&... from) { return transform(from[i]...); }, in);
            },
            stream);
    }
};

/// The difference of each element from its neighbour; the element without one stays.
struct DeviceAdjacentDifference {
    template <class In, class Out, class Operator = ::cuda::std::minus<>>
    static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                        Operator subtract = {}, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceAdjacentDifference", storage, bytes, stream, [=] {
            for (std::ptrdiff_t i = count; i-- > 0;) out[i] = i == 0 ? in[i] : subtract(in[i], in[i - 1]);
        });
    }
    template <class In, class Out, class Operator = ::cuda::std::minus<>>
    static cudaError_t SubtractRightCopy(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                         Operator subtract = {}, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceAdjacentDifference", storage, bytes, stream, [=] {
            for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = i + 1 == count ? in[i] : subtract(in[i], in[i + 1]);
        });
    }
    template <class Data, class Operator = ::cuda::std::minus<>>
    static cudaError_t SubtractLeft(void* storage, std::size_t& bytes, Data data, std::ptrdiff_t count,
                                    Operator subtract = {}, cudaStream_t stream = nullptr) {
        return SubtractLeftCopy(storage, bytes, data, data, count, subtract, stream);
    }
    template <class Data, class Operator = ::cuda::std::minus<>>
    static cudaError_t SubtractRight(void* storage, std::size_t& bytes, Data data, std::ptrdiff_t count,
                                     Operator subtract = {}, cudaStream_t stream = nullptr) {
        return SubtractRightCopy(storage, bytes, data, data, count, subtract, stream);
    }
};

/// The first array's keys come before equal keys of the second.
struct DeviceMerge {
    template <class Keys1, class Values1, class Keys2, class Values2, class Keys, class Values,
              class Before = ::cuda::std::less<>>
    static cudaError_t MergePairs(void* storage, std::size_t& bytes, Keys1 keys1, Values1 values1,
                                  std::ptrdiff_t count1, Keys2 keys2, Values2 values2, std::ptrdiff_t count2, Keys keys,
                                  Values values, Before before = {}, cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceMerge", storage, bytes, stream, [=] {
            for (std::ptrdiff_t i = 0, j = 0; i + j < count1 + count2;) {
                const std::ptrdiff_t to = i + j;
                const bool second = i == count1 || (j < count2 && before(keys2[j], keys1[i]));
                if (second)
                    keys[to] = keys2[j], values[to] = values2[j], ++j;
                else
                    keys[to] = keys1[i], values[to] = values1[i], ++i;
            }
        });
    }
    template <class Keys1, class Keys2, class Keys, class Before = ::cuda::std::less<>>
    static cudaError_t MergeKeys(void* storage, std::size_t& bytes, Keys1 keys1, std::ptrdiff_t count1, Keys2 keys2,
                                 std::ptrdiff_t count2, Keys keys, Before before = {}, cudaStream_t stream = nullptr) {
        return MergePairs(storage, bytes, keys1, detail::nothing(), count1, keys2, detail::nothing(), count2, keys,
                          detail::nothing(), before, stream);
    }
};

/// Copies many ranges: of items, or of bytes.
struct DeviceCopy {
    template <class In, class Out, class Sizes>
    static cudaError_t Batched(void* storage, std::size_t& bytes, In in, Out out, Sizes sizes, std::int64_t ranges,
                               cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceCopy", storage, bytes, stream, [=] {
            for (std::int64_t range = 0; range < ranges; ++range) {
                const auto from = in[range];
                const auto to = out[range];
                for (auto i = sizes[range] - sizes[range]; i < sizes[range]; ++i) to[i] = from[i];
            }
        });
    }
};
struct DeviceMemcpy {
    template <class In, class Out, class Sizes>
    static cudaError_t Batched(void* storage, std::size_t& bytes, In in, Out out, Sizes sizes, std::int64_t buffers,
                               cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceMemcpy", storage, bytes, stream, [=] {
            for (std::int64_t buffer = 0; buffer < buffers; ++buffer)
                memcpy(out[buffer], in[buffer], static_cast<std::size_t>(sizes[buffer]));
        });
    }
};

/// Frees at once what CUB's own keeps for the next allocation.
struct CachingDeviceAllocator {
    template <class... How>
    explicit CachingDeviceAllocator(How...) {}
    cudaError_t DeviceAllocate(void** pointer, std::size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc(pointer, bytes);
    }
    cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
