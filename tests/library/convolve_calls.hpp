// Convolutions, right and wrong (every_call.hpp).
#pragma once

#include <limits>
#include <utility>

#include <strider/convolve.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct convolve_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        constexpr std::uint64_t side = 100;
        const std::uint64_t rows = elements / side;
        const std::vector<float> image = ascending<float>(rows * side), smooth(rows * side, -1);
        const std::vector<float> mask{1, 2, 1, 2, 4, 2, 1, 2, 1}, side_of_mask{1, 2, 1};

        list.add("convolve", 0, smooth, std::tie(image), [=](const auto& at, auto to, auto from) {
            convolve(at, matrix_view(from.data(), rows, side), matrix_view(mask.data(), 3, 3),
                     matrix_view(to.data(), rows, side));
        });
        list.add("convolve of one dimension", 0, smooth, std::tie(image),
                 [=](const auto& at, auto to, auto from) { convolve(at, from, side_of_mask, to); });
        list.add("convolve_separable", 0, smooth, std::tie(image), [=](const auto& at, auto to, auto from) {
            convolve_separable(at, matrix_view(from.data(), rows, side), side_of_mask, side_of_mask,
                               matrix_view(to.data(), rows, side));
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto floats = list.template memory<float>(1000);
        const matrix_view<float> image(floats.data(), 6, 12), smooth(floats.data() + 100, 6, 12),
            lower(floats.data() + 100, 5, 12), narrower(floats.data() + 100, 6, 11), near(floats.data() + 71, 6, 12),
            crossed_image(floats.data(), 6, 12, 11),
            vast_image(floats.data(), std::uint64_t{1} << 40, 10, std::uint64_t{1} << 40);
        const std::vector<float> weights(64 * 64, 1);
        const auto by = [=](std::uint64_t rows, std::uint64_t columns) {
            return matrix_view<const float>(weights.data(), rows, columns);
        };
        const auto refused = [&](const std::string& says, auto from, auto to, std::uint64_t rows, std::uint64_t columns,
                                 convolve_options options = {}) {
            ADD_WRONG(says, convolve(at, from, by(rows, columns), to, options));
            ADD_WRONG(says, convolve_separable(at, from, std::span(weights).first(rows),
                                               std::span(weights).first(columns), to, options));
        };
        refused("give two of one shape", image, lower, 3, 3);
        refused("give two of one shape", image, narrower, 3, 3);
        refused("give it another place", image, image, 3, 3);
        refused("give it another place", image, near, 3, 3);
        using extents = std::pair<std::uint64_t, std::uint64_t>;
        for (const auto& [mask_rows, mask_columns] : {extents{0, 3}, {3, 0}, {64, 3}, {3, 64}, {1, 3970}})
            refused("give 1 to 63 rows and columns", image, smooth, mask_rows, mask_columns);
        for (const unsigned channels : {0, 5})
            refused("give 1 to 4 channels", image, smooth, 3, 3, {.channels = channels});
        refused("give 1 to 4 channels and whole pixels", narrower, narrower, 3, 3, {.channels = 3});
        refused("give one within it", image, smooth, 3, 3, {.anchor_row = 3});
        refused("give one within it", image, smooth, 3, 3, {.anchor_column = 3});
        refused("give one of strider::boundary", image, smooth, 3, 3, {.outside = static_cast<boundary>(6)});
        for (const double within :
             {-1e-6, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
            ADD_WRONG("give 0 or more, or nothing",
                      convolve(at, image, by(3, 3), smooth, {.separable_within = within}));
        }
        refused("give a stride of at least a row", crossed_image, smooth, 3, 3);
        refused("check the extents", vast_image, vast_image, 3, 3);
        ADD_WRONG("give it as many",
                  convolve(at, floats.first(100), std::span(weights).first(3), floats.subspan(100, 99)));
        ADD_WRONG("give it another place",
                  convolve(at, floats.first(100), std::span(weights).first(3), floats.first(100)));
        const auto endless_row = list.template endless<float>();
        ADD_WRONG("check its size", convolve(at, endless_row, std::span(weights).first(3), endless_row));
        const auto bytes = list.template memory<std::uint8_t>(200);
        for (const double fill : {-1.0, 256.0, 0.5, std::numeric_limits<double>::quiet_NaN()}) {
            ADD_WRONG("give one that is", convolve(at, bytes.first(100), std::span(weights).first(3),
                                                   bytes.subspan(100), {.outside = boundary::constant, .fill = fill}));
        }
        const auto nowhere = list.template nowhere<float>();
        const matrix_view<float> unseen(nowhere.data(), 6, 12);
        refused("at a null pointer", unseen, smooth, 3, 3);
        refused("at a null pointer", image, unseen, 3, 3);
        ADD_WRONG("at a null pointer", convolve(at, image, matrix_view<const float>(nowhere.data(), 3, 3), smooth));
        const auto three = std::span(weights).first(3);
        ADD_WRONG("at a null pointer", convolve_separable(at, image, nowhere.first(3), three, smooth));
        ADD_WRONG("at a null pointer", convolve_separable(at, image, three, nowhere.first(3), smooth));
        ADD_WRONG("at a null pointer", convolve(at, nowhere, three, floats.first(100)));
        ADD_WRONG("at a null pointer", convolve(at, floats.first(100), nowhere.first(3), floats.subspan(100, 100)));
        ADD_WRONG("at a null pointer", convolve(at, floats.first(100), three, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
