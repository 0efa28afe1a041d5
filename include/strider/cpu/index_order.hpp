// Whether indices name neighbours in turn, which processors foresee, or places anywhere, which must be asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/cpu/streaming_store.hpp>

namespace strider::cpu_backend {

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

/// Elements that are asked for before their turn: a load that waits keeps its place in the core, a prefetch does not.
inline constexpr std::uint64_t asked_ahead = 128;

/// Whether a stretch's indices are worth asking ahead, for elements that are `elements` of `element_bytes` in all.
template <class Index>
bool worth_asking(const Index* indices, std::uint64_t count, std::uint64_t elements, std::uint64_t element_bytes) {
    return elements * element_bytes >= larger_than_caches / 2 && named_anywhere(indices, count, element_bytes);
}

/// Calls `visit(k, indices[k])` in order, and asks for of[indices[k]] ahead of that.
template <class T, class Index, class Visit>
void visit_ahead(T* of, const Index* indices, std::uint64_t count, Visit visit) {
    const std::uint64_t alone = count - std::min(asked_ahead, count);
    for (std::uint64_t k = 0; k < alone; ++k) {
        __builtin_prefetch(of + indices[k + asked_ahead], !std::is_const_v<T>);
        visit(k, indices[k]);
    }
    for (std::uint64_t k = alone; k < count; ++k) visit(k, indices[k]);
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
