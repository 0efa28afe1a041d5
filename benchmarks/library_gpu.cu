// The library's calls beside CUB's, in one run: library_gpu [log2 of the most elements, 30] [log2 of the fewest, 10]
//
// Cold: the median of single calls between two events, in turns with CUB's, with 256 MiB written before each. Graph:
// twenty calls in one CUDA graph, four from 2^24 elements on, a call's share. A ratio is CUB's time over ours: above 1
// where ours is faster. Both have their memory before. All results are compared before anything is timed: to the last
// bit, but for sums of floating point, whose order CUB leaves open.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <type_traits>

#include <cub/cub.cuh>
#include <cuda/functional>

#include <strider/adjacent_difference.hpp>
#include <strider/compact.hpp>
#include <strider/extremes.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/sort.hpp>
#include <strider/top_k.hpp>
#include <strider/views.hpp>

#include "library_gpu.hpp"

namespace {

using namespace strider::benchmark;
using strider::detail::check;

/// 1 where a run begins: one of `mean`.
struct begins_run {
    std::uint64_t mean;
    __host__ __device__ std::uint32_t operator()(std::uint64_t i) const { return hash{}(i) % mean == 0 ? 1 : 0; }
};
template <class T>
struct above {
    T bound;
    __host__ __device__ bool operator()(T x) const { return x > bound; }
};
struct times {
    std::uint64_t factor;
    __host__ __device__ std::uint64_t operator()(std::uint64_t i) const { return factor * i; }
};
struct increment {
    template <class T>
    __host__ __device__ T operator()(T x) const {
        return x + T(1);
    }
};

/// Calls on one range of T.
template <class T>
void compare_calls(bench& at, std::uint64_t count) {
    const memory<T> input(count), ours(count), theirs(count);
    const memory<std::uint64_t> counts(2);
    const strider::gpu here{at.stream};
    const std::string type = std::string(" ") + name_of<T>;
    const double bytes = static_cast<double>(count * sizeof(T));
    strider::transform(here, strider::views::iota(std::uint64_t{0}, count), input.range(), element<T>{});
    const std::span<const T> in = input.range();
    const auto same = [&] { return near_elements(ours, theirs, count); };
    const auto same_first = [&] { return near_elements(ours, theirs, 1); };
    const auto same_selected = [&] {
        const auto both = counts.front(2);
        return both[0] == both[1] && same_elements(ours, theirs, both[0]);
    };

    at.compare(
        "reduce" + type, count, bytes, [&] { strider::reduce_into(here, in, ours.first); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceReduce::Reduce(s, b, in.data(), theirs.first, count, cuda::std::plus<T>{}, T(0),
                                             at.stream);
        },
        same_first);
    at.compare(
        "inclusive_scan" + type, count, 2 * bytes, [&] { strider::inclusive_scan(here, in, ours.range()); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceScan::InclusiveScan(s, b, in.data(), theirs.first, cuda::std::plus<T>{}, count,
                                                  at.stream);
        },
        same);
    const memory<strider::located<T>> place(1);
    const memory<strider::extremes<T>> both(1);
    const memory<std::int64_t> index(1);
    at.compare(
        "argmin" + type, count, bytes, [&] { strider::argmin_into(here, in, place.first); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceReduce::ArgMin(s, b, in.data(), theirs.first, index.first,
                                             static_cast<std::int64_t>(count), at.stream);
        },
        [&] {
            return place.front(1)[0].value == theirs.front(1)[0] &&
                   place.front(1)[0].index == static_cast<std::uint64_t>(index.front(1)[0]);
        });
    at.compare(
        "min_max" + type + " (CUB: the minimum)", count, bytes, [&] { strider::min_max_into(here, in, both.first); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceReduce::Min(s, b, in.data(), theirs.first, count, at.stream);
        },
        [&] { return both.front(1)[0].minimum == theirs.front(1)[0]; });
    const above<T> some{static_cast<T>(std::is_floating_point_v<T> ? 0.5 : 0)};
    at.compare(
        "compact" + type, count, 1.5 * bytes,
        [&] { strider::compact_into(here, in, ours.range(), counts.first, some); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceSelect::If(s, b, in.data(), theirs.first, counts.first + 1, count, some, at.stream);
        },
        same_selected);
    at.compare(
        "sort" + type, count, 2 * bytes, [&] { strider::sort(here, in, ours.range()); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceRadixSort::SortKeys(s, b, in.data(), theirs.first, count, 0, 8 * sizeof(T), at.stream);
        },
        same);
    if constexpr (sizeof(T) == 4) {
        at.compare(
            "transform" + type, count, 2 * bytes, [&] { strider::transform(here, in, ours.range(), increment{}); },
            [&](void* s, std::size_t& b) {
                if (s == nullptr) return b = 1, cudaSuccess;
                return cub::DeviceTransform::Transform(in.data(), theirs.first, count, increment{}, at.stream);
            },
            same);
        at.compare(
            "adjacent_difference" + type, count, 2 * bytes,
            [&] { strider::adjacent_difference(here, in, ours.range()); },
            [&](void* s, std::size_t& b) {
                return cub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, in.data(), theirs.first, count,
                                                                       cuda::std::minus<T>{}, at.stream);
            },
            same);
    }
}

