// CUDA's C++ library: values of C++23, arrays seen in another way, memory of allocators, and shuffles of any size.
// Feature: headers: cuda/annotated_ptr, cuda/discard_memory, cuda/memory_resource, cuda/warp, cuda/work_stealing, nv/target
// Feature: headers: cuda/std/expected, cuda/std/inplace_vector, cuda/std/linalg
// Kernel: swapped
// Prints: expected 4 -1 9 16 7, errors 3 30, void 1 0
// Prints: vector 5 1 9 2 4, full 1, room 5
// Prints: linalg 6 4 42, conjugate 1 -2
// Prints: pairs 3 31.5, width 8 4, in group 0 1, blocks 6, side 2 1 3
// Prints: annotated 15, allocated 2 freed 2
#define LIBCUDACXX_ENABLE_EXPERIMENTAL_MEMORY_RESOURCE  // nvcc has cuda::mr only so
#include <cuda/annotated_ptr>
#include <cuda/discard_memory>
#include <cuda/memory_resource>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/inplace_vector>
#include <cuda/std/linalg>
#include <cuda/std/mdspan>
#include <cuda/stream_ref>
#include <cuda/warp>
#include <cuda/work_stealing>
#include <nv/target>

#include <cstdlib>

#include "../wrong/program.cuh"

using number = cuda::std::expected<int, int>;

__host__ __device__ number root(int square) {
    for (int i = 0; i * i <= square; ++i)
        if (i * i == square) return i;
    return cuda::std::unexpected<int>(square);
}
__host__ __device__ number squared(int n) { return n * n; }

__host__ __device__ int side() { NV_IF_TARGET(NV_IS_DEVICE, (return 2;), (return 1;)) }
__host__ __device__ int architecture() {
    int result = 0;
    NV_DISPATCH_TARGET(NV_IS_HOST, (result = 1;), NV_PROVIDES_SM_90, (result = 3;), NV_IS_DEVICE, (result = 2;))
    return result;
}

__global__ void values(int* out) {
    const number four = root(16), none = root(3);
    *out++ = *four;
    *out++ = none.value_or(-1);
    *out++ = *root(9).transform([](int n) { return n * n; });
    *out++ = *four.and_then(squared);
    *out++ = *none.or_else([](int) { return number(7); });
    *out++ = none.error();
    *out++ = none.transform_error([](int error) { return 10 * error; }).error();
    const cuda::std::expected<void, int> done, failed(cuda::std::unexpect, 1);
    *out++ = done.has_value();
    *out++ = failed.has_value();

    cuda::std::inplace_vector<int, 5> vector{5, 9, 2};
    vector.insert(vector.begin() + 1, 1);
    vector.push_back(3);
    vector.erase(vector.end() - 1);
    vector.emplace_back(4);
    for (const int value : vector) *out++ = value;
    *out++ = vector.try_push_back(1) == nullptr;
    *out++ = static_cast<int>(vector.capacity());
    *out++ = side();
    *out++ = architecture();
}

__global__ void seen(float* matrix, cuda::std::complex<float>* numbers, float* out) {
    const cuda::std::mdspan rows(matrix, 2, 3);
    const auto columns = cuda::std::linalg::transposed(rows);
    const auto twice = cuda::std::linalg::scaled(2.0f, rows);
    *out++ = columns(2, 1) + static_cast<float>(columns.extent(0) - 2);
    *out++ = twice(0, 2);
    *out++ = cuda::std::linalg::scaled(2.0f, columns)(1, 0) + 40;
    const auto conjugated = cuda::std::linalg::conjugated(cuda::std::mdspan(numbers, 1));
    const cuda::std::complex<float> first = conjugated(0);
    *out++ = first.real();
    *out++ = first.imag();
}

struct pair {
    int number;
    double half;
};

__global__ void swapped(pair* pairs, int* out, int* blocks) {
    __shared__ int last;
    const int lane = threadIdx.x;
    const pair mine{lane, lane + 0.5};
    const pair got = cuda::device::warp_shuffle_xor(mine, 1);
    const auto first = cuda::device::warp_shuffle_idx<8>(lane, 0);
    const auto up = cuda::device::warp_shuffle_up<4>(lane, 3);
    if (blockIdx.x == 0) {
        if (lane == 2) pairs[0] = got;
        if (lane == 30) pairs[1] = got;
        if (lane == 15) out[0] = first;
        if (lane == 7) out[1] = up, out[3] = up.pred;
        if (lane == 4) out[2] = up.pred;
    }
    cuda::for_each_canceled_block<1>([=](dim3 block) {
        if (lane == 0) atomicAdd(blocks, static_cast<int>(block.x));
    });
#ifdef WRONG
    last = lane;  // expect: race-shared
#else
    if (lane == 31) last = lane;
#endif
}

