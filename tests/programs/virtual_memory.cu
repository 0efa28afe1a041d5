// An array that grows in place: addresses are reserved once, and physical memory is mapped to them as it is needed.
// Feature: driver API: virtual memory (cuMemAddressReserve, cuMemCreate, cuMemMap, cuMemSetAccess)
// Kernel: add
// Prints: grown: 1048576 elements, sum 1572864
// Prints: moved: first 1, last 2
// Prints: refused: 1 1 1 1 1 1
// Prints: two places show one memory: 7
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add(int* values, int by, size_t n) {
    const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < n) values[i] += by;  // expect: out-of-bounds
}

#define TRY(call)                                             \
    if (const CUresult result = call; result != CUDA_SUCCESS) \
    return printf("line %d: %d\n", __LINE__, static_cast<int>(result)), 1

int main() {
    TRY(cuInit(0));
    int device = 0, supported = 0;
    cudaSetDevice(device);
    cudaFree(nullptr);  // makes the context
    TRY(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    if (!supported) return 1;

    CUmemAllocationProp how = {};
    how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    how.location.id = device;
    size_t chunk;
    TRY(cuMemGetAllocationGranularity(&chunk, &how, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CUmemAccessDesc access = {};
    access.location = how.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;

    // Half of the range gets memory, then the other half.
    CUdeviceptr range, elsewhere;
    TRY(cuMemAddressReserve(&range, 2 * chunk, 0, 0, 0));
    CUmemGenericAllocationHandle halves[2];
    const size_t n = 2 * chunk / sizeof(int);
    int* const values = reinterpret_cast<int*>(range);
    for (int i = 0; i < 2; ++i) {
        TRY(cuMemCreate(&halves[i], chunk, &how, 0));
        TRY(cuMemMap(range + i * chunk, chunk, 0, halves[i], 0));
        TRY(cuMemSetAccess(range + i * chunk, chunk, &access, 1));
        TRY(cuMemsetD32(range + i * chunk, i, chunk / sizeof(int)));
#ifdef WRONG
        add<<<n / 256, 256>>>(values, 1, n);  // may be: out-of-bounds
#else
        add<<<(i + 1) * n / 2 / 256, 256>>>(values, i == 0, (i + 1) * n / 2);
#endif
    }
    add<<<n / 2 / 256, 256>>>(values + n / 2, 1, n / 2);
    std::vector<int> seen(n);
    cudaMemcpy(seen.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);  // over the border
    long long sum = 0;
    for (int value : seen) sum += value;
    printf("grown: %zu elements, sum %lld\n", n, sum);

    // The memory keeps what it holds when it moves; a handle may be released before.
    TRY(cuMemAddressReserve(&elsewhere, 4 * chunk, 2 * chunk, 0, 0));
    TRY(cuMemUnmap(range, 2 * chunk));
    for (int i = 0; i < 2; ++i) TRY(cuMemMap(elsewhere + i * chunk, chunk, 0, halves[i], 0));
    TRY(cuMemSetAccess(elsewhere, 2 * chunk, &access, 1));
    TRY(cuMemRelease(halves[1]));
    if (cuMemRelease(halves[1]) == CUDA_SUCCESS) return 1;
    int first, last;
    TRY(cuMemcpyDtoH(&first, elsewhere, sizeof(int)));
    TRY(cuMemcpyDtoH(&last, elsewhere + 2 * chunk - sizeof(int), sizeof(int)));
    printf("moved: first %d, last %d\n", first, last);

    const bool refused[] = {cuMemMap(elsewhere, chunk, 0, halves[0], 0) != CUDA_SUCCESS,              // is mapped
                            cuMemMap(elsewhere + 4 * chunk, chunk, 0, halves[0], 0) != CUDA_SUCCESS,  // not reserved
                            cuMemUnmap(elsewhere, chunk / 2) != CUDA_SUCCESS,
                            cuMemAddressFree(elsewhere, 4 * chunk) != CUDA_SUCCESS,  // has mappings
                            cuMemCreate(&halves[1], chunk / 2, &how, 0) != CUDA_SUCCESS,
                            cuMemSetAccess(elsewhere, 3 * chunk, &access, 1) != CUDA_SUCCESS};
    printf("refused: %d %d %d %d %d %d\n", refused[0], refused[1], refused[2], refused[3], refused[4], refused[5]);

    TRY(cuMemMap(range, chunk, 0, halves[0], 0));
    TRY(cuMemSetAccess(range, chunk, &access, 1));
    TRY(cuMemsetD32(range, 7, 1));
    TRY(cuMemcpyDtoH(&first, elsewhere, sizeof(int)));
    printf("two places show one memory: %d\n", first);

    TRY(cuMemUnmap(range, chunk));
    TRY(cuMemUnmap(elsewhere, 2 * chunk));
    TRY(cuMemRelease(halves[0]));
    TRY(cuMemAddressFree(range, 2 * chunk));
    TRY(cuMemAddressFree(elsewhere, 4 * chunk));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
