// <cuda/warp> and <cuda/work_stealing>: shuffles of values of any size, and blocks that take over others' work.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <strider/check/shims/libcudacxx/std.hpp>
#include <strider/emulator/dialect.hpp>

namespace cuda {
namespace device {

/// `pred`: whether the source lane is in the group.
template <class T>
struct warp_shuffle_result {
    T data;
    bool pred;
    operator T() const { return data; }
};

namespace detail {
/// Shuffles a value word by word.
template <class T, class Shuffle>
warp_shuffle_result<T> shuffle_words(const T& value, bool in_group, Shuffle shuffle) {
    std::uint32_t words[(sizeof(T) + 3) / 4] = {};
    std::memcpy(words, &value, sizeof(T));
    for (std::uint32_t& word : words) word = shuffle(word);
    warp_shuffle_result<T> result;
    std::memcpy(&result.data, words, sizeof(T));
    result.pred = in_group;
    return result;
}
template <int Width>
int lane_in_group() {
    return static_cast<int>(::strider::emulation::lane_index() % Width);
}
}  // namespace detail

template <int Width = 32, class T>
warp_shuffle_result<T> warp_shuffle_idx(const T& value, int lane, std::uint32_t mask = ~0u,
                                        std::integral_constant<int, Width> = {}) {
    return detail::shuffle_words(value, lane >= 0 && lane < Width,
                                 [=](std::uint32_t word) { return __shfl_sync(mask, word, lane, Width); });
}
template <int Width = 32, class T>
warp_shuffle_result<T> warp_shuffle_up(const T& value, int delta, std::uint32_t mask = ~0u,
                                       std::integral_constant<int, Width> = {}) {
    return detail::shuffle_words(value, detail::lane_in_group<Width>() >= delta, [=](std::uint32_t word) {
        return __shfl_up_sync(mask, word, static_cast<unsigned>(delta), Width);
    });
}
template <int Width = 32, class T>
warp_shuffle_result<T> warp_shuffle_down(const T& value, int delta, std::uint32_t mask = ~0u,
                                         std::integral_constant<int, Width> = {}) {
    return detail::shuffle_words(value, detail::lane_in_group<Width>() + delta < Width, [=](std::uint32_t word) {
        return __shfl_down_sync(mask, word, static_cast<unsigned>(delta), Width);
    });
}
template <int Width = 32, class T>
warp_shuffle_result<T> warp_shuffle_xor(const T& value, int lanes, std::uint32_t mask = ~0u,
                                        std::integral_constant<int, Width> = {}) {
    return detail::shuffle_words(value, true,
                                 [=](std::uint32_t word) { return __shfl_xor_sync(mask, word, lanes, Width); });
}

}  // namespace device

/// Before compute capability 10.0 no block is cancelled: each works for itself.
template <int Rank = 3, class Function>
void for_each_canceled_block(Function function) {
    function(dim3(blockIdx.x, blockIdx.y, blockIdx.z));
}
template <int Rank = 3, class Function>
void for_each_canceled_block(bool, Function function) {
    for_each_canceled_block<Rank>(function);
}

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
