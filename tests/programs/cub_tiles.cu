// CUB's collectives of several items a thread, in blocks and warps, each against a loop on the host.
// Feature: CUB: BlockAdjacentDifference, BlockDiscontinuity, BlockShuffle, BlockHistogram, BlockRunLengthDecode
// Feature: CUB: BlockMergeSort, BlockRadixRank (Match), WarpMergeSort, WarpLoad, WarpStore, WarpExchange
// Kernel: shifted
// Prints: differences 0, partial 0, right 0, behind a tile 0
// Prints: heads 0, tails 0, both 0, by position 0
// Prints: up 0, down 0, offset 0, rotated 0
// Prints: sorted 0, values 0, part 0, warps 0
// Prints: ranks 0, down 0, striped 0, digits 0, counts 0
// Prints: histogram 0, decoded 0, positions 0, total 384
// Prints: exchanged 0, scattered 0, raked 2080
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_raking_layout.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/radix_rank_sort_operations.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_store.cuh>

#include <algorithm>
#include <numeric>

#include "../wrong/program.cuh"

constexpr int threads = 64, each = 4, n = threads * each, valid = 100;

struct minus {
    __device__ int operator()(int a, int b) const { return a - b; }
};
struct differ {
    __device__ bool operator()(int a, int b) const { return a != b; }
};
struct differ_or_fifth {
    __device__ bool operator()(int a, int b, int position) const { return a != b || position == 5; }
};
struct less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};
struct keep_counts {
    int* counts;
    __device__ void operator()(int (&bins)[1]) const {
        if (threadIdx.x < 32) counts[threadIdx.x] = bins[0];
    }
};

__device__ int* row(int* out, int number) { return out + number * n; }

template <class T>
__device__ void load(const int* in, T (&items)[each]) {
    for (int i = 0; i < each; ++i) items[i] = in[threadIdx.x * each + i];
}
template <class T>
__device__ void store(const T (&items)[each], int* out) {
    for (int i = 0; i < each; ++i) out[threadIdx.x * each + i] = static_cast<int>(items[i]);
}

__global__ void subtracted(const int* in, int* out) {
    using block = cub::BlockAdjacentDifference<int, threads>;
    __shared__ typename block::TempStorage storage;
    int items[each], results[each];
    load(in, items);
    block(storage).SubtractLeft(items, results, minus());
    store(results, row(out, 0));
    __syncthreads();
    block(storage).SubtractLeftPartialTile(items, results, minus(), valid, 1000);
    store(results, row(out, 1));
    __syncthreads();
    block(storage).SubtractRightPartialTile(items, results, minus(), valid);
    store(results, row(out, 2));
    __syncthreads();
    block(storage).SubtractRight(items, results, minus(), 1000);
    store(results, row(out, 3));
}

__global__ void flagged(const int* in, int* out) {
    using block = cub::BlockDiscontinuity<int, threads>;
    __shared__ typename block::TempStorage storage;
    int items[each], heads[each], tails[each];
    load(in, items);
    block(storage).FlagHeads(heads, items, differ(), in[0]);
    store(heads, row(out, 0));
    __syncthreads();
    block(storage).FlagTails(tails, items, differ());
    store(tails, row(out, 1));
    __syncthreads();
    block(storage).FlagHeadsAndTails(heads, tails, items, differ());
    for (int i = 0; i < each; ++i) heads[i] += 2 * tails[i];
    store(heads, row(out, 2));
    __syncthreads();
    block(storage).FlagHeads(heads, items, differ_or_fifth());
    store(heads, row(out, 3));
}

__global__ void shifted(const int* in, int* out) {
    using block = cub::BlockShuffle<int, threads>;
    __shared__ typename block::TempStorage storage;
    int items[each], results[each] = {-1, -1, -1, -1}, edge = 0;
    load(in, items);
    block(storage).Up(items, results, edge);  // expect: race-shared
    store(results, row(out, 0));
#ifndef WRONG
    __syncthreads();
#endif
    results[each - 1] = -1;
    block(storage).Down(items, results);  // expect: race-shared
    store(results, row(out, 1));
    __syncthreads();
    int one = -1;
    block(storage).Offset(items[0], one, -3);
    row(out, 2)[threadIdx.x] = one;
    __syncthreads();
    block(storage).Rotate(items[0], one, 5);
    row(out, 3)[threadIdx.x] = one;
    row(out, 3)[threads + threadIdx.x] = edge;
}

__global__ void sorted(const int* in, int* out) {
    using block = cub::BlockMergeSort<int, threads, each, int>;
    using warp = cub::WarpMergeSort<int, each, 16>;
    __shared__ typename block::TempStorage storage;
    __shared__ typename warp::TempStorage of_warps[threads / 16];
    int keys[each], values[each];
    load(in, keys);
    for (int i = 0; i < each; ++i) values[i] = threadIdx.x * each + i;
    block(storage).StableSort(keys, values, less());
    store(keys, row(out, 0));
    store(values, row(out, 1));
    load(in, keys);
    __syncthreads();
    block(storage).Sort(keys, less(), valid, 1 << 30);
    store(keys, row(out, 2));
    load(in, keys);
    warp(of_warps[threadIdx.x / 16]).Sort(keys, less());
    store(keys, row(out, 3));
}

