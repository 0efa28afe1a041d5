// CUB: a tile that a block loads, sorts and stores, and device-wide sorts, selections, runs and histograms.
// Feature: CUB: BlockLoad, BlockStore, BlockExchange, BlockRadixSort, BlockScan and BlockReduce of several items, WarpScan
// Feature: CUB: DeviceRadixSort, DeviceSelect, DeviceRunLengthEncode, DeviceHistogram, DeviceScan (any operator)
// Kernel: sort_tile
// Prints: tile 0 1 2 255, sum 32640, prefix 0 0 1
// Prints: pairs -3.5:3 -1:1 0:4 2:0 2:2
// Prints: descending 9 4 3 1
// Prints: even 0 2 4, flagged 5 7, unique 1 2 1
// Prints: runs 1x2 2x3 1x1
// Prints: histogram 2 1 3
// Prints: largest so far 3 3 5 5
// Prints: least 1 at 0, greatest 7 at 3
#include <cub/cub.cuh>
#include <cub/util_debug.cuh>
#include <cub/util_type.cuh>

#include "../wrong/program.cuh"

__global__ void sort_tile(int* values, int* sum, int* prefix) {
    constexpr int threads = 64, items = 4;
    using block_load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
    using block_store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
    using block_sort = cub::BlockRadixSort<int, threads, items>;
    using block_reduce = cub::BlockReduce<int, threads>;
    using block_scan = cub::BlockScan<int, threads>;
    __shared__ union {
        typename block_load::TempStorage load;
        typename block_store::TempStorage store;
        typename block_sort::TempStorage sort;
        typename block_reduce::TempStorage reduce;
        typename block_scan::TempStorage scan;
    } storage;
    int keys[items], before[items];
    block_load(storage.load).Load(values, keys);
    __syncthreads();
    block_sort(storage.sort).Sort(keys);
    __syncthreads();
    const int all = block_reduce(storage.reduce).Sum(keys);  // may be: race-shared
#ifndef WRONG
    __syncthreads();  // the scan uses the same memory
#endif
    block_scan(storage.scan).ExclusiveSum(keys, before);  // expect: race-shared
    __syncthreads();
    block_store(storage.store).Store(values, keys);
    __syncthreads();
    block_store(storage.store).Store(prefix, before);
    if (threadIdx.x == 0) *sum = all;
}

struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct larger {
    __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

// As CUB's calls go: first they tell how much temporary storage they need.
template <class Call>
void with_storage(Call call) {
    void* storage = nullptr;
    size_t bytes = 0;
    call(storage, bytes);
    cudaMalloc(&storage, bytes);
    call(storage, bytes);
    cudaFree(storage);
}

int main() {
    std::vector<int> backwards(256);
    for (int i = 0; i < 256; ++i) backwards[i] = 255 - i;
    int *tile = to_device(backwards), *sum = to_device<int>({0}), *prefix = to_device(backwards);
    sort_tile<<<1, 64>>>(tile, sum, prefix);
    const std::vector<int> sorted = to_host(tile, 256), before = to_host(prefix, 3);
    printf("tile %d %d %d %d, sum %d, prefix %d %d %d\n", sorted[0], sorted[1], sorted[2], sorted[255],
           to_host(sum, 1)[0], before[0], before[1], before[2]);

    float *keys = to_device<float>({2, -1, 2, -3.5f, 0}), *keys_out = to_device(std::vector<float>(5));
    int *places = to_device<int>({0, 1, 2, 3, 4}), *places_out = to_device(std::vector<int>(5));
    with_storage([&](void* storage, size_t& bytes) {
        cub::DeviceRadixSort::SortPairs(storage, bytes, keys, keys_out, places, places_out, 5);
    });
    const std::vector<float> key = to_host(keys_out, 5);
    const std::vector<int> place = to_host(places_out, 5);
    printf("pairs");
    for (int i = 0; i < 5; ++i) printf(" %g:%d", key[i], place[i]);

    cub::DoubleBuffer<int> buffer(to_device<int>({3, 9, 1, 4}), to_device(std::vector<int>(4)));
    with_storage(
        [&](void* storage, size_t& bytes) { cub::DeviceRadixSort::SortKeysDescending(storage, bytes, buffer, 4); });
    const std::vector<int> down = to_host(buffer.Current(), 4);
    printf("\ndescending %d %d %d %d\n", down[0], down[1], down[2], down[3]);

    int *in = to_device<int>({0, 5, 2, 7, 4}), *out = to_device(std::vector<int>(5)), *count = to_device<int>({0});
    char* flags = to_device<char>({0, 1, 0, 1, 0});
    with_storage(
        [&](void* storage, size_t& bytes) { cub::DeviceSelect::If(storage, bytes, in, out, count, 5, is_even()); });
    const std::vector<int> even = to_host(out, 3);
    with_storage(
        [&](void* storage, size_t& bytes) { cub::DeviceSelect::Flagged(storage, bytes, in, flags, out, count, 5); });
    const std::vector<int> flagged = to_host(out, to_host(count, 1)[0]);
    int *runs = to_device<int>({1, 1, 2, 2, 2, 1}), *lengths = to_device(std::vector<int>(6)),
        *heads = to_device(std::vector<int>(6));
    with_storage(
        [&](void* storage, size_t& bytes) { cub::DeviceSelect::Unique(storage, bytes, runs, heads, count, 6); });
    const std::vector<int> unique = to_host(heads, to_host(count, 1)[0]);
    printf("even %d %d %d, flagged %d %d, unique %d %d %d\n", even[0], even[1], even[2], flagged[0], flagged[1],
           unique[0], unique[1], unique[2]);
    with_storage([&](void* storage, size_t& bytes) {
        cub::DeviceRunLengthEncode::Encode(storage, bytes, runs, heads, lengths, count, 6);
    });
    printf("runs");
    for (int i = 0; i < to_host(count, 1)[0]; ++i) printf(" %dx%d", to_host(heads, 6)[i], to_host(lengths, 6)[i]);

    float* samples = to_device<float>({0.5f, 2.5f, 1.5f, 2, 0, 2.9f, 7});
    int* histogram = to_device(std::vector<int>(3));
    with_storage([&](void* storage, size_t& bytes) {
        cub::DeviceHistogram::HistogramEven(storage, bytes, samples, histogram, 4, 0.0f, 3.0f, 7);
    });
    const std::vector<int> bins = to_host(histogram, 3);
    printf("\nhistogram %d %d %d\n", bins[0], bins[1], bins[2]);

    int* steps = to_device<int>({3, 1, 5, 2});
    with_storage([&](void* storage, size_t& bytes) {
        cub::DeviceScan::InclusiveScan(storage, bytes, steps, steps, larger(), 4);
    });
    const std::vector<int> most = to_host(steps, 4);
    printf("largest so far %d %d %d %d\n", most[0], most[1], most[2], most[3]);

    using indexed = cub::KeyValuePair<int, int>;
    int* ties = to_device<int>({1, 5, 1, 7, 7});
    indexed* extremes = to_device(std::vector<indexed>(2, indexed(-1, -1)));
    with_storage([&](void* storage, size_t& bytes) {
        CubDebugExit(cub::DeviceReduce::ArgMin(storage, bytes, ties, extremes, 5));
        CubDebugExit(cub::DeviceReduce::ArgMax(storage, bytes, ties, extremes + 1, 5));
    });
    const std::vector<indexed> ends = to_host(extremes, 2);
    printf("least %d at %d, greatest %d at %d\n", ends[0].value, ends[0].key, ends[1].value, ends[1].key);
    for (void* one : std::vector<void*>{
             tile,  sum,  prefix,  keys,  keys_out, places,  places_out, buffer.Current(), buffer.Alternate(),
             in,    out,  count,   flags, runs,     lengths, heads,      samples,          histogram,
             steps, ties, extremes})
        cudaFree(one);
}
// SPDX-License-Identifier: Apache-2.0