/// Calls on keys in runs, and by keys.
template <class Value>
void compare_runs(bench& at, std::uint64_t count, std::uint64_t mean) {
    using key = std::uint32_t;
    const memory<key> keys(count), ours(count), theirs(count), my_lengths(count), its_lengths(count);
    const memory<Value> values(count), my_values(count), its_values(count);
    const memory<std::uint64_t> counts(2);
    const strider::gpu here{at.stream};
    const auto numbers = strider::views::iota(std::uint64_t{0}, count);
    strider::inclusive_scan(here, strider::views::transform(numbers, begins_run{mean}), keys.range());
    strider::transform(here, numbers, values.range(), element<Value>{});
    const std::span<const key> in = keys.range();
    const std::span<const Value> given = values.range();
    const std::string of = " u32, runs of " + std::to_string(mean);
    const double runs = static_cast<double>(count / mean), bytes = static_cast<double>(count * sizeof(key));
    const auto same_keys = [&] {
        const auto both = counts.front(2);
        return both[0] == both[1] && same_elements(ours, theirs, both[0]);
    };
    at.compare(
        "run_length_encode" + of, count, bytes + 8 * runs,
        [&] { strider::run_length_encode_into(here, in, ours.range(), my_lengths.range(), counts.first); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceRunLengthEncode::Encode(s, b, in.data(), theirs.first, its_lengths.first,
                                                      counts.first + 1, count, at.stream);
        },
        [&] { return same_keys() && same_elements(my_lengths, its_lengths, counts.front(1)[0]); });
    at.compare(
        "reduce_by_key " + std::string(name_of<Value>) + of, count,
        bytes + static_cast<double>(count * sizeof(Value)) + (4 + sizeof(Value)) * runs,
        [&] { strider::reduce_by_key_into(here, in, given, ours.range(), my_values.range(), counts.first); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceReduce::ReduceByKey(s, b, in.data(), theirs.first, given.data(), its_values.first,
                                                  counts.first + 1, cuda::std::plus<Value>{}, count, at.stream);
        },
        [&] { return same_keys() && near_elements(my_values, its_values, counts.front(1)[0]); });
}

/// Sorts with values, and the first of them beside a whole sort.
template <class Key, class Value>
void compare_pairs(bench& at, std::uint64_t count) {
    const memory<Key> keys(count), ours(count), theirs(count);
    const memory<Value> values(count), my_values(count), its_values(count);
    const strider::gpu here{at.stream};
    const auto numbers = strider::views::iota(std::uint64_t{0}, count);
    strider::transform(here, numbers, keys.range(), element<Key>{});
    strider::transform(here, numbers, values.range(), element<Value>{});
    const std::span<const Key> in = keys.range();
    const std::span<const Value> given = values.range();
    const double bytes = static_cast<double>(count * (sizeof(Key) + sizeof(Value)));
    at.compare(
        std::string("sort_pairs ") + name_of<Key> + " " + name_of<Value>, count, 2 * bytes,
        [&] { strider::sort_pairs(here, in, given, ours.range(), my_values.range()); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceRadixSort::SortPairs(s, b, in.data(), theirs.first, given.data(), its_values.first, count,
                                                   0, 8 * sizeof(Key), at.stream);
        },
        [&] { return same_elements(ours, theirs, count) && same_elements(my_values, its_values, count); });
    if (count < 1000) return;
    at.compare(
        std::string("top_k 1000 ") + name_of<Key> + " (a whole sort)", count, static_cast<double>(count * sizeof(Key)),
        [&] { strider::top_k(here, in, ours.range().first(1000)); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceRadixSort::SortKeysDescending(s, b, in.data(), theirs.first, count, 0, 8 * sizeof(Key),
                                                            at.stream);
        },
        [&] { return same_elements(ours, theirs, 1000); });
}

/// a x + b modulo 2^32, one after the other: an operator that is not known to commute.
struct function {
    std::uint32_t a = 1, b = 0;
    friend __host__ __device__ bool operator==(const function& x, const function& y) {
        return x.a == y.a && x.b == y.b;
    }
};
struct one_after_the_other {
    __host__ __device__ function operator()(const function& f, const function& g) const {
        return {g.a * f.a, g.a * f.b + g.b};
    }
};
struct some_function {
    __host__ __device__ function operator()(std::uint64_t i) const {
        return {static_cast<std::uint32_t>(hash{}(2 * i)) | 1, static_cast<std::uint32_t>(hash{}(2 * i + 1))};
    }
};

