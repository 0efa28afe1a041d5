// Scatter on all cores: every core takes a stretch of the elements. Honours the caller's tbb::task_arena.
//
// Combinations are made in one of three ways. In a copy of the output for each core, where there are many elements for
// every place. By atomics, where the output is larger than the caches: an atomic costs less than the wait for its line.
// On one core between the two, where atomics take longer than the loop itself.
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

/// Calls `visit(i)` for a stretch of elements, with the line of output[indices[i]] asked for ahead, to be written.
template <class T, class Index, class Visit>
void visit_places(const Index* indices, std::uint64_t first, std::uint64_t end, T* output, Visit visit) {
    const std::uint64_t last_wish = end - std::min(places_ahead, end - first);
    std::uint64_t i = first;
    for (; i < last_wish; ++i) {
        __builtin_prefetch(output + indices[i + places_ahead], 1);
        visit(i);
    }
    for (; i < end; ++i) visit(i);
}

/// place = place o value, in one step.
template <class T, class Operator>
void combine_atomically(T& place, T value, Operator op) {
    const std::atomic_ref<T> shared(place);
    T seen = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(seen, static_cast<T>(op(seen, value)), std::memory_order_relaxed)) {
    }
}

}  // namespace cpu_backend

template <class T, class Index>
void scatter_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output) {
    using namespace cpu_backend;
    if (count < parallel_from) return scatter_elements(serial{}, input, indices, count, output);
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, scatter_grain), [=](const auto& part) {
        visit_places(indices, part.begin(), part.end(), output, [=](std::uint64_t i) {
            if constexpr (stored_in_one_step<T>) {
                std::atomic_ref<T>(output[indices[i]]).store(input[i], std::memory_order_relaxed);
            } else {
                output[indices[i]] = input[i];
            }
        });
    });
}

template <class T, class Index, class Operator>
void combine_elements(cpu, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t places,
                      Operator op) {
    using namespace cpu_backend;
    constexpr std::uint64_t copied_bytes = std::uint64_t{1} << 20;  // what a core's own cache holds
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const bool copies = places * sizeof(T) <= copied_bytes && places * cores <= count / 4;
    const bool atomics = places * sizeof(T) >= larger_than_caches;
    if (count < parallel_from || cores == 1 || (!copies && !atomics)) {
        return combine_elements(serial{}, input, indices, count, output, places, op);
    }
    const tbb::blocked_range<std::uint64_t> all(0, count, scatter_grain);
    if (copies) {
        tbb::enumerable_thread_specific<std::unique_ptr<T[]>> copy([=] {
            auto fresh = std::make_unique_for_overwrite<T[]>(places);
            std::fill_n(fresh.get(), places, neutral<T, Operator>());
            return fresh;
        });
        tbb::parallel_for(all, [&](const auto& part) {
            T* const mine = copy.local().get();
            for (std::uint64_t i = part.begin(); i < part.end(); ++i) mine[indices[i]] = op(mine[indices[i]], input[i]);
        });
        for (const auto& one : copy) {
            for (std::uint64_t place = 0; place < places; ++place) output[place] = op(output[place], one[place]);
        }
        return;
    }
    tbb::parallel_for(all, [=](const auto& part) {
        visit_places(indices, part.begin(), part.end(), output,
                     [=](std::uint64_t i) { combine_atomically(output[indices[i]], input[i], op); });
    });
}

}  // namespace strider
