// Reductions of segments, rows and columns, right and wrong (every_call.hpp).
#pragma once

#include <strider/segmented_reduce.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct segmented_reduce_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        constexpr std::uint64_t length = 10'000, columns = 2;  // long enough that several blocks share one
        const std::uint64_t lengths = elements / length, rows = lengths * length / columns;
        const std::vector<int> numbers = ascending(lengths * length, -3), some(lengths, -1), few(columns, -1);
        const std::vector<unsigned> offsets = offsets_of_any_length(numbers.size());
        const std::vector<int> each(offsets.size() - 1, -1);

        list.add("segmented_reduce", 2, each, std::tie(numbers, offsets),
                 [](const auto& at, auto to, auto from, auto cut) { segmented_reduce(at, from, cut, to); });
        list.add("segmented_reduce of one length", 2, some, std::tie(numbers),
                 [=](const auto& at, auto to, auto from) { segmented_reduce(at, from, length, to); });
        list.add("reduce_rows", 2, some, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            reduce_rows(at, matrix_view(from.data(), lengths, length), to, other_greatest{}, 7);
        });
        list.add("reduce_columns", 1, few, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            reduce_columns(at, matrix_view(from.data(), rows, columns), to);
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), apart = ones.subspan(200, 100);
        const auto offsets = list.memory(12);
        const matrix_view<const int> matrix(few.data(), 10, 10), crossed(few.data(), 10, 10, 9),
            vast(few.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40);
        ADD_WRONG("n segments have n + 1", segmented_reduce(at, few, offsets.first(0), apart));
        ADD_WRONG("give it as many", segmented_reduce(at, few, offsets, apart.first(10)));
        ADD_WRONG("give it another place", segmented_reduce(at, few, offsets, few));
        ADD_WRONG("give it another place", segmented_reduce(at, few, offsets, offsets));
        ADD_WRONG("check its size", segmented_reduce(at, endless, offsets, apart));
        ADD_WRONG("is no value of the elements' type",
                  segmented_reduce(at, few, offsets, apart, plus{}, std::int64_t{1} << 40));
        ADD_WRONG("is no value of the elements' type", segmented_reduce(at, few, 10, apart, other_extreme{}, ~0u));
        ADD_WRONG("is no value of the elements' type", reduce_rows(at, matrix, apart, plus{}, std::int64_t{1} << 40));
        ADD_WRONG("is no value of the elements' type", reduce_columns(at, matrix, apart, other_extreme{}, ~0u));
        ADD_WRONG("give a length that does", segmented_reduce(at, few, 0, apart));
        ADD_WRONG("give a length that does", segmented_reduce(at, few, 7, apart));
        ADD_WRONG("give a length that does", segmented_reduce(at, few, -10, apart));
        ADD_WRONG("give it as many", segmented_reduce(at, few, 1, fewer));
        ADD_WRONG("give it another place", segmented_reduce(at, few, 10, few));
        ADD_WRONG("give it as many", reduce_rows(at, matrix, apart.first(9)));
        ADD_WRONG("give it another place", reduce_rows(at, matrix, few));
        ADD_WRONG("give a stride of at least a row", reduce_rows(at, crossed, apart));
        ADD_WRONG("check the extents", reduce_rows(at, vast, apart));
        ADD_WRONG("give it as many", reduce_columns(at, matrix, apart.first(9)));
        ADD_WRONG("give it another place", reduce_columns(at, matrix, few));
        ADD_WRONG("give a stride of at least a row", reduce_columns(at, crossed, apart));
        ADD_WRONG("check the extents", reduce_columns(at, vast, apart));
        const auto nowhere = list.nowhere();
        const matrix_view<const int> unseen(nowhere.data(), 10, 10);
        ADD_WRONG("at a null pointer", segmented_reduce(at, nowhere, offsets, apart));
        ADD_WRONG("at a null pointer", segmented_reduce(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", segmented_reduce(at, few, offsets, nowhere));
        ADD_WRONG("at a null pointer", segmented_reduce(at, nowhere, 10, apart));
        ADD_WRONG("at a null pointer", segmented_reduce(at, few, 10, nowhere));
        ADD_WRONG("at a null pointer", reduce_rows(at, unseen, apart));
        ADD_WRONG("at a null pointer", reduce_rows(at, matrix, nowhere));
        ADD_WRONG("at a null pointer", reduce_columns(at, unseen, apart));
        ADD_WRONG("at a null pointer", reduce_columns(at, matrix, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
