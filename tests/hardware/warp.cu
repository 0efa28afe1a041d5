// Functions of a warp: shuffles, votes, matches, reductions, and the groups of cooperative groups, whole warps and
// parts.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "inputs.hpp"

// clang-format off: rows of tables

namespace cg = cooperative_groups;

__device__ bits64 bits_of(__half value) { return __hisnan(value) ? 0x7FFF : __half_as_ushort(value); }
__device__ bits64 bits_of(__nv_bfloat16 value) { return __hisnan(value) ? 0x7FFF : __bfloat16_as_ushort(value); }
__device__ bits64 bits_of(__half2 value) { return bits_of(value.y) << 16 | bits_of(value.x); }
__device__ bits64 bits_of(bool value) { return value; }

// Expressions of a lane's numbers, where all lanes of the warp come.
#define WIDTHS(F, T, v, call, lanes) \
    F(#call " " #T " " #lanes ": of 32", call(whole, v, lanes)) F(#call " " #T " " #lanes ": of 16", call(whole, v, lanes, 16)) \
    F(#call " " #T " " #lanes ": of 4", call(whole, v, lanes, 4)) F(#call " " #T " " #lanes ": of 1", call(whole, v, lanes, 1))
#define SHUFFLES(F, T, v) \
    WIDTHS(F, T, v, __shfl_sync, a) WIDTHS(F, T, v, __shfl_sync, 5) WIDTHS(F, T, v, __shfl_up_sync, 3) \
    WIDTHS(F, T, v, __shfl_down_sync, 3) WIDTHS(F, T, v, __shfl_xor_sync, 6) WIDTHS(F, T, v, __shfl_xor_sync, 17)
#define REDUCTIONS(F, mask) \
    F(#mask ": __reduce_add_sync unsigned", __reduce_add_sync(mask, a)) F(#mask ": __reduce_add_sync int", __reduce_add_sync(mask, int(a))) \
    F(#mask ": __reduce_min_sync unsigned", __reduce_min_sync(mask, a)) F(#mask ": __reduce_min_sync int", __reduce_min_sync(mask, int(a))) \
    F(#mask ": __reduce_max_sync unsigned", __reduce_max_sync(mask, a)) F(#mask ": __reduce_max_sync int", __reduce_max_sync(mask, int(a))) \
    F(#mask ": __reduce_and_sync", __reduce_and_sync(mask, a)) F(#mask ": __reduce_or_sync", __reduce_or_sync(mask, a)) \
    F(#mask ": __reduce_xor_sync", __reduce_xor_sync(mask, a))
#define VOTES(F, mask) \
    F(#mask ": __ballot_sync", __ballot_sync(mask, a & 4)) F(#mask ": __all_sync", __all_sync(mask, a & 0xFF)) \
    F(#mask ": __any_sync", __any_sync(mask, a == 77)) F(#mask ": __match_any_sync", __match_any_sync(mask, a % 8)) \
    F(#mask ": __match_any_sync 64", __match_any_sync(mask, A % 3)) F(#mask ": __match_any_sync float", __match_any_sync(mask, y)) \
    F(#mask ": __match_all_sync", __match_all_sync(mask, warp, &predicate) * 2ull + predicate) \
    F(#mask ": __match_all_sync other", __match_all_sync(mask, a, &predicate) * 2ull + predicate) F(#mask ": __activemask", __activemask())
#define TILES(F, n) \
    F("tile " #n ": shfl", tile<n>().shfl(a, 1)) F("tile " #n ": shfl_up", tile<n>().shfl_up(x, 1)) \
    F("tile " #n ": shfl_down", tile<n>().shfl_down(A, 1)) F("tile " #n ": shfl_xor", tile<n>().shfl_xor(X, n / 2)) \
    F("tile " #n ": any", tile<n>().any(a == 1)) F("tile " #n ": all", tile<n>().all(a != 1)) F("tile " #n ": ballot", tile<n>().ballot(a & 1)) \
    F("tile " #n ": match_any", tile<n>().match_any(a % 4)) F("tile " #n ": rank", tile<n>().thread_rank() * 64 + tile<n>().meta_group_rank()) \
    F("tile " #n ": size", tile<n>().size() * 64 + tile<n>().meta_group_size()) GROUP(F, "tile of " #n, tile<n>())
#define GROUP(F, name, group) \
    F(name ": reduce plus", cg::reduce(group, int(a), cg::plus<int>())) F(name ": reduce less", cg::reduce(group, int(a), cg::less<int>())) \
    F(name ": reduce greater", cg::reduce(group, a, cg::greater<unsigned>())) F(name ": reduce xor", cg::reduce(group, a, cg::bit_xor<unsigned>())) \
    F(name ": reduce and", cg::reduce(group, a, cg::bit_and<unsigned>())) F(name ": reduce or", cg::reduce(group, a, cg::bit_or<unsigned>())) \
    F(name ": inclusive_scan", cg::inclusive_scan(group, int(a))) F(name ": exclusive_scan", cg::exclusive_scan(group, int(a))) \
    F(name ": exclusive_scan max", cg::exclusive_scan(group, int(a), cg::greater<int>()))
#define FUNCTIONS(F) \
    SHUFFLES(F, int, int(a)) SHUFFLES(F, unsigned, b) SHUFFLES(F, bits64, A) SHUFFLES(F, float, x) SHUFFLES(F, double, X) \
    SHUFFLES(F, __half, h) SHUFFLES(F, __nv_bfloat16, q) SHUFFLES(F, __half2, __half2(h, h)) \
    VOTES(F, whole) REDUCTIONS(F, whole) TILES(F, 32) TILES(F, 16) TILES(F, 8) TILES(F, 4) TILES(F, 2) TILES(F, 1)
// In a branch that a third of the lanes take, with the mask of these.
#define IN_THIRDS(F) \
    VOTES(F, third) REDUCTIONS(F, third) F("third: __shfl_sync", __shfl_sync(third, a, __ffs(third) - 1)) \
    F("coalesced: size", cg::coalesced_threads().size()) F("coalesced: rank", cg::coalesced_threads().thread_rank()) \
    F("coalesced: shfl", cg::coalesced_threads().shfl(a, 2)) F("coalesced: shfl_up", cg::coalesced_threads().shfl_up(a, 1)) \
    F("coalesced: shfl_down", cg::coalesced_threads().shfl_down(a, 1)) F("coalesced: ballot", cg::coalesced_threads().ballot(a & 1)) \
    F("coalesced: any", cg::coalesced_threads().any(a == 1)) F("coalesced: match_any", cg::coalesced_threads().match_any(a % 2)) \
    F("coalesced: reduce", cg::reduce(cg::coalesced_threads(), int(a), cg::plus<int>())) \
    F("coalesced: inclusive_scan", cg::inclusive_scan(cg::coalesced_threads(), int(a))) \
    F("labeled: size", cg::labeled_partition(cg::coalesced_threads(), a % 3).size()) \
    F("labeled: rank", cg::labeled_partition(cg::coalesced_threads(), a % 3).thread_rank()) \
    F("binary: size", cg::binary_partition(cg::coalesced_threads(), bool(a & 1)).size()) \
    F("binary: rank", cg::binary_partition(cg::coalesced_threads(), bool(a & 1)).thread_rank()) \
    F("lanemasks", special_masks())

template <int size>
__device__ cg::thread_block_tile<size> tile() {
    return cg::tiled_partition<size>(cg::this_thread_block());
}
__device__ bits64 special_masks() {
    bits32 less, equal, greater, lane;
    asm("mov.u32 %0, %%lanemask_lt; mov.u32 %1, %%lanemask_eq; mov.u32 %2, %%lanemask_gt; mov.u32 %3, %%laneid;"
        : "=r"(less), "=r"(equal), "=r"(greater), "=r"(lane));
    return double_word(less ^ greater << 1, equal + lane);
}

constexpr const char* names[] = {
#define NAME(name, expression) name,
    FUNCTIONS(NAME) IN_THIRDS(NAME)};

constexpr int first = __COUNTER__ + 1;
__global__ void evaluate(int function, bits64* results) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32, lane = i % 32;
    const bits32 a = word(i, 1), b = word(i, 2), whole = ~0u;
    const bits64 A = double_word(a, b);
    const float x = single(i, 6), y = float(a % 5) - 2;
    const double X = twofold(i, 9);
    const __half h = __ushort_as_half((unsigned short)(a >> 7));
    const __nv_bfloat16 q = __ushort_as_bfloat16((unsigned short)(a >> 7));
    int predicate = 0;
#define RESULT(name, expression) \
    case __COUNTER__ - first: results[i] = bits_of(expression); break;
    switch (function) { FUNCTIONS(RESULT) }
    const bits32 third = 0x49249249u << lane % 3;
    if (lane % 3 == 0) {
        switch (function) { IN_THIRDS(RESULT) }
    }
}

// clang-format on

int main(int arguments, char** argument) { print_all(names, evaluate, arguments > 1 ? argument[1] : ""); }
// SPDX-License-Identifier: Apache-2.0
