// Sorts, and the greatest elements of rows.
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include <python/calls/typed.hpp>
#include <strider/sort.hpp>
#include <strider/top_k.hpp>

namespace strider::python {
namespace {

template <class Function>
void with_key(element_type type, Function function) {
    switch (type) {
        case element_type::i32:
            return function(std::int32_t{});
        case element_type::u64:
            return function(std::uint64_t{});
        case element_type::f32:
            return function(float{});
        case element_type::f64:
            return function(double{});
        default:
            return function(std::int64_t{});
    }
}

#if defined(__CUDACC__)
/// What keys of so many bytes descend by: less bits come first. Their type is told at run time, so that less is
/// compiled.
template <class Word>
struct descending_bits {
    using real = std::conditional_t<sizeof(Word) == 4, float, double>;
    bool is_float, is_signed;

    STRIDER_HOST_DEVICE Word operator()(Word key) const {
        if (is_float) return ~detail::ascending_bits(__builtin_bit_cast(real, key));
        return ~(is_signed ? detail::ascending_bits(static_cast<std::make_signed_t<Word>>(key)) : key);
    }
};
template <class Word>
struct bits_at_place {
    const Word* keys;
    descending_bits<Word> bits_of;
    STRIDER_HOST_DEVICE Word operator()(std::int64_t place) const { return bits_of(keys[place]); }
};
/// Of a chosen key, its place.
struct move_place {
    std::int64_t* to;
    template <class Word>
    STRIDER_HOST_DEVICE void operator()(std::uint64_t place, Word, std::uint64_t from) const {
        to[place] = static_cast<std::int64_t>(from);
    }
};

namespace tile = sort_kernels;

template <class Word>
inline constexpr std::uint64_t longest_short_row = tile::threads * tile::items<Word, unsigned>;

/// Sorts each row, of at most so many keys, by a block, as the library does a tile; what it moves are bits and places.
template <class Word>
__global__ void __launch_bounds__(tile::threads)
    top_of_rows_kernel(rows_in_memory<const Word> keys, descending_bits<Word> bits_of, unsigned k, Word* greatest,
                       std::int64_t* places) {
    constexpr unsigned most = tile::items<Word, unsigned>;
    __shared__ __align__(16) unsigned char memory[tile::tile_bytes<Word, unsigned>];
    __shared__ block::scratch<unsigned, tile::threads> totals;
    const Word* const row = keys.data + blockIdx.x * keys.columns;
    const unsigned count = static_cast<unsigned>(keys.columns), lines = (count - 1) / tile::threads + 1;
    const unsigned at = threadIdx.x / 32 * 32 * lines + threadIdx.x % 32;
    const auto each = [&](auto visit) {
#pragma unroll
        for (unsigned i = 0; i < most; ++i) {
            if (i < lines && at + i * 32 < count) visit(i, at + i * 32);
        }
    };
    Word bits[most];
    unsigned from[most], place[most];
    each([&](unsigned i, unsigned mine) { bits[i] = bits_of(row[from[i] = mine]); });
    for (unsigned pass = 0; pass < tile::passes<Word>; ++pass) {
        const auto digit = [&](unsigned i) { return tile::digit_of(at + i * 32 < count ? bits[i] : ~Word{0}, pass); };
        tile::place_in_tile(lines, digit, [](unsigned) {}, reinterpret_cast<unsigned*>(memory), totals, place);
        const auto exchange = [&](auto& mine, auto* ordered) {
            each([&](unsigned i, unsigned) { ordered[place[i]] = mine[i]; });
            __syncthreads();
            each([&](unsigned i, unsigned there) { mine[i] = ordered[there]; });
            __syncthreads();
        };
        exchange(bits, reinterpret_cast<Word*>(memory));
        exchange(from, reinterpret_cast<unsigned*>(memory));
    }
    each([&](unsigned i, unsigned to) {
        if (to >= k) return;
        places[std::uint64_t{blockIdx.x} * k + to] = from[i];
        greatest[std::uint64_t{blockIdx.x} * k + to] = row[from[i]];
    });
}

template <class Word>
__global__ void keys_at_places_kernel(const Word* keys, const std::int64_t* places, std::uint64_t count, Word* to) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = keys[places[i]];
}

template <class Word>
void top_words(const gpu& policy, element_type type, const rows& given, void* greatest_keys, std::int64_t* places,
               std::uint64_t k) {
    const rows_in_memory<const Word> keys{static_cast<const Word*>(given.data), given.rows, given.columns};
    Word* const greatest = static_cast<Word*>(greatest_keys);
    const descending_bits<Word> bits_of{type == element_type::f32 || type == element_type::f64,
                                        type != element_type::u64};
    if (keys.columns <= longest_short_row<Word>) {
        launch(top_of_rows_kernel<Word>, detail::launch_of(policy, keys.rows, tile::threads), keys, bits_of,
               static_cast<unsigned>(k), greatest, places);
        return;
    }
    no_value* const none = nullptr;
    for (std::uint64_t row = 0; row < keys.rows; ++row) {
        const Word* const from = keys.data + row * keys.columns;
        std::int64_t* const to = places + row * k;
        choose_elements(policy, from, keys.columns, k, bits_of, move_place{to});
        sort_elements(policy, to, to, none, none, k, bits_at_place<Word>{from, bits_of});
        launch(keys_at_places_kernel<Word>, detail::launch_of(policy, (k - 1) / 256 + 1, 256), from, to, k,
               greatest + row * k);
    }
}

void top_of_rows(const gpu& policy, element_type type, const rows& keys, void* greatest,
                 std::span<std::int64_t> places) {
    const std::uint64_t k = places.size() / keys.rows;
    size_of(type) == 4 ? top_words<std::uint32_t>(policy, type, keys, greatest, places.data(), k)
                       : top_words<std::uint64_t>(policy, type, keys, greatest, places.data(), k);
}
#else
template <class Policy>
void top_of_rows(const Policy& policy, element_type type, const rows& keys, void* greatest,
                 std::span<std::int64_t> places) {
    const std::uint64_t k = places.size() / keys.rows;
    std::vector<std::int64_t> all(keys.columns);
    std::iota(all.begin(), all.end(), 0);
    with_key(type, [&]<class T>(T) {
        for (std::uint64_t row = 0; row < keys.rows; ++row) {
            const T* const values = static_cast<const T*>(keys.data) + row * keys.columns;
            const auto key_at = [values](std::int64_t place) { return values[place]; };
            const auto found = places.subspan(row * k, k);
            top_k(policy, all, found, std::greater<>{}, key_at);
            std::ranges::transform(found, static_cast<T*>(greatest) + row * k, key_at);
        }
    });
}
#endif

}  // namespace

template <class Policy>
void add_sorts(calls& to) {
    to.sort = [](void* stream, element_type type, const items_in_memory<void>& keys, std::int64_t* places) {
        with_key(type, [&]<class T>(T) {
            const Policy policy = policy_of<Policy>(stream);
            const std::span all = span_of<T>(keys.data, keys.count);
            places ? sort_pairs(policy, all, std::span(places, keys.count)) : strider::sort(policy, all);
        });
    };
    to.top_k = [](void* stream, element_type type, const rows& keys, void* greatest, std::span<std::int64_t> places) {
        top_of_rows(policy_of<Policy>(stream), type, keys, greatest, places);
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_sorts);
// SPDX-License-Identifier: Apache-2.0
