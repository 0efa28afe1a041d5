// Atomic functions: what each returns and leaves, of every type and operator, in global and in shared memory.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda/atomic>
#include "inputs.hpp"

// clang-format off: rows of tables

__device__ bits64 bits_of(__half value) { return __hisnan(value) ? 0x7FFF : __half_as_ushort(value); }
__device__ bits64 bits_of(__nv_bfloat16 value) { return __hisnan(value) ? 0x7FFF : __bfloat16_as_ushort(value); }
__device__ bits64 bits_of(__half2 value) { return bits_of(value.y) << 16 | bits_of(value.x); }
__device__ bits64 bits_of(__nv_bfloat162 value) { return bits_of(value.y) << 16 | bits_of(value.x); }

template <class T>
__device__ T value_of(unsigned i, unsigned stream) {
    const bits32 low = word(i, stream), high = word(i, stream + 1);
    const auto piece = [](bits32 bits) { return (unsigned short)(bits >> 7); };
    if constexpr (cuda::std::is_same_v<T, unsigned short>) return T(low);
    else if constexpr (cuda::std::is_same_v<T, float>) return single(i, stream);
    else if constexpr (cuda::std::is_same_v<T, double>) return twofold(i, stream);
    else if constexpr (cuda::std::is_same_v<T, __half>) return __ushort_as_half(piece(low));
    else if constexpr (cuda::std::is_same_v<T, __nv_bfloat16>) return __ushort_as_bfloat16(piece(low));
    else if constexpr (sizeof(T) == 8) return T(double_word(low, high));
    else return T(low);
}
template <>
__device__ __half2 value_of(unsigned i, unsigned stream) {
    return {value_of<__half>(i, stream), value_of<__half>(i, stream + 2)};
}
template <>
__device__ __nv_bfloat162 value_of(unsigned i, unsigned stream) {
    return {value_of<__nv_bfloat16>(i, stream), value_of<__nv_bfloat16>(i, stream + 2)};
}

// The expression knows `cell`, and the operands `a` and `b`, which is the cell's value half of the time.
#define ATOMIC(F, T, name, call) \
    F(#name " " #T ": device", T, name call) F(#name " " #T ": block", T, name##_block call) F(#name " " #T ": system", T, name##_system call)
#define BITWISE(F, T) \
    ATOMIC(F, T, atomicAnd, (cell, a)) ATOMIC(F, T, atomicOr, (cell, a)) ATOMIC(F, T, atomicXor, (cell, a)) \
    ATOMIC(F, T, atomicMin, (cell, a)) ATOMIC(F, T, atomicMax, (cell, a))
#define WHOLE(F, T) ATOMIC(F, T, atomicAdd, (cell, a)) ATOMIC(F, T, atomicExch, (cell, a)) ATOMIC(F, T, atomicCAS, (cell, b, a))
#define FETCH(F, T) \
    F("fetch_add " #T ": device", T, on(cell).fetch_add(a)) F("fetch_sub " #T ": device", T, on(cell).fetch_sub(a)) F("exchange " #T ": device", T, on(cell).exchange(a)) \
    F("fetch_min " #T ": device", T, on(cell).fetch_min(a)) F("fetch_max " #T ": device", T, on(cell).fetch_max(a))
#define FETCH_BITS(F, T) \
    F("fetch_and " #T ": device", T, on(cell).fetch_and(a)) F("fetch_or " #T ": device", T, on(cell).fetch_or(a)) F("fetch_xor " #T ": device", T, on(cell).fetch_xor(a)) \
    F("compare_exchange_strong " #T ": device", T, (on(cell).compare_exchange_strong(b, a), b))
#define FUNCTIONS(F) \
    WHOLE(F, int) BITWISE(F, int) ATOMIC(F, int, atomicSub, (cell, a)) \
    WHOLE(F, unsigned) BITWISE(F, unsigned) ATOMIC(F, unsigned, atomicSub, (cell, a)) \
    ATOMIC(F, unsigned, atomicInc, (cell, a)) ATOMIC(F, unsigned, atomicDec, (cell, a)) \
    WHOLE(F, bits64) BITWISE(F, bits64) \
    BITWISE(F, long long) \
    ATOMIC(F, float, atomicAdd, (cell, a)) ATOMIC(F, float, atomicExch, (cell, a)) ATOMIC(F, double, atomicAdd, (cell, a)) \
    F("atomicAdd __half: device", __half, atomicAdd(cell, a)) F("atomicAdd __half2: device", __half2, atomicAdd(cell, a)) \
    F("atomicAdd __nv_bfloat16: device", __nv_bfloat16, atomicAdd(cell, a)) \
    F("atomicAdd __nv_bfloat162: device", __nv_bfloat162, atomicAdd(cell, a)) \
    F("atomicCAS unsigned short: device", unsigned short, atomicCAS(cell, b, a)) \
    FETCH(F, int) FETCH(F, unsigned) FETCH(F, long long) FETCH(F, bits64) FETCH(F, float) FETCH(F, double) \
    FETCH_BITS(F, int) FETCH_BITS(F, unsigned) FETCH_BITS(F, bits64)

constexpr const char* names[] = {
#define NAME(name, T, expression) name,
    FUNCTIONS(NAME)};
constexpr int functions = sizeof names / sizeof *names;

template <class T, class Operation>
__device__ bits64 result(T* cell, unsigned i, Operation operation) {
    const T a = value_of<T>(i, 1), old = value_of<T>(i, 5);
    T b = i % 2 == 0 ? old : value_of<T>(i, 9);
    *cell = old;
    const bits64 returned = bits_of(operation(cell, a, b));
    return returned * 31 + bits_of(*cell);
}
template <class T>
__device__ cuda::atomic_ref<T, cuda::thread_scope_device> on(T* cell) {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*cell);
}

constexpr int first = __COUNTER__ + 1;
__global__ void evaluate(int function, bool in_shared, bits64* results) {
    __shared__ __align__(8) char shared[8 * 256];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    char* const memory = in_shared ? shared + 8 * threadIdx.x : (char*)(results + i);
    bits64 of_this = 0;
#define RESULT(name, T, expression) \
    case __COUNTER__ - first: \
        of_this = result((T*)memory, i, [](T* cell, T a, T b) -> T { (void)b; return expression; }); \
        break;
    switch (function) { FUNCTIONS(RESULT) }
    results[i] = of_this;
}

// clang-format on

int main(int arguments, char** argument) {
    static bits64 results[inputs];
    bits64* device_results = nullptr;
    cudaMalloc(&device_results, sizeof results);
    for (int i = 0; i < functions; ++i)
        for (const bool in_shared : {false, true}) {
            char name[60];
            snprintf(name, sizeof name, "%s %s", names[i], in_shared ? "shared" : "global");
            evaluate<<<inputs / 256, 256>>>(i, in_shared, device_results);
            const cudaError_t status = cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost);
            print(name, results, status, arguments > 1 && strcmp(argument[1], name) == 0);
        }
    cudaFree(device_results);
}
// SPDX-License-Identifier: Apache-2.0
