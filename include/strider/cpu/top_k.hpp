// The first of the sorted elements on all cores: every core keeps those of its stretch in a heap, which few elements
// enter; then they are chosen of all heaps together. Where many are wanted, all are sorted. Honours the caller's
// tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/cpu/sort.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {

/// The `k` elements of the least bits, sorted, to an output apart from the input. Throws std::bad_alloc where there is
/// no memory for it.
template <class Element, class BitsOf>
void top_elements(const cpu& policy, const Element* from, std::uint64_t count, Element* to, std::uint64_t k,
                  const BitsOf& bits_of) {
    using namespace cpu_backend;
    using bits = decltype(bits_of(*from));
    constexpr std::uint64_t worth_sorting = 16;  // one of so many
    const sort_shape shape(count);
    if (k == 0) return;
    if (k > count / worth_sorting / shape.stretches) {
        const auto sorted = allocate_scratch(count * sizeof(Element));
        if (sorted == nullptr) throw std::bad_alloc();
        auto* const all = reinterpret_cast<Element*>(sorted.get());
        sort_elements(policy, from, all, static_cast<const no_value*>(nullptr), static_cast<no_value*>(nullptr), count,
                      bits_of);
        std::memcpy(static_cast<void*>(to), all, k * sizeof(Element));
        return;
    }

    /// Of equal keys the first one wins, as in a stable sort.
    struct candidate {
        bits key;
        std::uint64_t place;
        bool operator<(const candidate& other) const {
            return key < other.key || (key == other.key && place < other.place);
        }
    };
    std::vector<std::vector<candidate>> heaps(shape.stretches);
    shape.for_each([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
        std::vector<candidate> heap;
        heap.reserve(k + 1);
        for (std::uint64_t i = first; i < end; ++i) {
            const bits key = bits_of(from[i]);
            if (heap.size() == k && key >= heap.front().key) continue;
            heap.push_back({key, i});
            std::push_heap(heap.begin(), heap.end());
            if (heap.size() <= k) continue;
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
        }
        heaps[s] = std::move(heap);
    });
    std::vector<candidate> all;
    for (const std::vector<candidate>& heap : heaps) all.insert(all.end(), heap.begin(), heap.end());
    std::sort(all.begin(), all.end());
    for (std::uint64_t i = 0; i < k; ++i) std::memcpy(static_cast<void*>(to + i), from + all[i].place, sizeof(Element));
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
