// Compaction on all cores: a batch at a time, from memory to a core's cache, and from there to its place.
//
// A core takes the next batch, counts what it selects of it, waits until the batch before has told how many came
// before, tells the next one, and goes over the batch again, which is in its cache by now, to move it. So memory is
// read once and written once. Batches are taken in order, so that a core only waits for cores that are at work. In
// place, a batch may be written over once its core has told: it is copied before. Where the others are wanted as well,
// the selected elements are counted first. No branch depends on a single element. Honours the caller's tbb::task_arena.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <type_traits>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <strider/core/policy.hpp>
#include <strider/core/selection.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/reduce.hpp>

namespace strider {

namespace cpu_backend {

/// Of a batch: what a core's first cache holds.
inline constexpr std::size_t batch_bytes = std::size_t{1} << 15;

/// Elements that are counted together, by vectors: where all of them are selected or none, they are moved as one.
inline constexpr std::uint64_t group = 64;

/// Memory for an element that need not have a default.
template <class T>
struct alignas(T) place_for {
    unsigned char bytes[sizeof(T)];
};

/// By a loop: for a few hundred bytes a call of memcpy takes half as long again.
template <class T>
void copy(const T* from, std::uint64_t count, T* to) {
    for (std::uint64_t i = 0; i < count; ++i) std::memcpy(static_cast<void*>(to + i), from + i, sizeof(T));
}

/// Whether the first element of all is selected, or one that has a left neighbour.
template <bool First, class T, class Selector>
bool selects(const Selector& selector, const T* element) {
    if constexpr (!Selector::looks_left) {
        return selector(*element);
    } else {
        return First || selector(element[-1], *element);
    }
}

/// How many of `count` elements are selected, and of each group of them. `First` says that they are the first of all.
template <bool First, class T, class Selector>
std::uint64_t count_batch(const T* from, std::uint64_t count, const Selector& selector, std::uint8_t* of_groups) {
    std::uint64_t sum = 0, done = 0;
    for (; done + group <= count; done += group) {
        unsigned selected = 0;
        if (First && done == 0) {
            selected = selects<true>(selector, from) ? 1 : 0;
            for (std::uint64_t i = 1; i < group; ++i) selected += selects<false>(selector, from + i) ? 1 : 0;
        } else {
            for (std::uint64_t i = 0; i < group; ++i) selected += selects<false>(selector, from + done + i) ? 1 : 0;
        }
        of_groups[done / group] = static_cast<std::uint8_t>(selected);
        sum += selected;
    }
    unsigned selected = 0;
    for (std::uint64_t i = done; i < count; ++i) {
        selected += (First && i == 0 ? selects<true>(selector, from) : selects<false>(selector, from + i)) ? 1 : 0;
    }
    of_groups[done / group] = static_cast<std::uint8_t>(selected);
    return sum + selected;
}

/// The first `wanted` elements from `from` on that are selected, or that are not, to `to`. Every element is stored, and
/// the next one over it where it does not count; nothing behind the last one is touched, which may be another core's.
template <bool Selected, bool First, class T, class Selector>
void move_some(const T* from, std::uint64_t wanted, const Selector& selector, T* to) {
    std::uint64_t i = 0, done = 0;
    if (First && wanted != 0) {
        copy(from, 1, to);
        done += selects<true>(selector, from) == Selected ? 1 : 0;
        i = 1;
    }
    for (; done < wanted; ++i) {
        copy(from + i, 1, to + done);
        done += selects<false>(selector, from + i) == Selected ? 1 : 0;
    }
}

/// Moves the elements that have been counted: selected ones to `selected`, and the others to `rest`.
template <others Others, bool First, class T, class Selector>
void move_batch(const T* from, std::uint64_t count, const Selector& selector, const std::uint8_t* of_groups,
                T* selected, T* rest) {
    for (std::uint64_t done = 0; done < count; done += group) {
        const std::uint64_t here = std::min(group, count - done), wanted = of_groups[done / group];
        const T* const first = from + done;
        if (wanted == here) {
            copy(first, here, selected);
        } else if (First && done == 0) {
            move_some<true, true>(first, wanted, selector, selected);
        } else {
            move_some<true, false>(first, wanted, selector, selected);
        }
        if constexpr (Others == others::appended) {
            if (wanted == 0) {
                copy(first, here, rest);
            } else if (First && done == 0) {
                move_some<false, true>(first, here - wanted, selector, rest);
            } else {
                move_some<false, false>(first, here - wanted, selector, rest);
            }
            rest += here - wanted;
        }
        selected += wanted;
    }
}

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

    const bool in_place = input == output;
    std::uint64_t before = 0;  // how many the batches up to `turn` have selected; belongs to whose turn it is
    std::atomic<std::uint64_t> next{0}, turn{0};
    std::atomic<bool> failed{false};  // a core that fails lets the others end
    const auto take_batch = [&]<bool First>(std::bool_constant<First>, std::uint64_t which, const T* from,
                                            std::uint8_t* of_groups) {
        const std::uint64_t first = which * batch, count = std::min(batch, elements - first);
        const std::uint64_t selected = cpu_backend::count_batch<First>(from, count, selector, of_groups);
        while (turn.load(std::memory_order_acquire) != which) {
            if (failed.load(std::memory_order_relaxed)) return;
            std::this_thread::yield();
        }
        const std::uint64_t mine = before;
        before = mine + selected;
        turn.store(which + 1, std::memory_order_release);
        // In place, a batch that stays where it is may be looked at by its right neighbour: it is not written.
        if (in_place && mine == first && selected == count) return;
        T* const rest = Others == others::appended ? output + total + (first - mine) : nullptr;
        cpu_backend::move_batch<Others, First>(from, count, selector, of_groups, output + mine, rest);
    };
    const auto work = [&] {
        try {
            // The copy of a batch has its left neighbour before it, where that is looked at.
            std::unique_ptr<cpu_backend::place_for<T>[]> memory;
            if (in_place) memory = std::make_unique_for_overwrite<cpu_backend::place_for<T>[]>(batch + 1);
            T* const copied = reinterpret_cast<T*>(memory.get());
            std::uint8_t of_groups[batch / cpu_backend::group + 1];
            for (std::uint64_t which; (which = next.fetch_add(1, std::memory_order_relaxed)) < batches;) {
                const std::uint64_t first = which * batch;
                const T* from = input + first;
                if (in_place) {
                    const std::uint64_t before_it = Selector::looks_left && which > 0 ? 1 : 0;
                    cpu_backend::copy(from - before_it, std::min(batch, elements - first) + before_it,
                                      copied + 1 - before_it);
                    from = copied + 1;
                }
                if (which == 0) {
                    take_batch(std::true_type{}, which, from, of_groups);
                } else {
                    take_batch(std::false_type{}, which, from, of_groups);
                }
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
