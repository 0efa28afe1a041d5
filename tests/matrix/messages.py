"""One thread stores data and sets a flag, another thread waits for the flag and loads the data: is the load ordered?

It is if the first thread releases and the second one acquires, by the operation on the flag itself or by a fence beside it, and
the scopes of both include both threads. The flag must be atomic to both, or it is a race of its own."""
import itertools

from matrix import Case, judge

BLOCK, DEVICE, SYSTEM = range(3)


def reference(scope):
    return f"cuda::atomic_ref<int, cuda::thread_scope_{scope}>(*flag)"


# how it is written; the widest scope in which it orders, or None
FENCES = {
    "no fence": ("", None),
    "__threadfence_block": ("__threadfence_block();", BLOCK),
    "__threadfence": ("__threadfence();", DEVICE),
    "fence of acq_rel": ("cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);", DEVICE),
}
# how it is written; whether it releases (acquires); its scope
SETS = {
    "relaxed store": (f"{reference('device')}.store(1, cuda::memory_order_relaxed);", False, DEVICE),
    "release store in the block": (f"{reference('block')}.store(1, cuda::memory_order_release);", True, BLOCK),
    "release store": (f"{reference('device')}.store(1, cuda::memory_order_release);", True, DEVICE),
    "fetch_add of the system": (f"{reference('system')}.fetch_add(1, cuda::memory_order_acq_rel);", True, SYSTEM),
    "atomicExch": ("atomicExch(flag, 1);", False, DEVICE),
    "atomicExch_block": ("atomicExch_block(flag, 1);", False, BLOCK),
    "red.release": ('asm volatile("red.release.gpu.global.add.s32 [%0], 1;" :: "l"(flag) : "memory");', True, DEVICE),
}
WAITS = {
    "relaxed load": (f"while ({reference('device')}.load(cuda::memory_order_relaxed) == 0) {{}}", False, DEVICE),
    "acquire load in the block": (f"while ({reference('block')}.load(cuda::memory_order_acquire) == 0) {{}}", True, BLOCK),
    "acquire load": (f"while ({reference('device')}.load(cuda::memory_order_acquire) == 0) {{}}", True, DEVICE),
    "acquire load of the system": (f"while ({reference('system')}.load(cuda::memory_order_acquire) == 0) {{}}", True, SYSTEM),
    "atomicAdd": ("while (atomicAdd(flag, 0) == 0) {}", False, DEVICE),
    "atomicCAS_block": ("while (atomicCAS_block(flag, 1, 1) == 0) {}", False, BLOCK),
}
APART = {"warps": (BLOCK, "t == 0", "t == 32"), "blocks": (DEVICE, "t == 0 && blockIdx.x == 0", "t == 0 && blockIdx.x == 1")}


def cases():
    numbers = itertools.count()
    for (apart, (need, sender, receiver)), (set_name, (setting, releases, set_scope)), (wait_name, (waiting, acquires, wait_scope)) in itertools.product(
        APART.items(), SETS.items(), WAITS.items()
    ):
        if min(set_scope, wait_scope) < need:
            continue
        for (before_name, (before, before_scope)), (after_name, (after, after_scope)) in itertools.product(FENCES.items(), repeat=2):
            if before_scope is not None and after_scope is not None and before_name != after_name:
                continue
            released = releases or before_scope is not None and before_scope >= need
            acquired = acquires or after_scope is not None and after_scope >= need
            name = f"message_{next(numbers)}"
            yield Case(
                f"{apart}: {before_name}, {set_name} | {wait_name}, {after_name}",
                f"cudaMemset(memory, 0, 64); {name}<<<{1 + need}, 64>>>(memory, memory + 4, memory + 8); cudaDeviceSynchronize();",
                not (released and acquired),
                f"""__global__ void {name}(int* data, int* flag, int* seen) {{ const int t = threadIdx.x;
                    if ({sender}) {{ *data = 5; {before} {setting} }}
                    if ({receiver}) {{ {waiting} {after} *seen = *data; }} }}""",
            )


judge(list(cases()), {"race-global", "race-shared"}, "#include <cuda/atomic>", "int* memory; cudaMalloc(&memory, 64);")
# SPDX-License-Identifier: Apache-2.0
