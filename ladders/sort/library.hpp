// The library's calls of "sort".
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include <ladders/library_memory.hpp>
#include <strider/sort.hpp>
#include <strider/top_k.hpp>

namespace strider::ladders::sort {

#if defined(STRIDER_DEVICE_CODE)
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

namespace tile = strider::sort_kernels;  // rungs have names of their own

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
#endif

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void sort(element_type type, void* keys, std::uint64_t elements, std::int64_t* places) override {
        with_key(type, [&]<class T>(T) {
            auto memory = this->memory();
            const std::span all(memory.update(static_cast<T*>(keys), elements), elements);
            if (places) {
                sort_pairs(this->policy_, all, std::span(memory.update(places, elements), elements));
            } else {
                strider::sort(this->policy_, all);
            }
            memory.finish();
        });
    }

    void top_k(element_type type, const rows_in_memory<const void>& keys, void* greatest,
               std::span<std::int64_t> places) override {
        const std::uint64_t k = places.size() / keys.rows;
#if defined(STRIDER_DEVICE_CODE)
        size_of(type) == 4 ? top_words<std::uint32_t>(type, keys, greatest, places.data(), k)
                           : top_words<std::uint64_t>(type, keys, greatest, places.data(), k);
#else
        std::vector<std::int64_t> all(keys.columns);
        std::iota(all.begin(), all.end(), 0);
        with_key(type, [&]<class T>(T) {
            for (std::uint64_t row = 0; row < keys.rows; ++row) {
                const T* const values = static_cast<const T*>(keys.data) + row * keys.columns;
                const auto key_at = [values](std::int64_t place) { return values[place]; };
                const auto found = places.subspan(row * k, k);
                strider::top_k(this->policy_, all, found, std::greater<>{}, key_at);
                std::ranges::transform(found, static_cast<T*>(greatest) + row * k, key_at);
            }
        });
#endif
    }

private:
#if defined(STRIDER_DEVICE_CODE)
    template <class Word>
    void top_words(element_type type, const rows_in_memory<const void>& given, void* keys_on_host,
                   std::int64_t* places_on_host, std::uint64_t k) {
        auto memory = this->memory();
        const rows_in_memory<const Word> keys{
            memory.read(static_cast<const Word*>(given.data), given.rows * given.columns), given.rows, given.columns};
        Word* const greatest = memory.write(static_cast<Word*>(keys_on_host), given.rows * k);
        std::int64_t* const places = memory.write(places_on_host, given.rows * k);
        const descending_bits<Word> bits_of{type == element_type::f32 || type == element_type::f64,
                                            type != element_type::u64};
        if (keys.columns <= longest_short_row<Word>) {
            launch(top_of_rows_kernel<Word>, detail::launch_of(this->policy_, keys.rows, tile::threads), keys, bits_of,
                   static_cast<unsigned>(k), greatest, places);
        } else {
            no_value* const none = nullptr;
            for (std::uint64_t row = 0; row < keys.rows; ++row) {
                const Word* const from = keys.data + row * keys.columns;
                std::int64_t* const to = places + row * k;
                choose_elements(this->policy_, from, keys.columns, k, bits_of, move_place{to});
                sort_elements(this->policy_, to, to, none, none, k, bits_at_place<Word>{from, bits_of});
                launch(keys_at_places_kernel<Word>, detail::launch_of(this->policy_, (k - 1) / 256 + 1, 256), from, to,
                       k, greatest + row * k);
            }
        }
        memory.finish();
    }
#endif

    template <class Function>
    static void with_key(element_type type, Function function) {
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
};

}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
