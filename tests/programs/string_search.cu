// Where a word stands in a text: each thread tries one place, and those that match take places in a list.
// Feature: whole programs: search of a word in the bytes of a text
// Kernel: search
// Prints: 3 times: 0 19 41
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

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
    char* d_text;
    int *d_places, *d_count, count = 0;
    cudaMalloc(&d_text, text.size());
    cudaMalloc(&d_places, text.size() * sizeof(int));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_text, text.c_str(), text.size(), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(word, sought.data(), sought.size());
    cudaMemset(d_count, 0, sizeof(int));
    search<<<2, 16>>>(d_text, (int)text.size(), (int)sought.size(), d_places, d_count);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    std::vector<int> places(count);
    cudaMemcpy(places.data(), d_places, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(places.begin(), places.end());
    std::printf("%d times:", count);
    for (int at : places) std::printf(" %d", at);
    std::printf("\n");
    cudaFree(d_text);
    cudaFree(d_places);
    cudaFree(d_count);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
