// CUB's calls by segments, by keys and by any order; and what programs of CUDA 13 give them for cub::Max and cub::Sum.
// Feature: CUB: DeviceSegmentedReduce, DeviceSegmentedSort, DeviceSegmentedRadixSort, DeviceMergeSort, DevicePartition
// Feature: CUB: by key (reduce, scan, unique); cuda::maximum, cuda::minimum, cuda::std::plus
// Feature: CUB: DeviceFor, DeviceTransform, DeviceMerge, DeviceAdjacentDifference, CachingDeviceAllocator
// Kernel: largest
// Prints: largest 63
// Prints: sums 6 9, least 1 0, greatest 0:3 0:9
// Prints: sorted 1 2 3 0 9, values 1 2 0 4 3, down 3 2 1 9 0, by bits 1 2 3 0 9
// Prints: merged 9 3 2 1 0, values 3 0 2 1 4, copied 0 1 2 3 9
// Prints: unique 3: 1 2 3, values 0 2 3, by key 1 2 12, scanned 0 1 2 3 7 12, before 0 0 0 0 3 7
// Prints: parted 3: 0 2 4 5 3 1
// Prints: twice 0 2 4 6 8 10, summed 0 3 6 9, differences 0 1 1 1, rights -1 -1 -1 3
// Prints: merged 0 0 1 1 2 2 3 3, found 2 3, loaded 5, indexed 2:2, allocated 0
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#include <vector>

__global__ void of_one_thread(const int* in, int* out) {
    out[0] = static_cast<int>(cub::LowerBound(in, 6, 2));
    out[1] = static_cast<int>(cub::UpperBound(in, 6, 2));
    const cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> loads(in);
    cub::ThreadStore<cub::STORE_CG>(out + 2, loads[5] + cub::ThreadLoad<cub::LOAD_CA>(in));
    const auto indexed = cub::ArgIndexInputIterator<const int*>(in)[2];
    out[3] = static_cast<int>(indexed.key);
    out[4] = indexed.value;
}

__global__ void largest(const int* in, int* out) {
    using reduce = cub::BlockReduce<int, 64>;
    __shared__ typename reduce::TempStorage storage;
    const int most = reduce(storage).Reduce(in[threadIdx.x], cuda::maximum<>{});
    if (threadIdx.x == 0) *out = cuda::minimum<int>{}(most, 100);
}

