// Wrong:  half of a warp shuffles with a mask that names this half, and lanes use what they get of the other half.
// From:   a sum of 32 lanes that was put into a condition; offsets, widths and ranks that leave the group
// Kernel: halves
// Says:   takes the value of thread 16, which the mask 0xffff does not name
// Fix:    use an offset and a width that stay within the mask, or let the other thread shuffle too and name it in the
//         mask
// Mended: the shuffles stay in their half, or the lanes at its end do not use what they get.
#include <cooperative_groups.h>

#include "../program.cuh"

__global__ void halves(const int* in, int* out) {
    const int t = static_cast<int>(threadIdx.x);
    int sum = in[t], largest = in[t], twice = 3 * in[t], guarded = in[t];
    float difference = in[t];
    const auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
#ifdef MENDED
    constexpr int first = 8, width = 16, asked = 0;
    constexpr unsigned across = 8;
#else
    constexpr int first = 16, width = 32, asked = 20;
    constexpr unsigned across = 16;
#endif
    if (t < 16) {
        for (int step = first; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffu, sum, step);  // expect: warp-divergence
        // The results of the upper lanes here are not used.
        for (int step = 8; step > 0; step /= 2) twice += __shfl_down_sync(0xffffu, twice, step);
        for (int step = 16; step > 0; step /= 2) {
            const int other = __shfl_down_sync(0xffffu, guarded, step);
            if (t + step < 16) guarded += other;
        }
        if (t == 0) out[0] = sum, out[1] = twice, out[7] = guarded;
        const int given = __shfl_sync(0xffffu, sum, asked);  // expect: warp-divergence
        if (t == 1) out[2] = given;
    } else {
        for (int step = first; step > 0; step /= 2)
            largest = max(largest, __shfl_xor_sync(0xffff0000u, largest, step));  // expect: warp-divergence
        difference -= __shfl_up_sync(0xffff0000u, difference, 1, width);          // expect: warp-divergence
        if (t == 16) out[3] = largest, reinterpret_cast<float*>(out)[4] = difference;
        largest += tile.shfl_xor(largest, across);  // expect: warp-divergence
        if (t == 17) out[5] = largest;
        asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffff0000;"  // expect: warp-divergence
                     : "=r"(largest)
                     : "r"(t), "r"(asked == 0 ? 20 : 3));
        if (t == 18) out[6] = largest;
    }
}

int main() {
    int* const out = device_array<int>(8);
    halves<<<1, 32>>>(to_device(numbers(32)), out);
    return judge(to_host(out, 8), {43, 129, 43, 6, 0, 12, 20, 43});
}
// SPDX-License-Identifier: Apache-2.0
