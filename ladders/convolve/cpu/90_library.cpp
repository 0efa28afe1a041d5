// Rung 90: the library's own convolution, strider::convolve.
#include <ladders/convolve/library.hpp>

namespace strider::ladders::convolve {
namespace {

const registration here{{
    .pattern = "convolve",
    .number = 90,
    .follows = 1,
    .name = "strider::convolve",
    .idea = "Four rows of the output are computed at a time, so a vector of pixels serves up to four multiply-adds "
            "once it is loaded. Every backend fuses and adds in this order.",
    .hypothesis = "Loads fall from more than one per multiply-add to a half; the gain grows with the rows of the "
                  "mask.",
    .source = "include/strider/cpu/convolve.hpp",
    .kind = rung_kind::library,
    .run = [](const arguments& with) { call_library(with, cpu{}); },
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