template <class Block>
__device__ void rank(const int* in, int* out, int (&before)[Block::BINS_TRACKED_PER_THREAD]) {
    __shared__ typename Block::TempStorage storage;
    unsigned keys[each];
    int ranks[each];
    load(in, keys);
    Block(storage).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(1, 4), before);
    store(ranks, out);
}
__global__ void ranked(const int* in, int* out) {
    int before[1];
    rank<cub::BlockRadixRank<threads, 4, false>>(in, row(out, 0), before);
    if (threadIdx.x < 16) row(out, 3)[threadIdx.x] = before[0];
    rank<cub::BlockRadixRank<threads, 4, true>>(in, row(out, 1), before);
    rank<cub::BlockRadixRankMatch<threads, 4, false>>(in, row(out, 2), before);
    using early = cub::BlockRadixRankMatchEarlyCounts<threads, 5, false>;
    __shared__ typename early::TempStorage storage;
    unsigned keys[each];
    int ranks[each];
    load(in, keys);
    early(storage).RankKeys(keys, ranks, cub::ShiftDigitExtractor<unsigned>(0, 5), before,
                            keep_counts{row(out, 3) + 16});
}

__global__ void counted_and_decoded(const int* in, int* out, int* total) {
    using counts = cub::BlockHistogram<int, threads, each, 32, cub::BLOCK_HISTO_ATOMIC>;
    using runs = cub::BlockRunLengthDecode<int, threads, each, each>;
    __shared__ typename counts::TempStorage of_counts;
    __shared__ typename runs::TempStorage of_runs;
    __shared__ unsigned histogram[32];
    int items[each], lengths[each], positions[each];
    load(in, items);
    counts(of_counts).Histogram(items, histogram);
    __syncthreads();
    if (threadIdx.x < 32) row(out, 0)[threadIdx.x] = static_cast<int>(histogram[threadIdx.x]);
    for (int i = 0; i < each; ++i) lengths[i] = i;
    unsigned decoded = 0;
    runs decode(of_runs, items, lengths, decoded);
    decode.RunLengthDecode(items, positions, n / 2);
    store(items, row(out, 1));
    store(positions, row(out, 2));
    if (threadIdx.x == 0) *total = static_cast<int>(decoded);
}

__global__ void warps(const int* in, int* out, int* sum) {
    using loads = cub::WarpLoad<int, each, cub::WARP_LOAD_TRANSPOSE>;
    using stores = cub::WarpStore<int, each, cub::WARP_STORE_DIRECT>;
    using exchange = cub::WarpExchange<int, each>;
    using raking = cub::BlockRakingLayout<int, threads>;
    __shared__ typename loads::TempStorage of_loads[threads / 32];
    __shared__ typename stores::TempStorage of_stores[threads / 32];
    __shared__ typename exchange::TempStorage storage[threads / 32];
    __shared__ typename raking::TempStorage of_raking;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = warp * 32 * each;
    int items[each], ranks[each];
    loads(of_loads[warp]).Load(in + first, items);
    exchange(storage[warp]).BlockedToStriped(items, items);
    stores(of_stores[warp]).Store(row(out, 0) + first, items);
    for (int i = 0; i < each; ++i) ranks[i] = 32 * each - 1 - (lane * each + i);
    loads(of_loads[warp]).Load(in + first, items);
    __syncwarp();
    exchange(storage[warp]).ScatterToStriped(items, ranks);
    stores(of_stores[warp]).Store(row(out, 1) + first, items);

    *raking::PlacementPtr(of_raking, threadIdx.x) = threadIdx.x + 1;
    __syncthreads();
    if (threadIdx.x >= raking::RAKING_THREADS) return;
    const int* const segment = raking::RakingPtr(of_raking, threadIdx.x);
    for (int i = 0; i < raking::SEGMENT_LENGTH; ++i) atomicAdd(sum, segment[i]);
}

std::vector<int> in(n);

template <class Expected>
int wrong(const std::vector<int>& out, int number, int count, Expected expected) {
    int result = 0;
    for (int i = 0; i < count; ++i) result += out[number * n + i] != expected(i);
    return result;
}
int digit(int i) { return in[i] >> 1 & 15; }
/// How many digits come before digit `i`, and equal ones as `before` says.
template <class Before>
int rank_of(int i, bool descending, Before before) {
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += digit(j) == digit(i) ? before(j, i) : (digit(j) < digit(i)) != descending;
    return rank;
}
int count_of(int value) { return static_cast<int>(std::count(in.begin(), in.end(), value)); }
int striped_place(int i) { return i / 128 * 128 + i % 4 * 32 + i % 128 / 4; }

