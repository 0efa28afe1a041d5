// The instructions of tensor cores, as PTX has them for sm_80 and newer: ldmatrix and mma.sync.m16n8k16 of f16
// or bf16 with sums of f32. Older devices do not have them: rungs that use them refuse such a device.
#pragma once

#include <ladders/matrix_product/gpu/product.hpp>

#if !defined(__CUDACC__)
#include <strider/emulator/dialect/ptx_matrix.hpp>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

/// Loads four matrices of 8 x 8 items, of whose rows each lane gives one; each lane gets two items of each. With
/// `transposed`, lanes get columns instead of rows.
template <bool transposed, class Input>
__device__ __forceinline__ void load_matrices(unsigned (&to)[4], const Input* row) {
#if !defined(__CUDACC__)
    namespace ptx = emulation::ptx;
    ptx::spread_rows<4, transposed>(ptx::load_row<4>(reinterpret_cast<const ptx::matrix_row*>(row)), to);
#else
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(row));
    if constexpr (transposed) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
    } else {
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
    }
#endif
}

/// sums += a * b: 16 x 16 items of A by 16 x 8 of B, by a whole warp.
template <class Input>
__device__ __forceinline__ void multiply_matrices(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
#if !defined(__CUDACC__)
    namespace ptx = emulation::ptx;
    using format = std::conditional_t<std::is_same_v<Input, __half>, emulation::binary16, emulation::bfloat16>;
    ptx::multiply<format, format, 16>(ptx::matrix_registers<4, 2>{{a[0], a[1], a[2], a[3]}, {b0, b1}}, sums, false);
#elif __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.%10.%10.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "C"(ptx_name<Input>));
#else
    __trap();
#endif
}

/// Whether the device has these instructions.
inline bool has_tensor_core_instructions() {
#if defined(__CUDACC__)
    int device = 0, major = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
    return major >= 8;
#else
    return true;
#endif
}
inline bool takes_16_bits_on_tensor_cores(const instance& of) {
    return !takes_f32(of) && has_tensor_core_instructions();
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
