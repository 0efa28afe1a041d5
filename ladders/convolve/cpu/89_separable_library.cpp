// Rung 89: the library's own separable convolution, strider::convolve_separable.
#include <ladders/convolve/library.hpp>

namespace strider::ladders::convolve {
namespace {

const registration here{{
    .pattern = "convolve",
    .number = 89,
    .follows = 5,
    .name = "strider::convolve_separable",
    .idea = "The call takes the mask as a column and a row.",
    .hypothesis = "2 m operations per pixel are needed instead of m^2.",
    .source = "include/strider/cpu/convolve.hpp",
    .kind = rung_kind::library,
    .supports = [](const instance& of) { return of.parameters[dimensions] == 2; },
    .run = [](const arguments& with) { call_separable_library(with, cpu{}); },
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