void compare_functions(bench& at, std::uint64_t count) {
    const memory<function> input(count), all(count), ours(1);
    const memory<std::uint64_t> sum(1);
    const strider::gpu here{at.stream};
    strider::transform(here, strider::views::iota(std::uint64_t{0}, count), input.range(), some_function{});
    strider::inclusive_scan(here, std::span<const function>(input.range()), all.range(), one_after_the_other{},
                            function{});
    at.compare(
        "reduce functions (CUB: sum of u64)", count, static_cast<double>(8 * count),
        [&] {
            strider::reduce_into(here, std::span<const function>(input.range()), ours.first, one_after_the_other{},
                                 function{});
        },
        [&](void* s, std::size_t& b) {
            return cub::DeviceReduce::Sum(s, b, reinterpret_cast<const std::uint64_t*>(input.first), sum.first, count,
                                          at.stream);
        },
        [&] {
            function last;
            check(cudaMemcpy(&last, all.first + (count - 1), sizeof last, cudaMemcpyDeviceToHost), "cudaMemcpy");
            return ours.front(1)[0] == last;
        });
}

/// Indices below `places`: all alike, or so that place p is named by about 1 / p of them.
struct some_place {
    std::uint64_t places;
    bool zipf;
    __host__ __device__ std::uint32_t operator()(std::uint64_t i) const {
        const double u = static_cast<double>(hash{}(i) >> 4) * 0x1p-53;
        const double place = zipf ? exp(u * log(static_cast<double>(places))) : u * static_cast<double>(places);
        return static_cast<std::uint32_t>(place < static_cast<double>(places) ? place : 0);
    }
};

/// Sums by place in a fixed order beside sums by atomics: a ratio is the atomics' time over the ordered sum's.
void compare_scatters(bench& at, std::uint64_t count, std::uint64_t places, bool zipf) {
    const memory<float> input(count), ours(places), theirs(places);
    const memory<std::uint32_t> indices(count);
    const strider::gpu here{at.stream};
    const auto numbers = strider::views::iota(std::uint64_t{0}, count);
    strider::transform(here, numbers, input.range(), element<float>{});
    strider::transform(here, numbers, indices.range(), some_place{places, zipf});
    check(cudaMemset(ours.first, 0, 4 * places), "cudaMemset");
    check(cudaMemset(theirs.first, 0, 4 * places), "cudaMemset");
    const std::span<const float> in = input.range();
    const std::span<const std::uint32_t> to = indices.range();
    at.compare(
        std::string("scatter_reduce f32, ") + (zipf ? "Zipf" : "uniform") + " / atomics", count,
        static_cast<double>(8 * count), [&] { strider::scatter_reduce(here, in, to, ours.range(), strider::plus{}); },
        instead_of_cub(
            [&] { strider::scatter_reduce(here, in, to, theirs.range(), strider::plus{}, strider::unordered); }),
        [&] { return near_elements(ours, theirs, places); });
}

/// Sources that are no arrays beside arrays: a ratio is the array's time over the source's.
void compare_views(bench& at, std::uint64_t count) {
    const memory<float> input(count), ours(count), theirs(count);
    const strider::gpu here{at.stream};
    strider::transform(here, strider::views::iota(std::uint64_t{0}, count), input.range(), element<float>{});
    const std::span<const float> in = input.range();
    const auto made = strider::views::transform(in, increment{});
    const double bytes = static_cast<double>(count * sizeof(float));
    at.compare(
        "reduce f32, view / array", count, bytes, [&] { strider::reduce_into(here, made, ours.first); },
        instead_of_cub([&] { strider::reduce_into(here, in, theirs.first); }), [] { return true; });
    at.compare(
        "inclusive_scan f32, view / array", count, 2 * bytes,
        [&] { strider::inclusive_scan(here, made, ours.range()); },
        instead_of_cub([&] { strider::inclusive_scan(here, in, theirs.range()); }), [] { return true; });
}

