// Where a word stands in a text: each thread tries one place, and those that match take places in a list.
// Feature: whole programs: search of a word in the bytes of a text
// Kernel: search
// Prints: 3 times: 0 19 41
#include <algorithm>
#include <cstring>
#include <string>

#include "../wrong/program.cuh"

__constant__ char word[16];

__device__ bool matches(const char* text, const char* pattern, int length) {
    for (int i = 0; i < length; ++i)
        if (text[i] != pattern[i]) return false;  // expect: out-of-bounds
    return true;
}

__global__ void search(const char* __restrict__ text, int text_length, int word_length, int* places, int* count) {
    const int stride = gridDim.x * blockDim.x;
#ifdef WRONG
    const int last = text_length - 1;
#else
    const int last = text_length - word_length;
#endif
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at <= last; at += stride)
        if (matches(text + at, word, word_length)) places[atomicAdd(count, 1)] = at;
}

int main() {
    const std::string text = "the cat sat beside the mat and dreamt of the cat", sought = "the";
    char* const d_text = to_device(std::vector<char>(text.begin(), text.end()));
    int *const d_places = device_array<int>(text.size()), *const d_count = to_device(std::vector<int>{0});
    cudaMemcpyToSymbol(word, sought.data(), sought.size());
    search<<<2, 16>>>(d_text, (int)text.size(), (int)sought.size(), d_places, d_count);
    const int count = to_host(d_count, 1)[0];
    std::vector<int> places = to_host(d_places, count);
    std::sort(places.begin(), places.end());
    std::printf("%d times:", count);
    for (int at : places) std::printf(" %d", at);
    std::printf("\n");
}
// SPDX-License-Identifier: Apache-2.0
