// A structure of two 8-byte members has 16 bytes and lies at any multiple of 8: a GPU accesses it by two words.
// Feature: memory: 16-byte structures at odd multiples of 8, packed structures, memcpy at any address
// Kernel: pack
// Prints: 1 31, 30 3
// Prints: 5 0.5 7
#include <cstring>

#include "../wrong/program.cuh"

struct pair {
    double first, second;
};
struct span {
    const double *begin, *end;
};
struct entry {
    long long key;
    int count;
};
struct row {  // 72 bytes, so that each member lies at odd and at even multiples of 8
    double head;
    pair pairs[2];
    span all;
    entry last;
};
struct __attribute__((packed)) record {
    char kind;
    double value;
    int count;
};
static_assert(sizeof(pair) == 16 && sizeof(span) == 16 && sizeof(entry) == 16 && sizeof(row) == 72);

__device__ pair turned(pair one) { return {one.second, one.first}; }

__global__ void fill(row* rows) {
    row& mine = rows[threadIdx.x];
    mine.head = 0;
    mine.pairs[0] = {static_cast<double>(threadIdx.x), 1};
    mine.pairs[1] = turned(mine.pairs[0]);
    mine.all = {&mine.pairs[0].first, &mine.pairs[1].second + 1};
    mine.last = {threadIdx.x, 2};
}

__global__ void turn(row* rows) {
    __shared__ row tile[32];
    row local[2];
    tile[threadIdx.x] = rows[threadIdx.x];
    __syncthreads();
    row& mine = local[threadIdx.x % 2];
    mine = tile[31 - threadIdx.x];
    const pair kept = mine.pairs[1];
    mine.pairs[1] = turned(kept);
    const span all = tile[threadIdx.x].all;
    entry last = tile[31 - threadIdx.x].last;
    last.count += static_cast<int>(all.end - all.begin) / 4;
    rows[threadIdx.x].pairs[0] = kept;
    rows[threadIdx.x].pairs[1] = mine.pairs[1];
    rows[threadIdx.x].last = last;
}

__global__ void pack(char* bytes) {
    auto* const records = reinterpret_cast<record*>(bytes + 1);
    records[threadIdx.x] = {5, 0.5, 7};
    const record mine = records[threadIdx.x];
    std::memcpy(bytes + 515 + 8 * threadIdx.x, &mine.value, sizeof mine.value);
#ifdef WRONG
    if (threadIdx.x == 0) *reinterpret_cast<pair*>(bytes + 4) = pair{1, 2};  // expect: misaligned-access
#endif
}

int main() {
    row* const rows = device_array<row>(32);
    fill<<<1, 32>>>(rows);
    turn<<<1, 32>>>(rows);
    const std::vector<row> host = to_host(rows, 32);
    std::printf("%g %g, %lld %d\n", host[0].pairs[0].first, host[0].pairs[0].second, host[1].last.key,
                host[1].last.count);
    char* const bytes = to_device(std::vector<char>(1024));
    pack<<<1, 32>>>(bytes);
    const std::vector<char> packed = to_host(bytes, 1024);
    record last;
    std::memcpy(&last, packed.data() + 1 + 31 * sizeof last, sizeof last);
    std::printf("%d %g %d\n", last.kind, last.value, last.count);
}
// SPDX-License-Identifier: Apache-2.0
