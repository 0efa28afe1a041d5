// 89: the library's own separable convolution, strider::convolve_separable
#include <ladders/convolve/gpu/convolution.hpp>
#include <ladders/convolve/library.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

static const registration separable_library_rung{{
    .pattern = "convolve",
    .number = 89,
    .follows = 7,
    .name = "strider::convolve_separable",
    .idea = "The same with the mask given as a column and a row.",
    .hypothesis = "2 m multiply-adds an element instead of m^2: instructions fall, sectors are those of the library's "
                  "dense call and fewer than rung 7's.",
    .expectations = {{"global_sectors", direction::falls}},
    .source = "include/strider/cuda/convolve.hpp",
    .kind = rung_kind::library,
    .block = 32 * convolve_kernels::warps,
    .supports = [](const instance& of) { return of.parameters[dimensions] == 2; },
    .run = [](const arguments& with) { call_separable_library(with, policy_of(with)); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
