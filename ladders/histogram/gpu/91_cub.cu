// 91: CUB, cub::DeviceHistogram. For nvcc alone.
#include <cmath>
#include <cub/device/device_histogram.cuh>
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

namespace {

/// The scratch: CUB's counts, edges as CUB has them (where they are given), then its own scratch.
struct cub_scratch {
    std::size_t edges, own, bytes;
};

template <class T>
cub_scratch lay_out(const arguments& with, std::size_t own_bytes) {
    constexpr std::size_t alignment = 256;
    const auto aligned = [](std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; };
    const std::size_t edges = aligned(bins_of(with) * sizeof(unsigned));
    const std::size_t own = edges + aligned((bins_of(with) + 1) * sizeof(edge<T>));
    return {edges, own, own + own_bytes};
}

/// Counts into 32 bits, with which CUB is fastest, with scratch at `scratch`, or stores in `bytes` how much it wants
/// where that is null.
template <class T>
void run_cub(const arguments& with, void* scratch, std::size_t& bytes, unsigned* counts, const edge<T>* edges) {
    const T* const input = static_cast<const T*>(with.input);
    const unsigned bins = bins_of(with);
    const int levels = static_cast<int>(bins) + 1;
    const auto elements = static_cast<std::int64_t>(with.elements);
    if (with.parameters[edges_place] == given_edges) {
        check(cub::DeviceHistogram::HistogramRange(scratch, bytes, input, counts, levels, edges, elements,
                                                   stream_of(with)),
              "cub::DeviceHistogram::HistogramRange");
    } else {
        const auto [lower, width] = range_of<T>(bins);
        check(
            cub::DeviceHistogram::HistogramEven(scratch, bytes, input, counts, levels, lower,
                                                lower + static_cast<edge<T>>(bins) * width, elements, stream_of(with)),
            "cub::DeviceHistogram::HistogramEven");
    }
}

template <class T>
std::size_t bytes_of_cub(const arguments& with) {
    std::size_t bytes = 0;
    run_cub<T>(with, nullptr, bytes, nullptr, nullptr);
    return bytes;
}

/// CUB leaves the last edge out: it goes one value further.
template <class E>
__global__ void open_last_edge(const E* edges, E* open, unsigned bins) {
    for (unsigned b = threadIdx.x; b <= bins; b += blockDim.x) {
        if constexpr (std::is_floating_point_v<E>) {
            open[b] = b < bins ? edges[b] : nextafterf(edges[b], INFINITY);
        } else {
            open[b] = b < bins ? edges[b] : edges[b] + 1;
        }
    }
}

/// CUB does not count what is outside: it is what the bins lack. One block.
__global__ void widen(const unsigned* narrow, count* counts, unsigned bins, std::uint64_t elements) {
    __shared__ count inside;
    if (threadIdx.x == 0) inside = 0;
    __syncthreads();
    count mine = 0;
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x) {
        counts[b] = narrow[b];
        mine += narrow[b];
    }
    atomicAdd(&inside, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[bins] = elements - inside;
}

const registration cub_rung{{
    .pattern = "histogram",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceHistogram of the CUDA toolkit, with 32-bit counts, and one small kernel more that widens them "
            "and finds how many samples lie outside.",
    .hypothesis = "The best known up to 256 bins, which it privatises; beyond, atomics on global memory.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return of.elements <= std::numeric_limits<unsigned>::max(); },
    .scratch_bytes =
        [](const arguments& with) {
            return with_sample_type(with, [&]<class T>(T) { return lay_out<T>(with, bytes_of_cub<T>(with)).bytes; });
        },
    .run =
        [](const arguments& with) {
            with_sample_type(with, [&]<class T>(T) {
                const unsigned bins = bins_of(with);
                std::size_t bytes = bytes_of_cub<T>(with);
                const cub_scratch at = lay_out<T>(with, bytes);
                std::byte* const scratch = static_cast<std::byte*>(with.scratch);
                unsigned* const narrow = reinterpret_cast<unsigned*>(scratch);
                edge<T>* const edges = reinterpret_cast<edge<T>*>(scratch + at.edges);
                if (with.parameters[edges_place] == given_edges)
                    launch_on(with, 1, block_size, 0, open_last_edge<edge<T>>,
                              static_cast<const edge<T>*>(with.side_input), edges, bins);
                run_cub<T>(with, scratch + at.own, bytes, narrow, edges);
                launch_on(with, 1, 1024, 0, widen, narrow, static_cast<count*>(with.output), bins, with.elements);
            });
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
