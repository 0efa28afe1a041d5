// Transpositions, right and wrong (every_call.hpp).
#pragma once

#include <strider/map.hpp>
#include <strider/transpose.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct transpose_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        constexpr std::uint64_t side = 100;
        const std::uint64_t rows = elements / side;
        const std::vector<int> matrix = ascending(rows * side, -3), turned(rows * side, -1);
        const std::vector<int> square = ascending(side * side, -3), squares(side * side, -1);

        list.add("transpose", 0, turned, std::tie(matrix), [=](const auto& at, auto to, auto from) {
            transpose(at, matrix_view(from.data(), rows, side), matrix_view(to.data(), side, rows));
        });
        list.add("transpose_batch", 0, turned, std::tie(matrix), [=](const auto& at, auto to, auto from) {
            transpose_batch(at, matrix_view(from.data(), rows, side / 2), rows * side / 2,
                            matrix_view(to.data(), side / 2, rows), rows * side / 2, 2);
        });
        list.add("transpose_in_place", 0, squares, std::tie(square), [](const auto& at, auto to, auto from) {
            transform(at, from, to, next{});
            transpose_in_place(at, matrix_view(to.data(), side, side));
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(200);
        const auto few = ones.first(100), apart = ones.subspan(100, 100);
        const matrix_view<int> wide(few.data(), 4, 10), tall(apart.data(), 10, 4), crossed(few.data(), 4, 10, 9),
            tall_here(few.data(), 10, 4), square(few.data(), 10, 10),
            vast(few.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40),
            turned_vast(apart.data(), 10, std::uint64_t{1} << 62);
        ADD_WRONG("give it 10 rows of 4", transpose(at, wide, wide));
        ADD_WRONG("give it 10 rows of 4", transpose_batch(at, wide, 40, wide, 40, 1));
        ADD_WRONG("give it another place", transpose(at, wide, tall_here));
        ADD_WRONG("give it another place", transpose_batch(at, wide, 40, tall_here, 40, 1));
        ADD_WRONG("give it another place", transpose(at, matrix_view<int>(few.data() + 39, 4, 10), tall_here));
        ADD_WRONG("give it another place", transpose(at, square, square));
        ADD_WRONG("give a stride of at least a row", transpose(at, crossed, tall));
        ADD_WRONG("check the extents", transpose(at, vast, turned_vast));
        ADD_WRONG("give a greater distance", transpose_batch(at, wide, 39, tall, 40, 2));
        ADD_WRONG("give a greater distance", transpose_batch(at, wide, 40, tall, 39, 2));
        ADD_WRONG("check number and distance", transpose_batch(at, wide, std::uint64_t{1} << 61, tall, 40, 2));
        ADD_WRONG("check number and distance", transpose_batch(at, wide, 40, tall, 40, ~std::uint64_t{0}));
        ADD_WRONG("transpose to another place", transpose_in_place(at, wide));
        ADD_WRONG("check the extents", transpose_in_place(at, vast));
        const matrix_view<int> nowhere(nullptr, 4, 10), turned_nowhere(nullptr, 10, 4), square_nowhere(nullptr, 10, 10);
        ADD_WRONG("at a null pointer", transpose(at, nowhere, tall));
        ADD_WRONG("at a null pointer", transpose(at, wide, turned_nowhere));
        ADD_WRONG("at a null pointer", transpose_batch(at, nowhere, 40, tall, 40, 1));
        ADD_WRONG("at a null pointer", transpose_batch(at, wide, 40, turned_nowhere, 40, 1));
        ADD_WRONG("at a null pointer", transpose_in_place(at, square_nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
