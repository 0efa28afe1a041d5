// Calls that write an element for an element: maps, gathers, scatters, transpositions and convolutions, right and
// wrong.
#pragma once

#include <strider/convolve.hpp>
#include <strider/gather.hpp>
#include <strider/map.hpp>
#include <strider/scatter.hpp>
#include <strider/transpose.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct next {
    STRIDER_HOST_DEVICE constexpr int operator()(int x) const { return x + 1; }
};

struct moves {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        constexpr std::uint64_t side = 100;
        const std::uint64_t rows = elements / side;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        std::vector<unsigned> indices = ascending<unsigned>(elements);
        std::swap(indices.front(), indices.back());
        const std::vector<int> matrix = ascending(rows * side, -3), turned(rows * side, -1);
        const std::vector<int> square = ascending(side * side, -3), squares(side * side, -1);
        const std::vector<float> image = ascending<float>(rows * side), smooth(rows * side, -1);
        const std::vector<float> mask{1, 2, 1, 2, 4, 2, 1, 2, 1}, side_of_mask{1, 2, 1};

        list.add(
            "transform", 0, many, [](const auto& at, auto to, auto from) { transform(at, from, to, next{}); }, numbers);
        list.add(
            "transform of two", 0, many,
            [](const auto& at, auto to, auto a, auto b) { transform(at, a, b, to, plus{}); }, numbers, numbers);
        list.add(
            "gather", 0, many, [](const auto& at, auto to, auto from, auto by) { gather(at, from, by, to); }, numbers,
            indices);
        list.add(
            "gather, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                gather(at, from, by, to, checked);
                return true;  // what it waits for
            },
            numbers, indices);
        list.add(
            "scatter", 0, many, [](const auto& at, auto to, auto from, auto by) { scatter(at, from, by, to); }, numbers,
            indices);
        list.add(
            "scatter, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                scatter(at, from, by, to, checked);
                return true;
            },
            numbers, indices);
        list.add(
            "scatter_reduce", 0, many,
            [](const auto& at, auto to, auto from, auto by) { scatter_reduce(at, from, by, to, maximum{}); }, numbers,
            indices);
        list.add(
            "scatter_reduce, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                scatter_reduce(at, from, by, to, maximum{}, checked);
                return true;
            },
            numbers, indices);
        list.add(
            "transpose", 0, turned,
            [=](const auto& at, auto to, auto from) {
                transpose(at, matrix_view(from.data(), rows, side), matrix_view(to.data(), side, rows));
            },
            matrix);
        list.add(
            "transpose_batch", 0, turned,
            [=](const auto& at, auto to, auto from) {
                transpose_batch(at, matrix_view(from.data(), rows, side / 2), rows * side / 2,
                                matrix_view(to.data(), side / 2, rows), rows * side / 2, 2);
            },
            matrix);
        list.add(
            "transpose_in_place", 0, squares,
            [](const auto& at, auto to, auto from) {
                transform(at, from, to, next{});
                transpose_in_place(at, matrix_view(to.data(), side, side));
            },
            square);
        list.add(
            "convolve", 0, smooth,
            [=](const auto& at, auto to, auto from) {
                convolve(at, matrix_view(from.data(), rows, side), matrix_view(mask.data(), 3, 3),
                         matrix_view(to.data(), rows, side));
            },
            image);
        list.add(
            "convolve of one dimension", 0, smooth,
            [=](const auto& at, auto to, auto from) { convolve(at, from, side_of_mask, to); }, image);
        list.add(
            "convolve_separable", 0, smooth,
            [=](const auto& at, auto to, auto from) {
                convolve_separable(at, matrix_view(from.data(), rows, side), side_of_mask, side_of_mask,
                                   matrix_view(to.data(), rows, side));
            },
            image);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100), indices = ones.subspan(300, 100);
        const auto shorts = list.template memory<short>(200);

        list.add("transform to too few", "give it as many",
                 [=](const policy& at) { transform(at, few, fewer, next{}); });
        list.add("transform to itself, moved", "the same place or another one",
                 [=](const policy& at) { transform(at, few, moved, next{}); });
        list.add("transform to itself in another type", "give it another place", [=](const policy& at) {
            transform(at, shorts.first(100), std::span(reinterpret_cast<signed char*>(shorts.data()), 200), next{});
        });
        list.add("transform of two sizes", "give as many of either",
                 [=](const policy& at) { transform(at, few, fewer, apart, plus{}); });
        list.add("transform of two to too few", "give it as many",
                 [=](const policy& at) { transform(at, few, apart, fewer, plus{}); });
        list.add("transform of two to the second, moved", "the same place or another one",
                 [=](const policy& at) { transform(at, apart, few, moved, plus{}); });
        list.add("transform of more than there can be", "check its size",
                 [=](const policy& at) { transform(at, endless, endless, next{}); });
        list.add("transform of two of more than there can be", "check its size",
                 [=](const policy& at) { transform(at, endless, endless, endless, plus{}); });

        list.add("gather to too few", "give it as many", [=](const policy& at) { gather(at, few, indices, fewer); });
        list.add("gather to itself", "give it another place", [=](const policy& at) { gather(at, few, indices, few); });
        list.add("gather to its indices", "give it another place",
                 [=](const policy& at) { gather(at, few, indices, indices); });
        list.add("gather by more than there can be", "check its size",
                 [=](const policy& at) { gather(at, few, endless, endless); });
        list.add("gather from more than there can be", "check its size",
                 [=](const policy& at) { gather(at, endless, indices, apart); });
        list.add("scatter by too few indices", "give one for each",
                 [=](const policy& at) { scatter(at, few, indices.first(99), apart); });
        list.add("scatter to itself", "give it another place",
                 [=](const policy& at) { scatter(at, few, indices, moved); });
        list.add("scatter to its indices", "give it another place",
                 [=](const policy& at) { scatter(at, few, indices, indices); });
        list.add("scatter of more than there can be", "check its size",
                 [=](const policy& at) { scatter(at, endless, endless, apart); });
        list.add("scatter to more than there can be", "check its size",
                 [=](const policy& at) { scatter(at, few, indices, endless); });
        list.add("scatter_reduce by too few indices", "give one for each",
                 [=](const policy& at) { scatter_reduce(at, few, indices.first(99), apart); });
        list.add("scatter_reduce to itself", "give it another place",
                 [=](const policy& at) { scatter_reduce(at, few, indices, moved); });
        list.add("scatter_reduce to its indices", "give it another place",
                 [=](const policy& at) { scatter_reduce(at, few, indices, indices); });
        list.add("scatter_reduce of more than there can be", "check its size",
                 [=](const policy& at) { scatter_reduce(at, endless, endless, apart); });

        const matrix_view<int> wide(few.data(), 4, 10), tall(apart.data(), 10, 4), crossed(few.data(), 4, 10, 9),
            vast(few.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40),
            turned_vast(apart.data(), 10, std::uint64_t{1} << 62);
        list.add("transpose to another shape", "give it 10 rows of 4",
                 [=](const policy& at) { transpose(at, wide, wide); });
        list.add("transpose to itself", "give it another place",
                 [=](const policy& at) { transpose(at, wide, matrix_view<int>(few.data(), 10, 4)); });
        list.add("transpose of rows that overlap", "give a stride of at least a row",
                 [=](const policy& at) { transpose(at, crossed, tall); });
        list.add("transpose of more than there can be", "check the extents",
                 [=](const policy& at) { transpose(at, vast, turned_vast); });
        list.add("transpose_batch too close", "give a greater distance",
                 [=](const policy& at) { transpose_batch(at, wide, 39, tall, 40, 2); });
        list.add("transpose_batch of more than there can be", "check number and distance",
                 [=](const policy& at) { transpose_batch(at, wide, std::uint64_t{1} << 61, tall, 40, 2); });
        list.add("transpose_batch of overflowing numbers", "check number and distance",
                 [=](const policy& at) { transpose_batch(at, wide, 40, tall, 40, ~std::uint64_t{0}); });
        list.add("transpose_in_place of what is not square", "transpose to another place",
                 [=](const policy& at) { transpose_in_place(at, wide); });
        list.add("transpose_in_place of more than there can be", "check the extents",
                 [=](const policy& at) { transpose_in_place(at, vast); });

        const auto floats = list.template memory<float>(1000);
        const matrix_view<float> image(floats.data(), 6, 12), smooth(floats.data() + 100, 6, 12),
            lower(floats.data() + 100, 5, 12), near(floats.data() + 71, 6, 12), crossed_image(floats.data(), 6, 12, 11),
            vast_image(floats.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40);
        const std::vector<float> weights(64 * 64, 1);
        const auto by = [=](std::uint64_t rows, std::uint64_t columns) {
            return matrix_view<const float>(weights.data(), rows, columns);
        };
        const auto refused = [&](const std::string& name, const std::string& says, auto from, auto to,
                                 std::uint64_t rows, std::uint64_t columns, convolve_options options = {}) {
            list.add("convolve " + name, says,
                     [=](const policy& at) { convolve(at, from, by(rows, columns), to, options); });
            list.add("convolve_separable " + name, says, [=](const policy& at) {
                convolve_separable(at, from, std::span(weights).first(rows), std::span(weights).first(columns), to,
                                   options);
            });
        };
        refused("to another shape", "give two of one shape", image, lower, 3, 3);
        refused("to itself", "give it another place", image, image, 3, 3);
        refused("to itself, moved", "give it another place", image, near, 3, 3);
        refused("by nothing", "give 1 to 63 rows and columns", image, smooth, 0, 3);
        refused("by too much", "give 1 to 63 rows and columns", image, smooth, 64, 3);
        refused("of five channels", "give 1 to 4 channels", image, smooth, 3, 3, {.channels = 5});
        refused("around an anchor outside", "give one within it", image, smooth, 3, 3, {.anchor_row = 3});
        refused("of rows that overlap", "give a stride of at least a row", crossed_image, smooth, 3, 3);
        refused("of more than there can be", "check the extents", vast_image, vast_image, 3, 3);
        list.add("convolve of one dimension to too few", "give it as many", [=](const policy& at) {
            convolve(at, floats.first(100), std::span(weights).first(3), floats.subspan(100, 99));
        });
        list.add("convolve of one dimension to itself", "give it another place", [=](const policy& at) {
            convolve(at, floats.first(100), std::span(weights).first(3), floats.first(100));
        });
        const auto endless_row = list.template endless<float>();
        list.add("convolve of more than there can be in one dimension", "check its size",
                 [=](const policy& at) { convolve(at, endless_row, std::span(weights).first(3), endless_row); });
        const auto bytes = list.template memory<std::uint8_t>(200);
        list.add("convolve of bytes with a fill of 256", "give one that is", [=](const policy& at) {
            convolve(at, bytes.first(100), std::span(weights).first(3), bytes.subspan(100),
                     {.outside = boundary::constant, .fill = 256});
        });
        return list;
    }
};

}  // namespace strider::test
