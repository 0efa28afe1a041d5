// Scatter on all cores: every core takes a stretch of the elements. Honours the caller's tbb::task_arena.
//
// Elements whose places are in no order and beyond the caches are partitioned by the region of the output that they go
// to. This is done in rounds; one core then brings a region its elements in their order.
//
// Combinations are made without atomics, since these take longer than a plain loop. If there are many elements for
// every place, each core combines in a copy of the output. Otherwise places have owners: every share of the elements
// owns the places between the indices at its two ends. The core that takes the share combines its stretches that name
// only such places. If indices ascend, these are nearly all. One core combines the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include <strider/core/indices.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/neutral.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/partition_by_region.hpp>
#include <strider/cpu/streaming_store.hpp>

namespace strider {

namespace cpu_backend {

inline constexpr std::uint64_t scatter_grain = std::uint64_t{1} << 14;

/// Elements whose indices are looked at before they are stored or combined: these stay in the first-level cache.
inline constexpr std::uint64_t owned_stretch = std::uint64_t{1} << 11;

/// output[index] = element for a stretch.
template <class T, class Index>
void store_stretch(const T* input, const Index* indices, std::uint64_t count, T* output) {
#pragma GCC unroll 4
    for (std::uint64_t k = 0; k < count; ++k) {
        if constexpr (stored_in_one_step<T>) {
            std::atomic_ref<T>(output[indices[k]]).store(input[k], std::memory_order_relaxed);
        } else {
            output[indices[k]] = input[k];
        }
    }
}

/// output[index] = output[index] o element, one after the other.
template <class T, class Index, class Operator>
void combine_stretch(const T* input, const Index* indices, std::uint64_t count, T* output, Operator op) {
#pragma GCC unroll 4
    for (std::uint64_t k = 0; k < count; ++k) output[indices[k]] = op(output[indices[k]], input[k]);
}

/// Whether at least a quarter of a few pairs of neighbouring indices name elements of `element_bytes` that are a page
/// or more apart.
template <class Index>
bool named_anywhere(const Index* indices, std::uint64_t count, std::uint64_t element_bytes) {
    constexpr std::uint64_t pairs = 8, page = 4096;
    std::uint64_t apart = 0;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        const std::uint64_t i = pair * count / pairs;
        if (i + 1 >= count) continue;
        const auto here = static_cast<std::uint64_t>(indices[i]), next = static_cast<std::uint64_t>(indices[i + 1]);
        apart += (here < next ? next - here : here - next) >= page / element_bytes;
    }
    return apart >= pairs / 4;
}

/// Whether all indices of a stretch are of the `places` from `first_place` on.
template <class Index>
bool all_are_of(const Index* indices, std::uint64_t count, Index first_place, std::uint64_t places) {
    using unsigned_index = std::make_unsigned_t<Index>;
    if (places == 0) return false;
    // For an index before the first place, the difference wraps: it is greater than the difference of any index behind
    // it.
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max() - first_place);
    const auto last = static_cast<unsigned_index>(std::min(places - 1, most));
    unsigned_index others = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto behind = static_cast<unsigned_index>(static_cast<unsigned_index>(indices[i]) -
                                                        static_cast<unsigned_index>(first_place));
        others |= behind > last;
    }
    return others == 0;
}

/// Bytes of an element on its way to its place in a region: the offset of that place, and the element.
template <class T>
inline constexpr std::uint64_t sent_bytes = sizeof(std::uint32_t) + (sizeof(T) + 3) / 4 * 4;

template <class T>
void send(unsigned char* to, std::uint32_t offset, const T& element) {
    if constexpr (sizeof(T) == sizeof(offset) && std::endian::native == std::endian::little) {  // in one store
        std::uint32_t bits;
        std::memcpy(&bits, &element, sizeof(bits));
        const std::uint64_t both = std::uint64_t{bits} << 32 | offset;
        std::memcpy(to, &both, sizeof(both));
    } else {
        std::memcpy(to, &offset, sizeof(offset));
        std::memcpy(to + sizeof(offset), &element, sizeof(T));
    }
}

