"""Histories of one cell: two accesses in order, by one thread or across a barrier, and then one by a thread that nothing orders;
or accesses of four threads, and then one by a thread that comes after all of them, or after all but one.

A race is right where the last access conflicts with an earlier one that does not come before it: one of the pair writes, and
not both are atomic to each other. So no access may hide another one."""
import itertools

from matrix import Case, judge

# how it is written, whether it writes, the scope within which it is atomic
ACCESSES = {
    "plain store": ("*cell = {value};", True, None),
    "plain load": ("seen[{place}] = *cell;", False, None),
    "atomicAdd": ("atomicAdd(cell, 1);", True, "device"),
    "atomicAdd_block": ("atomicAdd_block(cell, 1);", True, "block"),
    "atomic store": ("in_device(*cell).store({value}, cuda::memory_order_relaxed);", True, "device"),
    "atomic load": ("seen[{place}] = in_device(*cell).load(cuda::memory_order_relaxed);", False, "device"),
}
HEAD = """#include <cuda/atomic>
__device__ cuda::atomic_ref<int, cuda::thread_scope_device> in_device(int& cell) {
    return cuda::atomic_ref<int, cuda::thread_scope_device>(cell);
}"""


def conflict(a, b, same_block):
    (_, a_writes, a_scope), (_, b_writes, b_scope) = ACCESSES[a], ACCESSES[b]
    atomic = a_scope and b_scope and (same_block or "block" not in (a_scope, b_scope))
    return (a_writes or b_writes) and not atomic


def written(access, number):
    return ACCESSES[access][0].format(value=number + 1, place=number)


def in_blocks(name, first, second, other, alone_first):
    """The first two in one block, the other one in another block."""
    pair, alone = (1, 0) if alone_first else (0, 1)
    return f"""__global__ void {name}(int* cell, int* seen) {{
        if (blockIdx.x == {pair}) {{ if (threadIdx.x == 0) {{ {first} }} __syncthreads(); if (threadIdx.x == 32) {{ {second} }} }}
        if (blockIdx.x == {alone} && threadIdx.x == 0) {{ {other} }} }}"""


def in_warps(name, first, second, other, alone_first):
    """The first two in warps that meet at a barrier of their own, the other one in a third warp."""
    one, two, alone = (1, 2, 0) if alone_first else (0, 1, 2)
    return f"""__global__ void {name}(int*, int* seen) {{ __shared__ int shared; int* const cell = &shared;
        const int warp = threadIdx.x / 32; const bool leads = threadIdx.x % 32 == 0;
        if (threadIdx.x == 0) shared = 0; __syncthreads();
        if (warp == {one} && leads) {{ {first} }}
        if (warp != {alone}) asm volatile("bar.sync 1, 64;" ::: "memory");
        if (warp == {two} && leads) {{ {second} }}
        if (warp == {alone} && leads) {{ {other} }} }}"""


def cases():
    numbers = itertools.count()
    for kernel, shape, same_block in ((in_blocks, "<<<2, 64>>>", False), (in_warps, "<<<1, 96>>>", True)):
        for first, second, other in itertools.product(ACCESSES, repeat=3):
            # Blocks and warps come in order, so that the unordered access is the last one met, or the first.
            number = next(numbers)
            alone_first = number % 2 == 1
            name = f"history_{number}"
            yield Case(
                f"{kernel.__name__}: {first}, {second}, " + ("after" if alone_first else "beside") + f" {other}",
                f"{{ int* cell; cudaMalloc(&cell, 4); cudaMemset(cell, 0, 4); {name}{shape}(cell, seen); cudaDeviceSynchronize(); cudaFree(cell); }}",
                conflict(first, other, same_block) or conflict(second, other, same_block),
                kernel(name, written(first, 0), written(second, 1), written(other, 2), alone_first),
            )


def by_barrier(name, many, last, left_out):
    """Four warps and the last one meet at a barrier, all but the one that is left out."""
    lanes = 32 * (5 if left_out is None else 4)
    return f"""__global__ void {name}(int*, int* seen) {{ __shared__ int shared; int* cell = &shared;
        const int warp = threadIdx.x / 32; const bool leads = threadIdx.x % 32 == 0;
        if (threadIdx.x == 0) shared = 0; __syncthreads();
        if (warp < 4 && leads) {{ {many} }}
        if (warp != {4 if left_out is None else left_out}) asm volatile("bar.sync 1, {lanes};" ::: "memory");
        if (warp == 4 && leads) {{ {last} }} }}""".replace("warp != 4)", "true)")


def by_mask(name, many, last, left_out):
    """Lanes of one warp."""
    mask = ~0 if left_out is None else ~(1 << left_out)
    return f"""__global__ void {name}(int*, int* seen) {{ __shared__ int shared; int* cell = &shared; const int t = threadIdx.x;
        if (t == 0) shared = 0; __syncthreads();
        if (t < 4) {{ {many} }}
        if (t != {-1 if left_out is None else left_out}) __syncwarp({mask & 0xFFFFFFFF:#x});
        if (t == 4) {{ {last} }} }}"""


def by_flags(name, many, last, left_out):
    """Blocks, each of which releases a counter; the one that is left out counts without any order."""
    order = f"(blockIdx.x == {-1 if left_out is None else left_out} ? cuda::memory_order_relaxed : cuda::memory_order_release)"
    return f"""__global__ void {name}(int* cell, int* seen) {{ if (threadIdx.x != 0) return;
        if (blockIdx.x < 4) {{ {many} in_device(cell[1]).fetch_add(1, {order}); }}
        else {{ while (in_device(cell[1]).load(cuda::memory_order_acquire) != 4) {{}} {last} }} }}"""


def crowds():
    numbers = itertools.count()
    for (kernel, shape), many, last, left_out in itertools.product(
        ((by_barrier, "<<<1, 160>>>"), (by_mask, "<<<1, 32>>>"), (by_flags, "<<<5, 32>>>")), ACCESSES, ACCESSES, (None, 0, 1, 2, 3)
    ):
        if many == "plain store" or (kernel is not by_flags and "_block" in many + last):
            continue  # the four would race with each other
        if kernel is by_flags and many == "atomicAdd_block":
            continue
        name = f"crowd_{next(numbers)}"
        yield Case(
            f"{kernel.__name__}: four times {many}, {last}; " + ("all come before" if left_out is None else f"not the one of {left_out}"),
            f"{{ int* cell; cudaMalloc(&cell, 8); cudaMemset(cell, 0, 8); {name}{shape}(cell, seen); cudaDeviceSynchronize(); cudaFree(cell); }}",
            left_out is not None and conflict(many, last, kernel is not by_flags),
            kernel(name, written(many, 0), written(last, 1), left_out),
        )


judge([*cases(), *crowds()], {"race-global", "race-shared"}, HEAD, "int* seen; cudaMalloc(&seen, 64);")
# SPDX-License-Identifier: Apache-2.0
