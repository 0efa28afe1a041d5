// The canonical order once more, from the words of pattern/canonical_order.hpp alone, and sharing no code with any
// backend.
#pragma once

#include <cstddef>
#include <vector>

namespace strider::test {

/// The elements of one chunk, by accumulator.
template <class T>
using accumulators = std::vector<std::vector<T>>;

/// A binary tree over neighbours: a node of `width` leaves from `first` on; leaves that do not exist are left out.
template <class T, class Operator>
T model_tree(const std::vector<T>& leaves, std::size_t first, std::size_t width, Operator op) {
    if (width == 1) return leaves[first];
    const std::size_t half = width / 2;
    const T left = model_tree(leaves, first, half, op);
    if (first + half >= leaves.size()) return left;
    return op(left, model_tree(leaves, first + half, half, op));
}

template <class T, class Operator>
T model_chunk(const std::vector<T>& chunk, std::size_t full, bool commutes, Operator op) {
    const std::size_t per_lane = sizeof(T) > 8 ? 1 : sizeof(T) > 4 ? 2 : sizeof(T) > 2 ? 4 : sizeof(T) > 1 ? 8 : 16;
    const std::size_t run = (full + 511) / 512;
    accumulators<T> taken(commutes ? 512 * per_lane : 512);
    for (std::size_t i = 0; i < chunk.size(); ++i) taken[commutes ? i % (512 * per_lane) : i / run].push_back(chunk[i]);

    std::vector<T> leaves;
    for (const std::vector<T>& elements : taken) {
        if (elements.empty()) break;
        T value = elements.front();
        for (std::size_t i = 1; i < elements.size(); ++i) value = op(value, elements[i]);
        leaves.push_back(value);
    }
    return model_tree(leaves, 0, taken.size(), op);
}

/// The power of two that is at most n / 256, but at least 4,096 and at most 65,536. Up to 8,192 elements: 8,192.
/// From 2^27 elements on: the power of two that is at least n / 16,384, and at least 131,072.
inline std::size_t model_chunk_size(std::size_t elements) {
    if (elements <= 8192) return 8192;
    std::size_t size = 4096;
    if (elements < std::size_t{1} << 27) {
        while (size < 65536 && 2 * size * 256 <= elements) size *= 2;
    } else {
        size = 131072;
        while (size < elements / 16384) size *= 2;
    }
    return size;
}

/// The reduction of at least one element.
template <class T, class Operator>
T model_reduce(const std::vector<T>& elements, bool commutes, Operator op) {
    const std::size_t size = model_chunk_size(elements.size());
    std::vector<T> partials;
    for (std::size_t first = 0; first < elements.size(); first += size) {
        const std::size_t end = first + size < elements.size() ? first + size : elements.size();
        partials.push_back(
            model_chunk(std::vector<T>(elements.begin() + first, elements.begin() + end), size, commutes, op));
    }
    return model_chunk(partials, partials.size(), commutes, op);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
