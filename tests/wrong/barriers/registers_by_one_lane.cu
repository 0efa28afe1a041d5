// Wrong:  one lane gives registers of its warp back.
// From:   producers and consumers, where one elected lane issues the copies
// Kernel: specialise
// Says:   only 1 of the 32 threads of warp 0 execute an instruction of its warpgroup
// Fix:    let all 128 threads of the warpgroup execute the instruction: put no condition around it that differs among
//         them
// Mended: all lanes of the warpgroup do.
#include "../program.cuh"

__global__ void __maxnreg__(64) specialise(int* out) {
    if (threadIdx.x < 128) {
#ifdef MENDED
        asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
#else
        if (threadIdx.x % 32 == 0) asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");  // expect: warp-divergence
#endif
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 104;");
        out[threadIdx.x - 128] = threadIdx.x;
    }
}

int main() {
    int* const out = device_array<int>(128);
    specialise<<<1, 256>>>(out);
    return judge(to_host(out, 128)[1], 129);
}
// SPDX-License-Identifier: Apache-2.0
