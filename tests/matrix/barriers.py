"""One thread accesses a cell, all threads of the launch come to something, and another thread accesses the cell: are the two ordered?

They are if both threads belong to the group that meets. Shuffles, votes, fences and waits in time do not order anything."""
import itertools

from matrix import Case, judge

NOBODY, TILE, WARP, BLOCK, GRID = range(5)  # a tile: 16 lanes

MEETINGS = {
    "nothing": ("", NOBODY),
    "__syncthreads": ("__syncthreads();", BLOCK),
    "__syncthreads_or": ("__syncthreads_or(1);", BLOCK),
    "bar.sync 2": ('asm volatile("bar.sync 2;" ::: "memory");', BLOCK),
    "barrier.sync 2, 64": ('asm volatile("barrier.sync 2, 64;" ::: "memory");', BLOCK),
    "bar.arrive by the first warp": ('if (t < 32) asm volatile("bar.arrive 2, 64;" ::: "memory"); else asm volatile("bar.sync 2, 64;" ::: "memory");', "arrival"),
    "__syncwarp": ("__syncwarp();", WARP),
    "__syncwarp of halves": ("__syncwarp(t % 32 < 16 ? 0xffffu : 0xffff0000u);", TILE),
    "__shfl_sync": ("seen[8 + t] = __shfl_sync(~0u, t, 0);", NOBODY),
    "__ballot_sync": ("seen[8 + t] = __ballot_sync(~0u, t & 1);", NOBODY),
    "__threadfence": ("__threadfence();", NOBODY),
    "__nanosleep": ("__nanosleep(100);", NOBODY),
    "atomicAdd elsewhere": ("atomicAdd(seen + 80, 1);", NOBODY),
    "thread_block": ("cg::this_thread_block().sync();", BLOCK),
    "tile of 32": ("cg::tiled_partition<32>(cg::this_thread_block()).sync();", WARP),
    "tile of 16": ("cg::tiled_partition<16>(cg::this_thread_block()).sync();", TILE),
    "coalesced threads": ("cg::coalesced_threads().sync();", WARP),
    "cuda::barrier": ("meeting.arrive_and_wait();", BLOCK),
    "cuda::barrier in two steps": ("meeting.wait(meeting.arrive());", BLOCK),
    "grid": ("cg::this_grid().sync();", GRID),
}
# threads of blocks 0 and 0 or 1, and the smallest group that holds both
PAIRS = {"lanes of a tile": (0, 5, TILE), "halves of a warp": (0, 17, WARP), "warps": (0, 40, BLOCK), "from the second warp": (40, 0, BLOCK), "blocks": (0, 0, GRID)}
ORDERS = {"write, read": ("*cell = 5;", "seen[0] = *cell;"), "read, write": ("seen[0] = *cell;", "*cell = 6;"), "write, write": ("*cell = 5;", "*cell = 6;")}
PLACES = {"global": "int* cell = memory;", "shared": "__shared__ int shared; int* cell = &shared; if (t == 0) shared = 0; __syncthreads();"}
MEETING = "__shared__ cuda::barrier<cuda::thread_scope_block> meeting; if (t == 0) init(&meeting, 64); __syncthreads();"


def orders(group, first, need):
    if group == "arrival":  # the lanes of its warp meet before they arrive; the other warp goes on when all have arrived
        return need <= WARP or need == BLOCK and first < 32
    return group >= need


def cases():
    for (meet, (text, group)), (pair, (first, second, need)), (place, own), (order, (before, after)) in itertools.product(
        MEETINGS.items(), PAIRS.items(), PLACES.items(), ORDERS.items()
    ):
        if place == "shared" and need == GRID:
            continue
        name = f"meeting_{'_'.join(str(list(d).index(k)) for d, k in ((MEETINGS, meet), (PAIRS, pair), (PLACES, place), (ORDERS, order)))}"
        blocks = 2 if need == GRID or group == GRID else 1
        launch = f"{name}<<<{blocks}, 64>>>(memory, memory + 64);"
        if group == GRID:
            launch = f"{{ int* seen = memory + 64; void* given[] = {{&memory, &seen}}; cudaLaunchCooperativeKernel((void*){name}, {blocks}, 64, given, 0, 0); }}"
        yield Case(
            f"{meet}; {pair}; {place}; {order}",
            f"cudaMemset(memory, 0, 4096); {launch} cudaDeviceSynchronize();",
            not orders(group, first, need),
            f"""__global__ void {name}(int* memory, int* seen) {{ const int t = threadIdx.x; {own} {MEETING if "meeting" in text else ""}
                if (t == {first} && blockIdx.x == 0) {{ {before} }} {text}
                if (t == {second} && blockIdx.x == {int(need == GRID)}) {{ {after} }} }}""",
        )


judge(
    list(cases()),
    {"race-global", "race-shared"},
    "#include <cooperative_groups.h>\n#include <cuda/barrier>\nnamespace cg = cooperative_groups;",
    "int* memory; cudaMalloc(&memory, 4096);",
)
# SPDX-License-Identifier: Apache-2.0
