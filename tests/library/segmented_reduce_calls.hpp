// Reductions of segments, rows and columns, right and wrong (every_call.hpp).
#pragma once

#include <strider/segmented_reduce.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct segmented_reduce_calls {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        constexpr std::uint64_t length = 10'000, columns = 2;  // long enough that several blocks share one
        const std::uint64_t lengths = elements / length, rows = lengths * length / columns;
        const std::vector<int> numbers = ascending(lengths * length, -3), some(lengths, -1), few(columns, -1);
        const std::vector<unsigned> offsets = offsets_of_any_length(numbers.size());
        const std::vector<int> each(offsets.size() - 1, -1);

        list.add(
            "segmented_reduce", 2, each,
            [](const auto& at, auto to, auto from, auto cut) { segmented_reduce(at, from, cut, to); }, numbers,
            offsets);
        list.add(
            "segmented_reduce of one length", 2, some,
            [=](const auto& at, auto to, auto from) { segmented_reduce(at, from, length, to); }, numbers);
        list.add(
            "reduce_rows", 2, some,
            [=](const auto& at, auto to, auto from) {
                reduce_rows(at, matrix_view(from.data(), lengths, length), to, other_greatest{}, 7);
            },
            numbers);
        list.add(
            "reduce_columns", 1, few,
            [=](const auto& at, auto to, auto from) {
                reduce_columns(at, matrix_view(from.data(), rows, columns), to);
            },
            numbers);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), apart = ones.subspan(200, 100);
        const auto offsets = list.memory(12);
        const matrix_view<const int> matrix(few.data(), 10, 10), crossed(few.data(), 10, 10, 9),
            vast(few.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40);
        list.add("segmented_reduce without offsets", "n segments have n + 1",
                 [=](const policy& at) { segmented_reduce(at, few, offsets.first(0), apart); });
        list.add("segmented_reduce to too few", "give it as many",
                 [=](const policy& at) { segmented_reduce(at, few, offsets, apart.first(10)); });
        list.add("segmented_reduce to its input", "give it another place",
                 [=](const policy& at) { segmented_reduce(at, few, offsets, few); });
        list.add("segmented_reduce to its offsets", "give it another place",
                 [=](const policy& at) { segmented_reduce(at, few, offsets, offsets); });
        list.add("segmented_reduce of more than there can be", "check its size",
                 [=](const policy& at) { segmented_reduce(at, endless, offsets, apart); });
        list.add("segmented_reduce from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { segmented_reduce(at, few, offsets, apart, plus{}, std::int64_t{1} << 40); });
        list.add("segmented_reduce of one length from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { segmented_reduce(at, few, 10, apart, other_extreme{}, ~0u); });
        list.add("reduce_rows from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { reduce_rows(at, matrix, apart, plus{}, std::int64_t{1} << 40); });
        list.add("reduce_columns from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { reduce_columns(at, matrix, apart, other_extreme{}, ~0u); });
        list.add("segmented_reduce of length 0", "give a length that does",
                 [=](const policy& at) { segmented_reduce(at, few, 0, apart); });
        list.add("segmented_reduce of uneven lengths", "give a length that does",
                 [=](const policy& at) { segmented_reduce(at, few, 7, apart); });
        list.add("segmented_reduce of a negative length", "give a length that does",
                 [=](const policy& at) { segmented_reduce(at, few, -10, apart); });
        list.add("segmented_reduce of one length to too few", "give it as many",
                 [=](const policy& at) { segmented_reduce(at, few, 1, fewer); });
        list.add("segmented_reduce of one length to itself", "give it another place",
                 [=](const policy& at) { segmented_reduce(at, few, 10, few); });
        list.add("reduce_rows to too few", "give it as many",
                 [=](const policy& at) { reduce_rows(at, matrix, apart.first(9)); });
        list.add("reduce_rows to itself", "give it another place",
                 [=](const policy& at) { reduce_rows(at, matrix, few); });
        list.add("reduce_rows that overlap", "give a stride of at least a row",
                 [=](const policy& at) { reduce_rows(at, crossed, apart); });
        list.add("reduce_rows of more than there can be", "check the extents",
                 [=](const policy& at) { reduce_rows(at, vast, apart); });
        list.add("reduce_columns to too few", "give it as many",
                 [=](const policy& at) { reduce_columns(at, matrix, apart.first(9)); });
        list.add("reduce_columns to itself", "give it another place",
                 [=](const policy& at) { reduce_columns(at, matrix, few); });
        list.add("reduce_columns of rows that overlap", "give a stride of at least a row",
                 [=](const policy& at) { reduce_columns(at, crossed, apart); });
        list.add("reduce_columns of more than there can be", "check the extents",
                 [=](const policy& at) { reduce_columns(at, vast, apart); });
        return list;
    }
};

}  // namespace strider::test
