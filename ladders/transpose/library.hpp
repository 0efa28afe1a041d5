// The library's calls of "transpose": items of which nothing is known but their bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include <ladders/library_memory.hpp>
#include <ladders/transpose/problem.hpp>
#include <strider/transpose.hpp>

namespace strider::ladders::transpose {

/// An item that no word holds: a pixel of three samples.
template <std::size_t Bytes>
struct packed_item {
    unsigned char bytes[Bytes];
};

/// An item of two words: what it stands in, such as a complex number, need not be aligned to more.
struct two_words {
    std::uint64_t word[2];
};

template <class Item>
bool is_aligned(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) % alignof(Item) == 0;
}

/// `Wide` is what rung 90 moves 16 bytes as.
template <class Policy, class Wide>
class calls_of_items : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void transpose(std::size_t bytes, const rows_in_memory<const void>& in, void* out) override {
        const auto turn = [&]<class Item>(Item) {
            const std::uint64_t items = in.rows * in.columns;
            auto memory = this->memory();
            const Item* const from = memory.read(static_cast<const Item*>(in.data), items);
            Item* const to = memory.write(static_cast<Item*>(out), items);
            strider::transpose(this->policy_, matrix_view<const Item>(from, in.rows, in.columns),
                               matrix_view<Item>(to, in.columns, in.rows));
            memory.finish();
        };
        switch (bytes) {
            case 3:
                return turn(packed_item<3>{});
            case 6:
                return turn(packed_item<6>{});
            case 12:
                return turn(packed_item<12>{});
            case 16:
                if (!is_aligned<Wide>(in.data) || !is_aligned<Wide>(out)) return turn(two_words{});
                [[fallthrough]];
            default:
                return with_item<Wide>(bytes, turn);
        }
    }
};

}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