/// Calls `bring(place, element)` for all elements, those of a place in their order, region by region. False where it
/// would take longer than without regions, or there is no memory for it; nothing has been done then.
template <class T, class Index, class Bring>
bool send_by_region(const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places,
                    Bring bring) {
    // Each round reads all of the output, and scratch takes no more elements than half of it, but for small outputs.
    constexpr std::uint64_t most_of_small = std::uint64_t{1} << 24;
    constexpr std::uint64_t each = sent_bytes<T>, words = each / sizeof(std::uint32_t);
    constexpr std::uint64_t buffer_bytes = region_shape::chunk * each;
    const std::uint64_t bytes = places * sizeof(T);
    if (bytes < partitioned_bytes) return false;
    const std::uint64_t most = std::max(most_of_small, places / 2), rounds = (count + most - 1) / most;
    const std::uint64_t round = (count + rounds - 1) / rounds;
    const region_shape of_all(places, sizeof(T), round);
    if (!worth_partitioning(of_all, indices, count, bytes)) return false;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t round_bytes = of_all.chunks * buffer_bytes;
    const auto scratch = allocate_scratch(round_bytes + cores * buffer_bytes + of_all.runs() * sizeof(std::uint32_t));
    if (scratch == nullptr) return false;
    unsigned char *const sent = scratch.get(), *const buffers = sent + round_bytes;
    auto* const begins = reinterpret_cast<std::uint32_t*>(buffers + cores * buffer_bytes);

    for (std::uint64_t done = 0; done < count; done += round) {
        const std::uint64_t of_round = std::min(round, count - done);
        const region_shape shape(places, sizeof(T), of_round);
        for_each_chunk(of_round, [=](std::uint64_t chunk, std::uint64_t first, std::uint64_t some, std::uint64_t core) {
            unsigned char* const buffer = buffers + core * buffer_bytes;
            const T* const elements = input + done + first;
            const auto put = [=](std::uint64_t to, std::uint32_t offset, std::uint64_t k) {
                send(buffer + to * each, offset, elements[k]);
            };
            partition_chunk(shape, chunk, indices + done + first, some, begins, put);
            write_streaming(reinterpret_cast<std::uint32_t*>(sent), first * words, (first + some) * words,
                            [=](std::uint64_t word, std::uint64_t few, std::uint32_t* to) {
                                std::memcpy(to, buffer + (word - first * words) * sizeof(*to), few * sizeof(*to));
                            });
        });
        in_parallel(0, shape.regions, [=](std::uint64_t region) {
            T* const base = output + (region << shape.shift);
            read_lines(base, std::min(std::uint64_t{1} << shape.shift, places - (region << shape.shift)) * sizeof(T));
            visit_runs(shape, region, begins, [=](std::uint64_t first, std::uint64_t some) {
                for (std::uint64_t k = first; k < first + some; ++k) {
                    const unsigned char* const one = sent + k * each;
                    std::uint32_t offset;
                    std::memcpy(&offset, one, sizeof(offset));
                    bring(base[offset], one + sizeof(offset));
                }
            });
        });
    }
    return true;
}

}  // namespace cpu_backend

template <class T, class Index>
void scatter_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places) {
    using namespace cpu_backend;
    if (count < parallel_moves_from) return store_stretch(input, indices, count, output);
    if constexpr (sizeof(T) <= 4) {  // larger ones gain nothing
        const auto store = [](T& place, const unsigned char* element) { std::memcpy(&place, element, sizeof(T)); };
        if (send_by_region(input, indices, count, output, places, store)) return;
    }
    in_parallel(tbb::blocked_range<std::uint64_t>(0, count, scatter_grain), [=](const auto& part) {
        store_stretch(input + part.begin(), indices + part.begin(), part.size(), output);
    });
}

template <class T, class Index, class Operator>
void combine_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places,
                      Operator op) {
    using namespace cpu_backend;
    constexpr std::uint64_t copied_bytes = std::uint64_t{1} << 20;  // what a core's own cache holds
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const auto bring = [=](T& place, const unsigned char* bits) {
        T element;
        std::memcpy(&element, bits, sizeof(T));
        place = op(place, element);
    };
    if (count < parallel_from_by<contiguous<T>, Operator>) return combine_stretch(input, indices, count, output, op);
    if (send_by_region(input, indices, count, output, places, bring)) return;
    if (cores == 1) return combine_stretch(input, indices, count, output, op);

    if (places * sizeof(T) <= copied_bytes && places * cores <= count / 4) {
        tbb::enumerable_thread_specific<std::unique_ptr<T[]>> copy([=] {
            auto fresh = std::make_unique_for_overwrite<T[]>(places);
            std::fill_n(fresh.get(), places, neutral_as_rounded<T, Operator>());
            return fresh;
        });
        in_parallel(tbb::blocked_range<std::uint64_t>(0, count, scatter_grain), [&](const auto& part) {
            combine_stretch(input + part.begin(), indices + part.begin(), part.size(), copy.local().get(), op);
        });
        for (const auto& one : copy) {
            for (std::uint64_t place = 0; place < places; ++place) output[place] = op(output[place], one[place]);
        }
        return;
    }

    if (places * sizeof(T) < larger_than_caches && named_anywhere(indices, count, sizeof(T))) {
        return combine_stretch(input, indices, count, output, op);
    }
    // The first and the last part reach to the ends; where indices descend, a part is empty.
    const std::uint64_t shares = 4 * cores;  // a core that is late leaves some to others
    const std::uint64_t stretches = (count + owned_stretch - 1) / owned_stretch;
    std::vector<std::uint64_t> begins(shares + 1);
    for (std::uint64_t share = 1; share < shares; ++share) {
        const auto index = static_cast<std::uint64_t>(indices[share * stretches / shares * owned_stretch]);
        begins[share] = std::max(begins[share - 1], index);
    }
    begins[shares] = places;
    std::vector<unsigned char> is_left(stretches);
    const auto combine_stretches = [&](std::uint64_t begin, std::uint64_t end, auto combine) {
        for (std::uint64_t s = begin; s < end; ++s) {
            const std::uint64_t first = s * owned_stretch;
            combine(s, input + first, indices + first, std::min(owned_stretch, count - first));
        }
    };
    const auto combine_share = [&](std::uint64_t share) {
        const auto combine = [&](std::uint64_t s, const T* elements, const Index* at, std::uint64_t some) {
            is_left[s] = !all_are_of(at, some, static_cast<Index>(begins[share]), begins[share + 1] - begins[share]);
            if (!is_left[s]) combine_stretch(elements, at, some, output, op);
        };
        combine_stretches(share * stretches / shares, (share + 1) * stretches / shares, combine);
    };
    in_parallel(0, shares, combine_share, tasks::one_each);

    combine_stretches(0, stretches, [&](std::uint64_t s, const T* elements, const Index* at, std::uint64_t some) {
        if (is_left[s]) combine_stretch(elements, at, some, output, op);
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