__global__ void advised(int* in, int* out) {
    using streaming = cuda::access_property::streaming;
    const cuda::annotated_ptr<const int, streaming> from(in);
    const cuda::annotated_ptr<int, cuda::access_property> to(out, cuda::access_property::persisting{});
    cuda::apply_access_property(in, 5 * sizeof(int), cuda::access_property::persisting{});
    int* const again = cuda::associate_access_property(in, streaming{});
    *to = from[1] + from[2] + again[3] + *(from.operator->() + 4) + 5;
    cuda::discard_memory(in, 5 * sizeof(int));
}

struct counting {
    int allocated = 0, freed = 0;
    void* allocate(std::size_t bytes, std::size_t) {
        ++allocated;
        return std::malloc(bytes);
    }
    void deallocate(void* pointer, std::size_t, std::size_t) {
        ++freed;
        std::free(pointer);
    }
    void* allocate_async(std::size_t bytes, std::size_t alignment, cuda::stream_ref) {
        return allocate(bytes, alignment);
    }
    void deallocate_async(void* pointer, std::size_t bytes, std::size_t alignment, cuda::stream_ref) {
        deallocate(pointer, bytes, alignment);
    }
    bool operator==(const counting& other) const { return this == &other; }
    bool operator!=(const counting& other) const { return this != &other; }
    friend void get_property(const counting&, cuda::mr::host_accessible) {}
};
static_assert(cuda::mr::async_resource_with<counting, cuda::mr::host_accessible>);
static_assert(!cuda::has_property<counting, cuda::mr::device_accessible>);

int main() {
    int* out = device_array<int>(32);
    values<<<1, 1>>>(out);
    const std::vector<int> got = to_host(out, 18);
    std::printf("expected %d %d %d %d %d, errors %d %d, void %d %d\n", got[0], got[1], got[2], got[3], got[4], got[5],
                got[6], got[7], got[8]);
    std::printf("vector %d %d %d %d %d, full %d, room %d\n", got[9], got[10], got[11], got[12], got[13], got[14],
                got[15]);

    float* const matrix = to_device(std::vector<float>{0, 1, 2, 3, 4, 5});
    cuda::std::complex<float>* const numbers = to_device(std::vector<cuda::std::complex<float>>{{1, 2}});
    float* const results = device_array<float>(5);
    seen<<<1, 1>>>(matrix, numbers, results);
    const std::vector<float> views = to_host(results, 5);
    std::printf("linalg %g %g %g, conjugate %g %g\n", views[0], views[1], views[2], views[3], views[4]);

    pair* const pairs = device_array<pair>(2);
    int* const blocks = to_device(std::vector<int>(1));
    swapped<<<4, 32>>>(pairs, out, blocks);
    const std::vector<pair> halves = to_host(pairs, 2);
    const std::vector<int> lanes = to_host(out, 4);
    std::printf("pairs %d %g, width %d %d, in group %d %d, blocks %d, side %d %d %d\n", halves[0].number,
                halves[1].half, lanes[0], lanes[1], lanes[2], lanes[3], to_host(blocks, 1)[0], got[16], side(),
                got[17]);

    advised<<<1, 1>>>(to_device(std::vector<int>{0, 1, 2, 3, 4}), out);
    std::printf("annotated %d, ", to_host(out, 1)[0]);
    counting resource;
    cuda::mr::resource_ref<cuda::mr::host_accessible> some(resource);
    cuda::mr::async_resource_ref<cuda::mr::host_accessible> in_stream(resource);
    some.deallocate(some.allocate(16), 16);
    const cuda::stream_ref stream(cudaStream_t{});
    in_stream.deallocate_async(in_stream.allocate_async(16, 8, stream), 16, 8, stream);
    std::printf("allocated %d freed %d\n", resource.allocated, resource.freed);
}
// SPDX-License-Identifier: Apache-2.0
