// CUB's functions of one thread and of lanes, its iterators, shares of a grid, copies of many ranges, and macros.
// Feature: CUB: ThreadReduce, ThreadScan, StableOddEvenSort, MergePathSearch, ShuffleUp/Down/Index, MatchAny, Traits
// Feature: CUB: CacheModifiedOutputIterator, TexObjInputIterator, GridEvenShare, GridQueue, DeviceCopy, DeviceMemcpy
// Kernel: queued
// Prints: reduced 10 110, inclusive 1 3 6 10, exclusive 5 6 8 11, sorted 1 2 2 9 values 1 0 3 2
// Prints: path 2 1, bits 5, lanes 3 0 16 20, peers 0x55555555, written 8 9, read 3
// Prints: keys in order 1, vector 6, middle 5, log 5
// Prints: even 0-96 96-192 192-256 256-300, strip 64 256, drained 8 of 8
// Prints: copied 1 2 3 4 5, bytes 1 2 3 4 5
// Prints: device 0 of 1, capability 900, blocks 32
#include <cub/device/device_copy.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/grid/grid_even_share.cuh>
#include <cub/grid/grid_queue.cuh>
#include <cub/iterator/cache_modified_output_iterator.cuh>
#include <cub/iterator/tex_obj_input_iterator.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_scan.cuh>
#include <cub/thread/thread_search.cuh>
#include <cub/thread/thread_sort.cuh>
#include <cub/util_device.cuh>
#include <cub/util_math.cuh>
#include <cub/util_ptx.cuh>
#include <cub/util_type.cuh>
#include <cub/version.cuh>

#include "../wrong/program.cuh"

static_assert(CUB_MAJOR_VERSION >= 2 && CUB_PTX_WARP_THREADS == 32);

struct plus {
    __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
struct less {
    __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};

__global__ void of_a_thread(const int* in, int* out) {
    int items[4] = {1, 2, 3, 4}, results[4], keys[4] = {2, 1, 9, 2}, values[4] = {0, 1, 2, 3};
    *out++ = cub::ThreadReduce(items, plus());
    *out++ = cub::ThreadReduce(items, plus(), 100);
    cub::internal::ThreadScanInclusive(items, results, plus());
    for (const int result : results) *out++ = result;
    cub::internal::ThreadScanExclusive(items, items, plus(), 5);
    for (const int item : items) *out++ = item;
    cub::StableOddEvenSort(keys, values, less());
    for (const int key : keys) *out++ = key;
    for (const int value : values) *out++ = value;
    int2 crossing;
    cub::MergePathSearch(3, in, in + 1, 4, 3, crossing);  // 0 1 2 3 and 1 2 3
    *out++ = crossing.x;
    *out++ = crossing.y;
    *out++ = static_cast<int>(cub::BFE(0x50u, 4, 3));
}

__global__ void of_lanes(int* out, cub::TexObjInputIterator<int> texture,
                         cub::CacheModifiedOutputIterator<cub::STORE_CG, int> written) {
    const int lane = threadIdx.x;
    const unsigned mask = cub::WarpMask<32>(0);
    const int up = cub::ShuffleUp<32>(lane, 2, 0, mask), down = cub::ShuffleDown<32>(lane, 16, 31, mask),
              index = cub::ShuffleIndex<32>(lane, 20, mask);
    const unsigned peers = cub::MatchAny<1>(threadIdx.x);
    if (lane == 5) out[0] = up;
    if (lane == 0) out[1] = up, out[2] = down, out[3] = index, out[4] = static_cast<int>(peers);
    if (lane == 0) written[0] = 8, *(written + 1) = 9, out[5] = texture[3];
}

__global__ void shared(cub::GridEvenShare<int> share, int* out) {
    share.BlockInit<32, cub::GRID_MAPPING_RAKE>();
    out[2 * blockIdx.x] = share.block_offset;
    out[2 * blockIdx.x + 1] = share.block_end;
    share.BlockInit<64, cub::GRID_MAPPING_STRIP_MINE>();
    if (blockIdx.x == 1) out[8] = share.block_offset, out[9] = share.block_stride;
}

__global__ void queued(cub::GridQueue<int> queue, int* drained, int* count) {
#ifdef WRONG
    ++*count;  // expect: race-global
#else
    atomicAdd(count, 1);
#endif
    int size = 0;
    queue.FillSize(size);
    const int mine = queue.Drain(1);
    if (mine < size) drained[mine] = 1;
}

/// Whether the twiddled bits of ascending keys ascend.
template <class Key>
bool ascends(std::initializer_list<Key> keys) {
    using traits = cub::Traits<Key>;
    typename traits::UnsignedBits last = 0, bits;
    for (const Key key : keys) {
        std::memcpy(&bits, &key, sizeof(key));
        const auto twiddled = traits::TwiddleIn(bits);
        if (twiddled <= last || traits::TwiddleOut(twiddled) != bits) return false;
        last = twiddled;
    }
    return true;
}

template <class Batched>
std::vector<int> copied(Batched batched, int unit) {
    int *from = to_device(std::vector<int>{1, 2, 3, 4, 5}), *to = device_array<int>(5);
    int** sources = to_device(std::vector<int*>{from, from + 2});
    int** targets = to_device(std::vector<int*>{to, to + 2});
    int* sizes = to_device(std::vector<int>{2 * unit, 3 * unit});
    std::size_t bytes = 0;
    void* storage = nullptr;
    batched(storage, bytes, sources, targets, sizes);
    cudaMalloc(&storage, bytes);
    batched(storage, bytes, sources, targets, sizes);
    return to_host(to, 5);
}

int main() {
    int *in = to_device(std::vector<int>{0, 1, 2, 3}), *out = device_array<int>(32);
    of_a_thread<<<1, 1>>>(in, out);
    std::vector<int> got = to_host(out, 21);
    std::printf("reduced %d %d, inclusive %d %d %d %d, exclusive %d %d %d %d, sorted %d %d %d %d values %d %d %d %d\n",
                got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7], got[8], got[9], got[10], got[11],
                got[12], got[13], got[14], got[15], got[16], got[17]);
    std::printf("path %d %d, bits %d, ", got[18], got[19], got[20]);
    cub::TexObjInputIterator<int> texture;
    texture.BindTexture(in, 4 * sizeof(int));
    of_lanes<<<1, 32>>>(out, texture, cub::CacheModifiedOutputIterator<cub::STORE_CG, int>(out + 6));
    got = to_host(out, 8);
    texture.UnbindTexture();
    std::printf("lanes %d %d %d %d, peers 0x%x, written %d %d, read %d\n", got[0], got[1], got[2], got[3],
                static_cast<unsigned>(got[4]), got[6], got[7], got[5]);

