// Thrust's algorithms between kernels: on iterators of all kinds, by functors, lambdas and placeholders, by policies.
// Feature: Thrust: algorithms on host and device memory, fancy iterators, policies with streams; `thrust::seq` in kernels
// Skipped: install Thrust
// Kernel: sort_rows
// Says: right behind an allocation of 256 bytes, allocated at
// Prints: squares: 328350
// Prints: keys: 1 3 5 9, values: 5 10 10 11
// Prints: runs: 1 2 2 1
// Prints: even: 50, the last 98
// Prints: scanned: 9900
// Prints: extrema: -99 at 99 and 0 at 0
// Prints: residues: 25 25
// Prints: rows sorted: 1
// Prints: found 12 of 64
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <cstdio>

using namespace thrust::placeholders;

struct square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct is_even {
    __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct count_residue {
    int* counts;
    __device__ void operator()(int x) const { atomicAdd(&counts[x % 4], 1); }
};
struct add_into_third {
    template <class Tuple>
    __host__ __device__ void operator()(Tuple t) const {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};

constexpr int rows = 8, columns = 8;

__global__ void sort_rows(int* matrix) {
#ifdef WRONG
    int* const row = matrix + (threadIdx.x + 1) * columns;
#else
    int* const row = matrix + threadIdx.x * columns;
#endif
    thrust::sort(thrust::seq, row, row + columns);  // expect: out-of-bounds
}

int main() {
    thrust::counting_iterator<int> zero(0);
    const int squares = thrust::transform_reduce(thrust::device, zero, zero + 100, square(), 0, thrust::plus<int>());
    std::printf("squares: %d\n", squares);

    const int host_keys[] = {5, 3, 1, 3, 5, 9};
    thrust::device_vector<int> keys(host_keys, host_keys + 6), values(6), unique(6), sums(6), ones(6);
    thrust::sequence(values.begin(), values.end());
    thrust::transform(values.begin(), values.end(), values.begin(), 2 * _1 + 1);
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
    thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), unique.begin(), sums.begin());
    std::printf("keys: %d %d %d %d, values: %d %d %d %d\n", (int)unique[0], (int)unique[1], (int)unique[2],
                (int)unique[3], (int)sums[0], (int)sums[1], (int)sums[2], (int)sums[3]);
    thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), unique.begin(), ones.begin());
    std::printf("runs: %d %d %d %d\n", (int)ones[0], (int)ones[1], (int)ones[2], (int)ones[3]);

    thrust::device_vector<int> even(100);
    const auto end = thrust::copy_if(zero, zero + 100, even.begin(), is_even());
    std::printf("even: %d, the last %d\n", (int)(end - even.begin()), (int)even[49]);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    thrust::device_vector<int> sums_so_far(100);
    thrust::inclusive_scan(thrust::cuda::par.on(stream), zero, zero + 100, sums_so_far.begin());
    thrust::transform(thrust::cuda::par_nosync.on(stream), sums_so_far.begin(), sums_so_far.end(), sums_so_far.begin(),
                      [] __host__ __device__(int sum) -> int { return 2 * sum; });
    cudaStreamSynchronize(stream);
    std::printf("scanned: %d\n", (int)sums_so_far.back());
    cudaStreamDestroy(stream);

    thrust::device_vector<int> a(100), b(100, -1), c(100);
    thrust::sequence(thrust::cuda::par, a.begin(), a.end());
    thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), thrust::multiplies<int>());
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), add_into_third());
    const auto extrema = thrust::minmax_element(b.begin(), b.end());
    std::printf("extrema: %d at %d and %d at %d\n", (int)*extrema.first, (int)(extrema.first - b.begin()),
                (int)*extrema.second, (int)(extrema.second - b.begin()));
    thrust::device_vector<int> residues(4);
    thrust::for_each(thrust::device, a.begin(), a.end(), count_residue{thrust::raw_pointer_cast(residues.data())});
    std::printf("residues: %d %d\n", (int)residues[0], (int)residues[3]);
    if (thrust::count(c.begin(), c.end(), 0) != 100) return 1;

    thrust::device_vector<int> matrix(rows * columns);
    thrust::tabulate(matrix.begin(), matrix.end(), _1 * 37 % 64);
    sort_rows<<<1, rows>>>(thrust::raw_pointer_cast(matrix.data()));
    const thrust::host_vector<int> sorted = matrix;
    bool in_order = true;
    for (int row = 0; row < rows; ++row)
        in_order &= thrust::is_sorted(sorted.begin() + row * columns, sorted.begin() + (row + 1) * columns);
    std::printf("rows sorted: %d\n", in_order);

    thrust::sort(matrix.begin(), matrix.end(), thrust::greater<int>());
    const auto lower = thrust::lower_bound(thrust::device, matrix.begin(), matrix.end(), 52, thrust::greater<int>());
    matrix.erase(thrust::unique(matrix.begin(), matrix.end()), matrix.end());
    std::printf("found %d of %zu\n", (int)(lower - matrix.begin()) + 1, matrix.size());
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
