// Wrong:  `char` is signed: a byte of 128 or more becomes a negative number, then a huge index, not a bin.
// From:   sources/001 (lecture), `atomicAdd(&(bins_s[(unsigned int)input[i]]), 1)`
// Kernel: histogram
// Fix:    convert the character to unsigned char before it becomes an index: char is signed, and values above 127 are
//         negative
// Mended: the byte is made unsigned before it is widened.
#include "../program.cuh"

__global__ void histogram(const char* input, unsigned* bins, unsigned count) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
#ifdef MENDED
        atomicAdd(&bins[static_cast<unsigned char>(input[i])], 1u);
#else
        atomicAdd(&bins[static_cast<unsigned int>(input[i])], 1u);  // expect: out-of-bounds
#endif
    }
}

int main() {
    constexpr unsigned count = 1024;
    std::vector<char> text(count);
    std::vector<unsigned> expected(256);
    for (unsigned i = 0; i < count; ++i) {
        text[i] = static_cast<char>(i * 31 % 256);
        ++expected[i * 31 % 256];
    }
    unsigned* const bins = to_device(std::vector<unsigned>(256));
    histogram<<<2, 128>>>(to_device(text), bins, count);
    return judge(to_host(bins, 256), expected);
}
// SPDX-License-Identifier: Apache-2.0
