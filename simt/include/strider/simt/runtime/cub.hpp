// CUB's device-wide calls, in its names: each is a launch of one thread, which does all of the work, so that their
// arrays are checked as those of kernels.
#pragma once

#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <strider/simt/dialect/cub.hpp>
#include <strider/simt/program.hpp>
#include <strider/simt/session.hpp>

namespace cub {

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
    ::strider::executor::program::launch(name, work, 1, 1, 0, stream)();
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
};

struct DeviceScan {
    template <class In, class Out>
    static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            detail::value_of<In> sum{};
            for (std::ptrdiff_t i = 0; i < count; ++i) {
                const detail::value_of<In> mine = in[i];  // `out` may be `in`
                out[i] = sum;
                sum = sum + mine;
            }
        });
    }
    template <class In, class Out>
    static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, std::ptrdiff_t count,
                                    cudaStream_t stream = nullptr) {
        return detail::run("cub.DeviceScan", storage, bytes, stream, [=] {
            detail::value_of<In> sum{};
            for (std::ptrdiff_t i = 0; i < count; ++i) out[i] = sum = sum + in[i];
        });
    }
};

}  // namespace cub
