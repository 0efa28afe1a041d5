// The first of the sorted elements on all cores: every core keeps the least of its stretch, and a bound that few
// elements are below, so that most are only compared; then they are chosen of what all have kept. Where many are
// wanted, all are sorted. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/cpu/sort.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {

namespace cpu_backend {

/// An element's bits and place. Of equal bits the first place wins, as in a stable sort.
template <class Bits>
struct candidate {
    Bits key;
    std::uint64_t place;
    bool operator<(const candidate& other) const {
        return key < other.key || (key == other.key && place < other.place);
    }
};

/// The `k` least of the elements from `first` to `end`, in no order; all, where there are fewer.
template <class Element, class BitsOf, class Bits>
void keep_least(const Element* from, std::uint64_t first, std::uint64_t end, std::uint64_t k, const BitsOf& bits_of,
                std::vector<candidate<Bits>>& kept) {
    constexpr std::uint64_t block = 64;
    const std::uint64_t most = 2 * k + block;
    const auto drop_others = [&] {
        if (kept.size() <= k) return;
        std::nth_element(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(k - 1), kept.end());
        kept.resize(k);
    };
    kept.reserve(most + block);
    bool is_bounded = false;
    Bits bound{};  // what is not below it comes behind k others
    for (; first < end; first += block) {
        const std::uint64_t size = std::min(block, end - first);
        Bits keys[block];
        unsigned any = !is_bounded;
        by_widest_vectors([=, to = keys + 0, &any] {
            unsigned below = any;
            for (std::uint64_t i = 0; i < size; ++i) {
                to[i] = bits_of(from[first + i]);
                below |= to[i] < bound;
            }
            any = below;
        });
        if (any == 0) continue;
        for (std::uint64_t i = 0; i < size; ++i) {
            if (!is_bounded || keys[i] < bound) kept.push_back({keys[i], first + i});
        }
        if (kept.size() < most) continue;
        drop_others();
        is_bounded = true;
        bound = kept[k - 1].key;
    }
    drop_others();
}

}  // namespace cpu_backend

/// The `k` elements of the least bits, sorted, to an output apart from the input. Throws std::bad_alloc where there is
/// no memory for it.
template <class Element, class BitsOf>
void top_elements(const cpu& policy, const Element* from, std::uint64_t count, Element* to, std::uint64_t k,
                  const BitsOf& bits_of) {
    using namespace cpu_backend;
    using bits = decltype(bits_of(*from));
    constexpr std::uint64_t worth_sorting = 16;  // one of so many
    const sort_shape shape(count, parallel_moves_from);
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

    std::vector<std::vector<candidate<bits>>> kept(shape.stretches);
    shape.for_each([&](std::uint64_t s, std::uint64_t first, std::uint64_t end) {
        keep_least(from, first, end, k, bits_of, kept[s]);
    });
    std::vector<candidate<bits>> all = std::move(kept[0]);
    for (std::uint64_t s = 1; s < shape.stretches; ++s) all.insert(all.end(), kept[s].begin(), kept[s].end());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k), all.end());
    for (std::uint64_t i = 0; i < k; ++i) std::memcpy(static_cast<void*>(to + i), from + all[i].place, sizeof(Element));
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
