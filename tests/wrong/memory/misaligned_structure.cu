// Wrong:  takes structures from an array that begins at no multiple of their alignment.
// From:   buffers that hold a header of some words before their records
// Compiler: g++
// Kernel: unpack
// Says:   reads 16 bytes
// Says:   reads 8 bytes
// Says:   reads 4 bytes
// Fix:    align the data to the size of the access, or access smaller elements
// Mended: the records begin at a multiple of 16 bytes.
#include "../program.cuh"

struct body {
    float4 place, speed;
};
struct interval {
    double low, high, step;
};
struct edge {
    int from, to;
};

__global__ void unpack(const char* buffer, float* out) {
#ifdef MENDED
    const int header = 16;
#else
    const int header = 8;
#endif
    if (threadIdx.x == 0) {
        const float4 place = reinterpret_cast<const body*>(buffer + header)[1].place;  // expect: misaligned-access
        out[0] = place.x;
    } else if (threadIdx.x == 1) {
        const body whole = *reinterpret_cast<const body*>(buffer + header);  // expect: misaligned-access
        out[1] = whole.speed.w;
    } else if (threadIdx.x == 2) {
        const interval all = *reinterpret_cast<const interval*>(buffer + header / 2);  // expect: misaligned-access
        out[2] = static_cast<float>(all.low + all.step);
    } else if (threadIdx.x == 3) {
        const edge one = *reinterpret_cast<const edge*>(buffer + header / 4);  // expect: misaligned-access
        out[3] = static_cast<float>(one.from + one.to);
    }
}

int main() {
    float* const out = device_array<float>(4);
    unpack<<<1, 32>>>(to_device(std::vector<char>(128)), out);
    return judge(sum_of(to_host(out, 4)), 0.0F);
}
// SPDX-License-Identifier: Apache-2.0