    cub::CubVector<float, 4>::Type vector;
    vector.x = 1, vector.y = 2, vector.w = 3;
    std::printf("keys in order %d, vector %g, middle %d, log %d\n",
                ascends({-2.5f, -1.0f, 0.0f, 1e-40f, 3.0f}) && ascends({-7, -1, 0, 4}) && ascends({1u, 7u, ~0u}),
                vector.x + vector.y + vector.w, cub::MidPoint(2, 8), cub::Log2<32>::VALUE);

    cub::GridEvenShare<int> share;
    share.DispatchInit(300, 4, 32);
    shared<<<share.grid_size, 1>>>(share, out);
    got = to_host(out, 10);
    std::printf("even %d-%d %d-%d %d-%d %d-%d, strip %d %d, ", got[0], got[1], got[2], got[3], got[4], got[5], got[6],
                got[7], got[8], got[9]);
    cub::GridQueue<int> queue(device_array<char>(cub::GridQueue<int>::AllocationSize()));
    int *drained = to_device(std::vector<int>(8)), *count = to_device(std::vector<int>(1));
    queue.FillAndResetDrain(8);
    queued<<<4, 4>>>(queue, drained, count);
    int size = 0;
    queue.FillSize(size);
    cudaDeviceSynchronize();
    std::printf("drained %d of %d\n", sum_of(to_host(drained, 8)), size);

    const auto items = [](void* storage, std::size_t& bytes, int** from, int** to, int* sizes) {
        cub::DeviceCopy::Batched(storage, bytes, from, to, sizes, 2);
    };
    const auto buffers = [](void* storage, std::size_t& bytes, int** from, int** to, int* sizes) {
        cub::DeviceMemcpy::Batched(storage, bytes, from, to, sizes, 2);
    };
    got = copied(items, 1);
    std::printf("copied %d %d %d %d %d, ", got[0], got[1], got[2], got[3], got[4]);
    got = copied(buffers, sizeof(int));
    std::printf("bytes %d %d %d %d %d\n", got[0], got[1], got[2], got[3], got[4]);

    int version = 0, blocks = 0;
    cub::SmVersion(version);
    cub::MaxSmOccupancy(blocks, of_lanes, 32);
    std::printf("device %d of %d, capability %d, blocks %d\n", cub::CurrentDevice(), cub::DeviceCount(), version,
                blocks);
    return cub::SyncStream(nullptr) != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
