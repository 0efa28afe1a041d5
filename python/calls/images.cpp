// Convolutions, and transposes of items of which nothing is known but their bytes.
#include <vector>

#include <python/calls/typed.hpp>
#include <strider/convolve.hpp>
#include <strider/transpose.hpp>

namespace strider::python {
namespace {

/// An item that no word holds: a pixel of three samples.
template <std::size_t Bytes>
struct packed_item {
    unsigned char bytes[Bytes];
};

/// An item of two words: what it stands in, such as a complex number, need not be aligned to more.
struct two_words {
    std::uint64_t word[2];
};
#if defined(__CUDACC__)
using wide_item = uint4;
#else
struct alignas(16) wide_item : two_words {};
#endif

bool is_wide(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % alignof(wide_item) == 0; }

}  // namespace

template <class Policy>
void add_images(calls& to) {
    to.convolve = [](void* stream, element_type type, const rows& image, const rows_in_memory<const double>& mask,
                     void* result, const convolve_options& options) {
        const auto run = [&]<class T>(T) {
            using weight = weight_of<T>;
            const std::vector<weight> weights(mask.data, mask.data + mask.rows * mask.columns);
            convolve(policy_of<Policy>(stream),
                     matrix_view<const T>(static_cast<const T*>(image.data), image.rows, image.columns),
                     matrix_view<const weight>(weights.data(), mask.rows, mask.columns),
                     matrix_view<T>(static_cast<T*>(result), image.rows, image.columns), options);
        };
        if (type == element_type::u8) return run(std::uint8_t{});
        if (type == element_type::u16) return run(std::uint16_t{});
        type == element_type::f32 ? run(float{}) : run(double{});
    };
    to.transpose = [](void* stream, std::size_t bytes, const rows& matrix, void* result) {
        const auto turn = [&]<class Item>(Item) {
            transpose(policy_of<Policy>(stream),
                      matrix_view<const Item>(static_cast<const Item*>(matrix.data), matrix.rows, matrix.columns),
                      matrix_view<Item>(static_cast<Item*>(result), matrix.columns, matrix.rows));
        };
        switch (bytes) {
            case 3:
                return turn(packed_item<3>{});
            case 6:
                return turn(packed_item<6>{});
            case 12:
                return turn(packed_item<12>{});
            case 16:
                return is_wide(matrix.data) && is_wide(result) ? turn(wide_item{}) : turn(two_words{});
            default:
                return with_word(bytes, turn);
        }
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_images);
// SPDX-License-Identifier: Apache-2.0
