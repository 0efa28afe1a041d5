"""Each way to write 48 bytes, then a read of the first and the last of them: only what was left out is unwritten."""
from matrix import Case, judge

WAYS = {
    "stores": "for (int i = 0; i < 12; ++i) p[i] = i;",
    "stores of bytes": "for (int i = 0; i < 48; ++i) ((char*)p)[i] = 1;",
    "int4": "for (int i = 0; i < 3; ++i) ((int4*)p)[i] = make_int4(1, 2, 3, 4);",
    "half": "for (int i = 0; i < 24; ++i) ((__half*)p)[i] = __float2half(1);",
    "volatile": "for (int i = 0; i < 12; ++i) ((volatile int*)p)[i] = 1;",
    "atomicExch": "for (int i = 0; i < 12; ++i) atomicExch(p + i, 1);",
    "placement new": "for (int i = 0; i < 12; ++i) new (p + i) int(4);",
    "structure": "struct big { int v[12]; }; *(big*)p = big{};",
    "copy of a structure": "struct big { int v[12]; }; *(big*)p = *(const big*)in;",
    "memset": "memset(p, 0, 4 * n);",
    "memset of a known size": "memset(p, 0, 48);",
    "memset of a part": "memset(p, 0, 44);",
    "memset of an unknown part": "memset(p, 0, 4 * n - 4);",
    "memcpy": "memcpy(p, in, 4 * n);",
    "memcpy of a known size": "memcpy(p, in, 48);",
    "memcpy of an unknown part": "memcpy(p + 1, in, 4 * n - 4);",
    "memcpy twice": "memcpy(p, in, 20); memcpy(p + 5, in + 5, 28);",
    "pipeline": "for (int i = 0; i < 3; ++i) __pipeline_memcpy_async(p + 4 * i, in + 4 * i, 16); __pipeline_commit(); __pipeline_wait_prior(0);",
    "memcpy_async": "auto g = cooperative_groups::this_thread_block(); cooperative_groups::memcpy_async(g, p, in, 48); cooperative_groups::wait(g);",
    "nothing": "",
}
PLACES = {
    "a shared array": "__shared__ alignas(16) int p[12];",
    "dynamic shared memory": "extern __shared__ int4 raw[]; int* p = (int*)raw;",
    "a shared array of two dimensions": "__shared__ alignas(16) int q[3][4]; int* p = &q[0][0];",
    "a member of a shared structure": "__shared__ struct alignas(16) { int v[12]; } s; int* p = s.v;",
    "global memory": "",
}
PARTLY = ("nothing", "memset of a part", "memset of an unknown part", "memcpy of an unknown part")

cases = []
for place, declaration in PLACES.items():
    for way, code in WAYS.items():
        if place == "global memory" and way in ("pipeline", "memcpy_async"):
            continue
        kernel, given = f"k{len(cases)}", "int* p, " if place == "global memory" else ""
        cases.append(
            Case(
                f"{way}, {place}",
                f"cudaMalloc(&g, 48); {kernel}<<<1, 1, 48>>>({'g, ' if given else ''}in, out, 12); cudaDeviceSynchronize(); cudaFree(g);",
                way in PARTLY,
                f"__global__ void {kernel}({given}const int* in, int* out, int n) {{ {declaration} {code} *out = p[11] + p[0]; }}",
            )
        )
judge(
    cases,
    {"uninitialised-read"},
    "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n#include <cstring>\n"
    "#include <cuda_fp16.h>\n#include <cuda_pipeline.h>\n#include <new>",
    "int *g, *in, *out; cudaMalloc(&in, 48); cudaMemset(in, 0, 48); cudaMalloc(&out, 4);",
)
# SPDX-License-Identifier: Apache-2.0
