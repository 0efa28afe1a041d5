// cuda::stream_ref: a stream that is another's.
#pragma once

#include <strider/check/runtime/stream.hpp>

namespace cuda {

class stream_ref {
public:
    constexpr stream_ref(cudaStream_t stream) : stream_(stream) {}
    stream_ref(int) = delete;
    stream_ref(decltype(nullptr)) = delete;

    constexpr cudaStream_t get() const { return stream_; }
    void sync() const { cudaStreamSynchronize(stream_); }
    void wait() const { sync(); }
    bool ready() const { return cudaStreamQuery(stream_) == cudaSuccess; }
    friend constexpr bool operator==(const stream_ref&, const stream_ref&) = default;

private:
    cudaStream_t stream_;
};

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
