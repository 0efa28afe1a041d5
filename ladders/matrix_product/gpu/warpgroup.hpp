// The instructions of warpgroups, which sm_90a alone has: four warps multiply tiles that lie in shared memory, while
// they go on. The tiles lie in rows of 128 bytes, whose 16-byte vectors stand at their place xor the row modulo 8.
#pragma once

#include <stdexcept>

#include <ladders/matrix_product/gpu/product.hpp>

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

/// A tile of C and the tiles of A and B of one step. B is stored in panels of 64 columns.
struct warpgroup_tile {
    static constexpr unsigned rows = 128, columns = 256, depth = 64, threads = 256, stages = 4;
    static constexpr unsigned row_items = 64;  ///< of a row of 128 bytes
    static constexpr unsigned items_a = rows * depth, items_panel = depth * row_items;
    static constexpr unsigned items = items_a + depth * columns, bytes = items * sizeof(__half);
    static constexpr unsigned alignment = 1024;  ///< eight rows
    static constexpr std::size_t shared_bytes = stages * bytes + alignment;
};

#if defined(__CUDACC__)
/// Rung 12, which rungs 13 and 14 run where rows are not aligned.
void multiply_by_warpgroups(const arguments& with);

__device__ __forceinline__ unsigned shared_address(const void* of) {
    return static_cast<unsigned>(__cvta_generic_to_shared(of));
}

/// The tiles of all stages, from the first aligned byte of the block's dynamic shared memory.
template <class Input>
__device__ __forceinline__ Input* tiles_in_shared() {
    unsigned char* const bytes = dynamic_shared<unsigned char>();
    return reinterpret_cast<Input*>(bytes + -shared_address(bytes) % warpgroup_tile::alignment);
}

/// Where a tile lies, as the instruction takes it: its address, and the bytes from eight rows to the next eight and
/// from a panel to the next one.
__device__ __forceinline__ std::uint64_t descriptor_of(const void* tile, unsigned panel_bytes) {
    constexpr std::uint64_t eight_rows = 8 * 128, swizzle_of_128_bytes = 1;
    const std::uint64_t address = shared_address(tile);
    return (address & 0x3ffff) >> 4 | std::uint64_t{panel_bytes >> 4} << 16 | eight_rows >> 4 << 32 |
           swizzle_of_128_bytes << 62;
}

/// Makes stores to shared memory visible to instructions and copies that do not go through registers.
__device__ __forceinline__ void publish_shared() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// Waits until at most `left` of the multiplications begun are unfinished.
template <unsigned left>
__device__ __forceinline__ void wait_for_multiplications() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory");
}

/// Begins sums += a * b: 64 x 16 items of A by 16 x 256 of B, by a whole warpgroup. Its last operands say: add, negate
/// neither, neighbours of A differ in k, neighbours of B do not.
template <class Input>
__device__ __forceinline__ void begin_multiplication(float (&sums)[128], std::uint64_t a, std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.%130.%130 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, "
        "%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, "
        "%40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, "
        "%59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, "
        "%78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, "
        "%97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, "
        "%113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
        "}, %128, %129, 1, 1, 1, 0, 1;"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
          "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]),
          "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
          "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]),
          "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31]),
          "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]), "+f"(sums[37]),
          "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]), "+f"(sums[43]),
          "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]), "+f"(sums[48]), "+f"(sums[49]),
          "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]), "+f"(sums[55]),
          "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]), "+f"(sums[61]),
          "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]), "+f"(sums[67]),
          "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]), "+f"(sums[72]), "+f"(sums[73]),
          "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]), "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79]),
          "+f"(sums[80]), "+f"(sums[81]), "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]), "+f"(sums[85]),
          "+f"(sums[86]), "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]), "+f"(sums[91]),
          "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]), "+f"(sums[97]),
          "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]), "+f"(sums[102]), "+f"(sums[103]),
          "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]), "+f"(sums[107]), "+f"(sums[108]), "+f"(sums[109]),
          "+f"(sums[110]), "+f"(sums[111]), "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]), "+f"(sums[115]),
          "+f"(sums[116]), "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]), "+f"(sums[121]),
          "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]), "+f"(sums[127])
        : "l"(a), "l"(b), "C"(ptx_name<Input>));
}

/// Begins sums += a * b of the tiles of one step, for the 64 rows of a warpgroup. The tiles must stay until it has
/// ended.
template <class Input>
__device__ __forceinline__ void begin_step(float (&sums)[128], const Input* a, const Input* b) {
    using shape = warpgroup_tile;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (unsigned k = 0; k < shape::depth; k += 16) {
        begin_multiplication<Input>(sums, descriptor_of(a + k, 0),
                                    descriptor_of(b + k * shape::row_items, shape::items_panel * sizeof(Input)));
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Stores the items of C that this thread of a warpgroup has; `at` is the first of the warpgroup.
template <bool aligned, class Input>
__device__ __forceinline__ void store_sums(const product<Input>& of, place at, const float (&sums)[128]) {
    const unsigned warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned j = 0; j < 32; ++j) {
        const place first = {at.row + warp * 16 + lane / 4, at.column + j * 8 + lane % 4 * 2};
        store_pair<aligned>(of, first, sums + 4 * j);
        store_pair<aligned>(of, {first.row + 8, first.column}, sums + 4 * j + 2);
    }
}
#else
/// Stands for the rungs that `takes_16_bits_on_warpgroups` keeps from the emulator.
inline void multiply_by_warpgroups(const arguments&) {
    throw std::logic_error("the emulator does not know wgmma, which is machine code of sm_90a");
}
#endif

/// Whether this is a GPU that has these instructions. Later ones do not, and the emulator does not know machine code of
/// sm_90a.
inline bool takes_16_bits_on_warpgroups(const instance& of) {
#if defined(__CUDACC__)
    int device = 0, major = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
    return !takes_f32(of) && major == 9;
#else
    static_cast<void>(of);
    return false;
#endif
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