int main() {
    for (int i = 0; i < n; ++i) in[i] = i * i / 7 % 32;
    int *device = to_device(in), *out = device_array<int>(4 * n), *one = to_device(std::vector<int>{0});
    subtracted<<<1, threads>>>(device, out);
    std::vector<int> got = to_host(out, 4 * n);
    std::printf("differences %d, partial %d, right %d, behind a tile %d\n",
                wrong(got, 0, n, [](int i) { return i == 0 ? in[0] : in[i] - in[i - 1]; }),
                wrong(got, 1, n, [](int i) { return i >= valid ? in[i] : in[i] - (i == 0 ? 1000 : in[i - 1]); }),
                wrong(got, 2, n, [](int i) { return i + 1 >= valid ? in[i] : in[i] - in[i + 1]; }),
                wrong(got, 3, n, [](int i) { return in[i] - (i + 1 == n ? 1000 : in[i + 1]); }));

    const auto head = [](int i) { return i == 0 || in[i - 1] != in[i]; };
    const auto tail = [](int i) { return i + 1 == n || in[i] != in[i + 1]; };
    flagged<<<1, threads>>>(device, out);
    got = to_host(out, 4 * n);
    std::printf("heads %d, tails %d, both %d, by position %d\n",
                wrong(got, 0, n, [&](int i) { return i > 0 && head(i); }), wrong(got, 1, n, tail),
                wrong(got, 2, n, [&](int i) { return head(i) + 2 * tail(i); }),
                wrong(got, 3, n, [&](int i) { return head(i) || i == 5; }));

    cudaMemset(out, 0, 4 * n * sizeof(int));
    shifted<<<1, threads>>>(device, out);
    got = to_host(out, 4 * n);
    std::printf(
        "up %d, down %d, offset %d, rotated %d\n", wrong(got, 0, n, [](int i) { return i == 0 ? -1 : in[i - 1]; }),
        wrong(got, 1, n, [](int i) { return i + 1 == n ? -1 : in[i + 1]; }),
        wrong(got, 2, threads, [](int i) { return i < 3 ? -1 : in[(i - 3) * each]; }),
        wrong(got, 3, 2 * threads, [](int i) { return i < threads ? in[(i + 5) % threads * each] : in[n - 1]; }));

    std::vector<int> order(n), part(valid), by_warps = in;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [](int a, int b) { return in[a] < in[b]; });
    std::partial_sort_copy(in.begin(), in.begin() + valid, part.begin(), part.end());
    for (int i = 0; i < n; i += 64) std::sort(&by_warps[i], &by_warps[i] + 64);
    sorted<<<1, threads>>>(device, out);
    got = to_host(out, 4 * n);
    std::printf("sorted %d, values %d, part %d, warps %d\n", wrong(got, 0, n, [&](int i) { return in[order[i]]; }),
                wrong(got, 1, n, [&](int i) { return order[i]; }), wrong(got, 2, valid, [&](int i) { return part[i]; }),
                wrong(got, 3, n, [&](int i) { return by_warps[i]; }));

    const auto earlier = [](int a, int b) { return a < b; };
    ranked<<<1, threads>>>(device, out);
    got = to_host(out, 4 * n);
    std::printf("ranks %d, down %d, striped %d, digits %d, counts %d\n",
                wrong(got, 0, n, [&](int i) { return rank_of(i, false, earlier); }),
                wrong(got, 1, n, [&](int i) { return rank_of(i, true, earlier); }),
                wrong(got, 2, n,
                      [&](int i) {
                          return rank_of(i, false, [](int a, int b) { return striped_place(a) < striped_place(b); });
                      }),
                wrong(got, 3, 16,
                      [](int d) {
                          int count = 0;
                          for (int i = 0; i < n; ++i) count += digit(i) < d;
                          return count;
                      }),
                wrong(std::vector<int>(got.begin() + 3 * n + 16, got.end()), 0, 32, count_of));

    std::vector<int> decoded, positions;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i % each; ++j) decoded.push_back(in[i]), positions.push_back(j);
    counted_and_decoded<<<1, threads>>>(device, out, one);
    got = to_host(out, 4 * n);
    std::printf("histogram %d, decoded %d, positions %d, total %d\n", wrong(got, 0, 32, count_of),
                wrong(got, 1, n, [&](int i) { return decoded[n / 2 + i]; }),
                wrong(got, 2, n, [&](int i) { return positions[n / 2 + i]; }), to_host(one, 1)[0]);

    cudaMemset(one, 0, sizeof(int));
    warps<<<1, threads>>>(device, out, one);
    got = to_host(out, 4 * n);
    std::printf("exchanged %d, scattered %d, raked %d\n", wrong(got, 0, n, [&](int i) { return in[striped_place(i)]; }),
                wrong(got, 1, n, [&](int i) { return in[i / 128 * 128 + 127 - striped_place(i) % 128]; }),
                to_host(one, 1)[0]);
}
// SPDX-License-Identifier: Apache-2.0
