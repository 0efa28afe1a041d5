"""Copies between the device and memory of the host: each way to allocate, each call, and where the bytes begin and end."""
from matrix import Case, judge

MEMORIES = {
    "malloc": ("char* m = (char*)malloc({0});", "free(m);"),
    "calloc": ("char* m = (char*)calloc({0}, 1);", "free(m);"),
    "realloc": ("char* m = (char*)realloc(malloc(7), {0});", "free(m);"),
    "aligned_alloc": ("char* m = (char*)aligned_alloc(64, {0});", "free(m);"),
    "posix_memalign": ("void* p; posix_memalign(&p, 256, {0}); char* m = (char*)p;", "free(m);"),
    "new": ("char* m = (char*)new part<{0}>;", "delete (part<{0}>*)m;"),
    "new of an array": ("char* m = new char[{0}];", "delete[] m;"),
    "new of aligned": ("char* m = (char*)new wide<{1}>;", "delete (wide<{1}>*)m;"),
    "new that does not throw": ("char* m = new (std::nothrow) char[{0}];", "delete[] m;"),
    "vector": ("std::vector<char> v({0}); char* m = v.data();", ""),
    "vector that has grown": ("std::vector<char> v(3); v.reserve({0}); char* m = v.data();", ""),
    "unique_ptr": ("auto u = std::make_unique<char[]>({0}); char* m = u.get();", ""),
    "static array": ("static char m[{0}];", ""),
}
# To the device and to the host: from `at`, so many bytes.
CALLS = {
    "cudaMemcpy": "cudaMemcpy(device, {at}, {bytes}, cudaMemcpyHostToDevice);",
    "cudaMemcpy to the host": "cudaMemcpy({at}, device, {bytes}, cudaMemcpyDeviceToHost);",
    "cudaMemcpyAsync": "cudaMemcpyAsync(device, {at}, {bytes}, cudaMemcpyDefault, stream);",
    "cudaMemcpy2D": "cudaMemcpy2D(device, 8, {at}, ({bytes}) - 2, 2, 2, cudaMemcpyHostToDevice);",
    "cudaMemcpy2D to the host": "cudaMemcpy2D({at}, ({bytes}) - 2, device, 8, 2, 2, cudaMemcpyDeviceToHost);",
    "cudaMemcpyToSymbol": "cudaMemcpyToSymbol(variable, {at}, {bytes});",
    "cudaMemcpyFromSymbol": "cudaMemcpyFromSymbol({at}, variable, {bytes});",
    "cudaMemcpy3D": "BOX({at}, {bytes});",
    "cudaMemcpyBatchAsync": "BATCH({at}, {bytes});",
    "cuMemcpyDtoH": "cuMemcpyDtoH({at}, (CUdeviceptr)device, {bytes});",
    "cuMemcpyHtoDAsync": "cuMemcpyHtoDAsync((CUdeviceptr)device, {at}, {bytes}, stream);",
}
HEAD = """#include <cuda.h>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>
template <int N> struct part { char all[N]; };
template <int N> struct alignas(64) wide { char all[N]; };
__device__ char variable[1 << 18];
char* device; cudaStream_t stream;
#define BOX(from, bytes) { cudaMemcpy3DParms how = {}; how.srcPtr = make_cudaPitchedPtr((char*)from, bytes, bytes, 1); how.dstPtr = make_cudaPitchedPtr(device, bytes, bytes, 1); how.extent = make_cudaExtent(bytes, 1, 1); how.kind = cudaMemcpyHostToDevice; cudaMemcpy3D(&how); }
#define BATCH(begin, size) { char* to = begin; size_t bytes = size; const char* from = device; cudaMemcpyAttributes how = {}; how.srcAccessOrder = cudaMemcpySrcAccessOrderStream; cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream); }
__global__ void nothing() {}"""
SETUP = """cudaMalloc(&device, 1 << 18); cudaMemset(device, 0, 1 << 18); cudaMemset(variable, 0, 0); cudaStreamCreate(&stream);
static char zeros[1 << 18]; cudaMemcpyToSymbol(variable, zeros, sizeof(zeros)); nothing<<<1, 1>>>(); cudaDeviceSynchronize();"""

cases = []
for kind, (make, end) in MEMORIES.items():
    for size in 4, 24, 64, 75, 300, 5000, 200000:
        rounded = (size + 63) // 64 * 64
        exact = rounded if kind == "new of aligned" else size
        places = {
            "all of it": ("m", exact, False),
            "one byte more": ("m", exact + 1, True),
            "the last bytes": ("m + 1", exact - 1, False),
            "beyond from the middle": (f"m + {exact // 2}", exact - exact // 2 + 1, True),
            "from before": ("m - 1", exact, True),
        }
        for i, (call, text) in enumerate(CALLS.items()):
            for j, (place, (at, length, wrong)) in enumerate(places.items()):
                # All calls for two sizes, and each call for some kinds of the others.
                if (size not in (24, 300) and (i + j + size) % 4 != 0) or (length < 4 and "2D" in call):
                    continue
                # Nothing is known of what lies before a variable, and small places before a page's end.
                if place == "from before" and kind == "static array":
                    continue
                if "Symbol" in call and length > 1 << 18:
                    continue
                statements = f"{{ {make.format(size, rounded)} {text.format(at=at, bytes=length)} cudaDeviceSynchronize(); {end.format(size, rounded)} }}"
                cases.append(Case(f"{kind} of {size} bytes, {call}, {place}", statements, wrong))
judge(cases, {"bad-copy"}, HEAD, SETUP, per_file=200)
# SPDX-License-Identifier: Apache-2.0