int* device_array(const std::vector<int>& values) {
    int* array = nullptr;
    cudaMalloc(&array, values.size() * sizeof(int));
    cudaMemcpy(array, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    return array;
}
void print(const char* what, const void* array, int count) {
    std::vector<int> values(count);
    cudaMemcpy(values.data(), array, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::cout << what;
    std::copy(values.begin(), values.end() - 1, std::ostream_iterator<int>(std::cout, " "));
    std::cout << values.back();
}
template <class Call>
void twice(Call call) {
    void* room = nullptr;
    size_t bytes = 0;
    call(room, bytes);
    cudaMalloc(&room, bytes);
    call(room, bytes);
    cudaFree(room);
}
#define TWICE(...) twice([&](void* room, size_t& bytes) { __VA_ARGS__; })

struct greater {
    template <class T>
    __host__ __device__ bool operator()(const T& a, const T& b) const {
        return b < a;
    }
};
struct even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
    std::vector<int> many(64);
    for (int i = 0; i < 64; ++i) many[i] = i * 37 % 64;
    int *numbers = device_array(many), *in = device_array({3, 1, 2, 9, 0}), *at = device_array({0, 3, 5}),
        *out = device_array(many), *places = device_array({0, 1, 2, 3, 4, 5}), *more = device_array(many),
        *runs = device_array({1, 1, 2, 3, 3, 3}), *count = device_array({0});
    largest<<<1, 64>>>(numbers, out);
    print("largest ", out, 1);

    TWICE(cub::DeviceSegmentedReduce::Sum(room, bytes, in, out, 2, at, at + 1));
    print("\nsums ", out, 2);
    TWICE(cub::DeviceSegmentedReduce::Reduce(room, bytes, in, out, 2, at, at + 1, cuda::minimum<>{}, 100));
    print(", least ", out, 2);
    using indexed = cub::KeyValuePair<int, int>;
    indexed first[2], *extremes = nullptr;
    cudaMalloc(&extremes, sizeof first);
    TWICE(cub::DeviceSegmentedReduce::ArgMax(room, bytes, in, extremes, 2, at, at + 1));
    cudaMemcpy(first, extremes, sizeof first, cudaMemcpyDeviceToHost);
    std::cout << ", greatest " << first[0].key << ':' << first[0].value << ' ' << first[1].key << ':' << first[1].value;

    TWICE(cub::DeviceSegmentedSort::SortPairs(room, bytes, in, out, places, more, 5, 2, at, at + 1));
    print("\nsorted ", out, 5);
    print(", values ", more, 5);
    TWICE(cub::DeviceSegmentedSort::StableSortKeysDescending(room, bytes, in, out, 5, 2, at, at + 1));
    print(", down ", out, 5);
    TWICE(cub::DeviceSegmentedRadixSort::SortKeys(room, bytes, in, out, 5, 2, at, at + 1, 0, 4));
    print(", by bits ", out, 5);

    TWICE(cub::DeviceMergeSort::SortKeysCopy(room, bytes, in, out, 5, cuda::std::less<>()));
    TWICE(cub::DeviceMergeSort::SortPairs(room, bytes, in, places, 5, greater()));
    print("\nmerged ", in, 5);
    print(", values ", places, 5);
    print(", copied ", out, 5);

    for (int* const array : {places, out, more, count}) cudaMemset(array, 0, sizeof(int));
    const int indices[] = {0, 1, 2, 3, 4, 5};
    cudaMemcpy(places, indices, sizeof indices, cudaMemcpyHostToDevice);
    TWICE(cub::DeviceSelect::UniqueByKey(room, bytes, runs, places, out, more, count, 6));
    print("\nunique ", count, 1);
    print(": ", out, 3);
    print(", values ", more, 3);
    TWICE(cub::DeviceReduce::ReduceByKey(room, bytes, runs, out, places, more, count, cuda::std::plus<>(), 6));
    print(", by key ", more, 3);
    TWICE(cub::DeviceScan::InclusiveSumByKey(room, bytes, runs, places, out, 6));
    print(", scanned ", out, 6);
    TWICE(cub::DeviceScan::ExclusiveSumByKey(room, bytes, runs, places, out, 6));
    print(", before ", out, 6);
    TWICE(cub::DevicePartition::If(room, bytes, places, out, count, 6, even()));
    print("\nparted ", count, 1);
    print(": ", out, 6);

    cudaMemcpy(places, indices, sizeof indices, cudaMemcpyHostToDevice);
    cub::DeviceFor::Bulk(6, [=] __device__(int i) { out[i] = 2 * i; });
    print("\ntwice ", out, 6);
    cub::DeviceTransform::Transform(cuda::std::make_tuple(out, places), more, 4, cuda::std::plus<>());
    print(", summed ", more, 4);
    TWICE(cub::DeviceAdjacentDifference::SubtractLeftCopy(room, bytes, places, more, 4));
    print(", differences ", more, 4);
    cudaMemcpy(more, places, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
    TWICE(cub::DeviceAdjacentDifference::SubtractRight(room, bytes, more, 4));
    print(", rights ", more, 4);
    TWICE(cub::DeviceMerge::MergeKeys(room, bytes, places, 4, places, 4, more));
    print("\nmerged ", more, 8);
    of_one_thread<<<1, 1>>>(places, out);
    print(", found ", out, 2);
    print(", loaded ", out + 2, 1);
    print(", indexed ", out + 3, 1);
    print(":", out + 4, 1);
    cub::CachingDeviceAllocator allocator(true);
    void* cached = nullptr;
    CubDebugExit(allocator.DeviceAllocate(&cached, 64));
    std::cout << ", allocated " << (cached == nullptr) << '\n';
    CubDebugExit(allocator.DeviceFree(cached));
    for (int* const array : {numbers, in, at, out, places, more, runs, count}) cudaFree(array);
    cudaFree(extremes);
}
// SPDX-License-Identifier: Apache-2.0
