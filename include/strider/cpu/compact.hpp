// Compaction on all cores: a batch at a time, from memory to a core's cache, and from there to its place.
//
// A core takes the next batch, puts what it selects of it side by side in memory of its own, waits until the batch
// before has told how many came before, tells the next one, and copies. So memory is read once and written once, and a
// batch may be written over once its core has told: which is why the output may be the input. Batches are taken in
// order, so that a core only waits for cores that are at work. Where the others are wanted as well, the selected
// elements are counted first. No branch depends on an element. Honours the caller's tbb::task_arena.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <strider/core/policy.hpp>
#include <strider/core/selection.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/reduce.hpp>

namespace strider {

namespace cpu_backend {

/// Of a batch: a part of a core's first cache.
inline constexpr std::size_t batch_bytes = std::size_t{1} << 15;

template <class T>
void copy(const T* from, std::uint64_t count, T* to) {
    if (count != 0) std::memcpy(static_cast<void*>(to), from, count * sizeof(T));
}

/// Elements that are counted together, by vectors: where all are selected or none, they are not looked at one by one.
inline constexpr std::uint64_t group = 64;

/// The selected elements of `count` from `first` on to `selected`, and the others to `rest`, which have room for all of
/// them; how many are selected.
template <others Others, class T, class Selector>
std::uint64_t split(const T* input, std::uint64_t first, std::uint64_t count, const Selector& selector, T* selected,
                    T* rest) {
    std::uint64_t kept = 0;
    for (std::uint64_t done = 0; done < count; done += group) {
        const std::uint64_t here = std::min(group, count - done);
        const T* const from = input + first + done;
        const bool counted = here == group && first + done > 0;  // the first element of all has no left neighbour
        unsigned wanted = 0;
        for (std::uint64_t i = 0; counted && i < group; ++i) {
            wanted += is_selected(selector, from - 1, i + 1) ? 1 : 0;
        }
        if (counted && wanted == group) {
            copy(from, group, selected + kept);
            kept += group;
        } else if (counted && wanted == 0) {
            if constexpr (Others == others::appended) copy(from, group, rest + (done - kept));
        } else {
            for (std::uint64_t i = 0; i < here; ++i) {
                selected[kept] = from[i];
                if constexpr (Others == others::appended) rest[done + i - kept] = from[i];
                kept += is_selected(selector, input, first + done + i) ? 1 : 0;
            }
        }
    }
    return kept;
}

/// Memory for an element that need not have a default.
template <class T>
struct alignas(T) place_for {
    unsigned char bytes[sizeof(T)];
};

}  // namespace cpu_backend

/// Selected elements to the front of `output`, and the others behind them where they are wanted; how many are selected.
template <others Others, class T, class Selector>
std::uint64_t select_elements(cpu, const T* input, std::uint64_t elements, T* output, const Selector& selector) {
    constexpr std::uint64_t batch = cpu_backend::batch_bytes / sizeof(T);
    const std::uint64_t batches = elements / batch + (elements % batch != 0);
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers = elements < cpu_backend::parallel_from ? 1 : std::min(cores, batches);

    std::uint64_t total = 0;
    if constexpr (Others == others::appended) {
        if (elements != 0) {
            const transformed<contiguous<T>, as_count<Selector>> counts{{input}, {selector}};
            total = reduce_source(cpu{}, counts, elements, plus{});
        }
    }

    std::uint64_t before = 0;  // how many the batches up to `turn` have selected; belongs to whose turn it is
    std::atomic<std::uint64_t> next{0}, turn{0};
    std::atomic<bool> failed{false};  // a core that fails lets the others end
    const auto take_batch = [&](std::uint64_t which, T* selected, T* rest) {
        const std::uint64_t first = which * batch, count = std::min(batch, elements - first);
        const std::uint64_t kept = cpu_backend::split<Others>(input, first, count, selector, selected, rest);
        while (turn.load(std::memory_order_acquire) != which) {
            if (failed.load(std::memory_order_relaxed)) return;
            std::this_thread::yield();
        }
        const std::uint64_t mine = before;
        before = mine + kept;
        turn.store(which + 1, std::memory_order_release);
        // In place, a batch that stays where it is may be looked at by its right neighbour: it is not written.
        if (output + mine != input + first || kept != count) cpu_backend::copy(selected, kept, output + mine);
        if constexpr (Others == others::appended) {
            cpu_backend::copy(rest, count - kept, output + total + (first - mine));
        }
    };
    const auto work = [&] {
        try {
            constexpr std::uint64_t parts = Others == others::appended ? 2 : 1;
            const auto memory = std::make_unique_for_overwrite<cpu_backend::place_for<T>[]>(parts * batch);
            T* const selected = reinterpret_cast<T*>(memory.get());
            for (std::uint64_t which; (which = next.fetch_add(1, std::memory_order_relaxed)) < batches;) {
                take_batch(which, selected, selected + (parts - 1) * batch);
            }
        } catch (...) {
            failed.store(true, std::memory_order_relaxed);
            throw;
        }
    };
    if (workers == 1) {
        work();
    } else {
        tbb::parallel_for(
            std::uint64_t{0}, workers, [&](std::uint64_t) { work(); }, tbb::simple_partitioner{});
    }
    return before;
}

}  // namespace strider
