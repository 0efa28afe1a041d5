// CUB's scans of arrays.
#pragma once

#include <cuda/functional>
#include <strider/check/shims/cub/device_call.hpp>

namespace cub {

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

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
