// Tiles of a transposition by vectors: this file is compiled once for each instruction set.
#include <cstdint>

#include <strider/cpu/transpose/simd.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/transpose_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

template <class Item>
void transpose_items(const simd_matrices& of, const part_of_matrix& part) {
    transpose_tiles(static_cast<const Item*>(of.input), of.input_stride, static_cast<Item*>(of.output),
                    of.output_stride, part, of.streaming);
}

void transpose_part(const simd_matrices& of, const part_of_matrix& part) {
    switch (of.item_bytes) {
        case 1:
            return transpose_items<std::uint8_t>(of, part);
        case 2:
            return transpose_items<std::uint16_t>(of, part);
        case 4:
            return transpose_items<std::uint32_t>(of, part);
        case 8:
            return transpose_items<std::uint64_t>(of, part);
        case 16:
            return transpose_items<sixteen_bytes>(of, part);
    }
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(transpose_part);

void transpose_simd(const simd_matrices& of, const part_of_matrix& part) {
    HWY_DYNAMIC_DISPATCH(transpose_part)(of, part);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