/// Calls whose number of elements stands in the device's memory beside the same calls of a size that the host knows: a
/// ratio is the latter's time over the former's.
void compare_counted(bench& at, std::uint64_t count) {
    constexpr std::uint64_t of_segment = 64;
    const memory<float> input(count), ours(count), theirs(count);
    const memory<std::uint64_t> counts(2), elements(1), segments(1), offsets(count / of_segment + 1);
    const strider::gpu here{at.stream};
    const auto numbers = strider::views::iota(std::uint64_t{0}, offsets.count);
    strider::transform(here, strider::views::iota(std::uint64_t{0}, count), input.range(), element<float>{});
    strider::transform(here, numbers, offsets.range(), times{of_segment});
    strider::transform(here, strider::views::iota(count, count + 1), elements.range(), times{1});
    strider::transform(here, strider::views::iota(count / of_segment, offsets.count), segments.range(), times{1});
    const std::span<const float> in = input.range();
    const std::span<const std::uint64_t> ends = offsets.range();
    const auto counted = strider::views::counted_at(in, elements.first);
    const auto counted_ends = strider::views::counted_at(ends, segments.first);
    const above<float> some{0.5f};
    const double bytes = static_cast<double>(count * sizeof(float));
    at.compare(
        "reduce f32, counted / known", count, bytes, [&] { strider::reduce_into(here, counted, ours.first); },
        instead_of_cub([&] { strider::reduce_into(here, in, theirs.first); }),
        [&] { return same_elements(ours, theirs, 1); });
    at.compare(
        "inclusive_scan f32, counted / known", count, 2 * bytes,
        [&] { strider::inclusive_scan(here, counted, ours.range()); },
        instead_of_cub([&] { strider::inclusive_scan(here, in, theirs.range()); }),
        [&] { return same_elements(ours, theirs, count); });
    at.compare(
        "compact f32, counted / known", count, 1.5 * bytes,
        [&] { strider::compact_into(here, counted, ours.range(), counts.first, some); },
        instead_of_cub([&] { strider::compact_into(here, in, theirs.range(), counts.first + 1, some); }),
        [&] {
            const auto both = counts.front(2);
            return both[0] == both[1] && same_elements(ours, theirs, both[0]);
        });
    at.compare(
        "segmented_reduce f32, counted / known", count, bytes,
        [&] { strider::segmented_reduce(here, in, counted_ends, ours.range()); },
        instead_of_cub([&] { strider::segmented_reduce(here, in, ends, theirs.range()); }),
        [&] { return same_elements(ours, theirs, count / of_segment); });
}

/// Segments of one length. Bytes are those of the elements, the offsets and the results.
template <class T>
void compare_segments(bench& at, std::uint64_t count, std::uint64_t length) {
    const std::uint64_t segments = count / length;
    const memory<T> input(count), ours(segments), theirs(segments);
    const memory<std::uint32_t> offsets(segments + 1);
    const strider::gpu here{at.stream};
    strider::transform(here, strider::views::iota(std::uint64_t{0}, count), input.range(), element<T>{});
    strider::transform(here, strider::views::iota(std::uint64_t{0}, segments + 1), offsets.range(), times{length});
    const std::span<const T> in = input.range();
    const std::span<const std::uint32_t> ends = offsets.range();
    at.compare(
        std::string("segmented_reduce ") + name_of<T> + ", of " + std::to_string(length), count,
        static_cast<double>(segments * (length * sizeof(T) + sizeof(T) + 4)),
        [&] { strider::segmented_reduce(here, in, ends, ours.range()); },
        [&](void* s, std::size_t& b) {
            return cub::DeviceSegmentedReduce::Sum(s, b, in.data(), theirs.first, segments, ends.data(),
                                                   ends.data() + 1, at.stream);
        },
        [&] { return near_elements(ours, theirs, segments); });
}

}  // namespace

int main(int argc, char** argv) {
    const int most = argc > 1 ? std::atoi(argv[1]) : 30, fewest = argc > 2 ? std::atoi(argv[2]) : 10;
    bench at;
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    std::printf("%s, CUB %d.%d.%d; ratios are CUB's time over ours\n", device.name, CUB_MAJOR_VERSION,
                CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
    std::printf("%-34s %-5s %13s %12s %8s %8s\n", "call", "", "cold", "", "cold", "graph");
    for (int log2 = fewest; log2 <= most; log2 += 4) {
        const std::uint64_t count = std::uint64_t{1} << log2;
        compare_calls<std::int8_t>(at, count);
        compare_calls<std::int32_t>(at, count);
        compare_calls<float>(at, count);
        compare_calls<double>(at, count);
        for (const std::uint64_t mean : {1, 2, 8, 64, 1000}) compare_runs<float>(at, count, mean);
        compare_runs<double>(at, count, 8);
        compare_pairs<std::uint32_t, std::uint32_t>(at, count);
        compare_pairs<std::uint64_t, std::uint32_t>(at, count);
        compare_views(at, count);
        compare_counted(at, count);
        for (const std::uint64_t length : {1, 5, 16, 33, 1000, 4096}) {
            if (length <= count) compare_segments<float>(at, count, length);
        }
        compare_functions(at, count);
        // Beyond 2^28 the atomic sum at Zipf's first place is too large for f32: adding an element no longer changes
        // it.
        if (log2 > 28) continue;
        for (const bool zipf : {false, true}) compare_scatters(at, count, count, zipf);
    }
    return at.all_right ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
