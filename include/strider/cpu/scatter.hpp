// Scatter on all cores: every core takes a stretch of the elements. Honours the caller's tbb::task_arena.
//
// Combinations are made in one of three ways, none of which takes atomics, since they take longer than a loop without.
// In a copy of the output for each core, where there are many elements for every place. By owners, where the output is
// larger than the caches: every core looks at all indices and combines what goes to its part of the output, in element
// order. On one core between the two.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <strider/core/indices.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/past_caches.hpp>

namespace strider {

namespace cpu_backend {

inline constexpr std::uint64_t scatter_grain = std::uint64_t{1} << 14;

/// Places that are asked for before their turn.
inline constexpr std::uint64_t places_ahead = 32;

/// output[index] = output[index] o element for the indices from `first_place` on, of which there are `places`. Their
/// positions are collected before they are followed, so that no branch has to be foreseen.
template <class T, class Index, class Operator>
void combine_part(const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t first_place,
                  std::uint64_t places, Operator op) {
    constexpr std::uint64_t together = 1024;
    std::uint32_t mine[together + 1];
    for (std::uint64_t first = 0; first < count; first += together) {
        const std::uint64_t some = std::min(together, count - first);
        std::uint64_t found = 0;
        for (std::uint64_t i = 0; i < some; ++i) {
            mine[found] = static_cast<std::uint32_t>(i);
            found += static_cast<std::uint64_t>(indices[first + i]) - first_place < places;
        }
        for (std::uint64_t k = 0; k < found; ++k) {
            const std::uint64_t wished = mine[std::min(k + places_ahead, found - 1)];
            __builtin_prefetch(output + indices[first + wished], 1);
            T& place = output[indices[first + mine[k]]];
            place = op(place, input[first + mine[k]]);
        }
    }
}

}  // namespace cpu_backend

template <class T, class Index>
void scatter_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places) {
    using namespace cpu_backend;
    if (count < parallel_from) return scatter_elements(serial{}, input, indices, count, output, places);
    const std::uint64_t ahead = places * sizeof(T) >= larger_than_caches ? places_ahead : 0;
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, scatter_grain), [=](const auto& part) {
        const auto store = [=](std::uint64_t i) {
            if constexpr (stored_in_one_step<T>) {
                std::atomic_ref<T>(output[indices[i]]).store(input[i], std::memory_order_relaxed);
            } else {
                output[indices[i]] = input[i];
            }
        };
        std::uint64_t i = part.begin();
        if (ahead != 0) {
            for (; i + ahead < part.end(); ++i) {
                __builtin_prefetch(output + indices[i + ahead], 1);
                store(i);
            }
        }
        for (; i < part.end(); ++i) store(i);
    });
}

template <class T, class Index, class Operator>
void combine_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places,
                      Operator op) {
    using namespace cpu_backend;
    constexpr std::uint64_t copied_bytes = std::uint64_t{1} << 20;  // what a core's own cache holds
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const bool copies = places * sizeof(T) <= copied_bytes && places * cores <= count / 4;
    const bool owners = places * sizeof(T) >= larger_than_caches;
    if (count < parallel_from || cores == 1 || (!copies && !owners)) {
        combine_elements(serial{}, input, indices, count, output, places, op);
    } else if (copies) {
        tbb::enumerable_thread_specific<std::unique_ptr<T[]>> copy([=] {
            auto fresh = std::make_unique_for_overwrite<T[]>(places);
            std::fill_n(fresh.get(), places, neutral<T, Operator>());
            return fresh;
        });
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, scatter_grain), [&](const auto& part) {
            combine_elements(serial{}, input + part.begin(), indices + part.begin(), part.size(), copy.local().get(),
                             places, op);
        });
        for (const auto& one : copy) {
            for (std::uint64_t place = 0; place < places; ++place) output[place] = op(output[place], one[place]);
        }
    } else {
        const std::uint64_t part = (places + cores - 1) / cores;
        tbb::parallel_for(
            std::uint64_t{0}, cores,
            [=](std::uint64_t core) { combine_part(input, indices, count, output, core * part, part, op); },
            tbb::simple_partitioner{});
    }
}

}  // namespace strider
