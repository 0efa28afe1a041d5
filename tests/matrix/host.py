"""What a stream does with memory that the host uses too, what the host may wait for, and an access by the host."""

import itertools

from matrix import Case, judge

HEAD = """#include <atomic>
#include <cstdlib>
__global__ void put(int* to) { to[threadIdx.x] = threadIdx.x; }
__global__ void get(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void nothing() {}
int plain[64];
std::atomic<int> told;
struct given { int* memory; int value; };
void write(void* to) { static_cast<int*>(to)[2] = 1; }
void read(void* from) { plain[40] = static_cast<int*>(from)[2]; }
void tell(void* to) { static_cast<int*>(to)[2] = 1; told = 1; }"""
SETUP = """cudaStream_t stream, other; cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
cudaEvent_t event; cudaEventCreate(&event); cudaGraph_t graph; cudaGraphExec_t run;
int *memory, *device, *rest, sum = 0; cudaMalloc(&device, 256); cudaMalloc(&rest, 256);
cudaMemset(device, 0, 256); cudaMemset(rest, 0, 256); cudaDeviceSynchronize();"""

# Memory: how it is made, and given back.
PINNED = ("cudaMallocHost(&memory, 256);", "cudaFreeHost(memory);")
MEMORIES = {
    "pinned": PINNED,
    "mapped": ("cudaHostAlloc(&memory, 256, cudaHostAllocMapped);", "cudaFreeHost(memory);"),
    "managed": ("cudaMallocManaged(&memory, 256);", "cudaFree(memory);"),
    "managed variable": ("memory = VARIABLE;", ""),
    "registered": (
        "memory = new int[64]; cudaHostRegister(memory, 256, 0);",
        "cudaHostUnregister(memory); delete[] memory;",
    ),
    "pageable": ("memory = new int[64]();", "delete[] memory;"),
    "variable": ("memory = plain;", ""),
}
# Operations of a stream: the statement, and whether it writes the memory.
KERNELS = {
    "kernel writes": ("put<<<1, 64, 0, stream>>>(memory);", True),
    "kernel reads": ("get<<<1, 64, 0, stream>>>(memory, device);", False),
    "fill": ("cudaMemsetAsync(memory, 0, 256, stream);", True),
}
COPIES = {
    "copy to the host": ("cudaMemcpyAsync(memory, device, 256, cudaMemcpyDeviceToHost, stream);", True),
    "copy to the device": ("cudaMemcpyAsync(device, memory, 256, cudaMemcpyHostToDevice, stream);", False),
    "rows to the host": (
        "cudaMemcpy2DAsync(memory, 32, device, 32, 16, 8, cudaMemcpyDefault, stream);",
        True,
    ),
}
FUNCTIONS = {
    "function writes": ("cudaLaunchHostFunc(stream, write, memory);", True),
    "function reads": ("cudaLaunchHostFunc(stream, read, memory);", False),
    "callback writes": (
        "cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void* to) { write(to); }, memory, 0);",
        True,
    ),
}
# What the host does between: whether it waits; "blocking" where it does for a blocking stream alone.
WAITS = {
    "nothing": ("", False),
    "the stream": ("cudaStreamSynchronize(stream);", True),
    "another stream": ("cudaStreamSynchronize(other);", False),
    "the device": ("cudaDeviceSynchronize();", True),
    "an event": ("cudaEventRecord(event, stream); cudaEventSynchronize(event);", True),
    "an earlier event": ("cudaEventSynchronize(event);", False),
    "a stream that waits": (
        "cudaEventRecord(event, stream); cudaStreamWaitEvent(other, event, 0); cudaStreamSynchronize(other);",
        True,
    ),
    "only another stream waits": ("cudaEventRecord(event, stream); cudaStreamWaitEvent(other, event, 0);", False),
    "asked until done": ("while (cudaStreamQuery(stream) == cudaErrorNotReady) {}", True),
    "an event asked until done": (
        "cudaEventRecord(event, stream); while (cudaEventQuery(event) == cudaErrorNotReady) {}",
        True,
    ),
    "a copy that waits": ("cudaMemcpy(&sum, rest, 4, cudaMemcpyDeviceToHost);", "blocking"),
    "a copy into memory that is not pinned": ("cudaMemcpyAsync(&sum, rest, 4, cudaMemcpyDefault, stream);", True),
    "a launch": ("nothing<<<1, 1>>>();", False),
    "a function that does nothing": ("cudaLaunchHostFunc(stream, [](void*) {}, nullptr);", False),
    "a function that tells": ("told = 0; cudaLaunchHostFunc(stream, tell, plain); while (told == 0) {}", True),
}
ACCESSES = {"reads": ("sum += memory[2];", False), "writes": ("memory[2] = 7;", True)}
numbers = itertools.count()
STREAMS = {
    "blocking": "cudaStreamCreate(&stream);",
    "non-blocking": "cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);",
}


def case(name, memory, stream, operation, wait, access, ordered=None):
    make, release = memory
    statement, writes = operation
    between, waits = wait
    text, host_writes = access
    if ordered is None:
        ordered = waits is True or waits == stream
    # A seed changes no order in a program with managed variables, so that only these cases have them.
    variable = f"managed_{next(numbers)}"
    code = f"__managed__ int {variable}[64];" if "VARIABLE" in make else ""
    make = make.replace("VARIABLE", variable)
    return Case(
        f"{stream}: {name}",
        f"{make} {STREAMS[stream]} cudaEventRecord(event, stream); {statement} {between} {text}"
        f" cudaDeviceSynchronize(); cudaStreamDestroy(stream); {release}",
        (writes or host_writes) and not ordered,
        code,
    )


def all_cases():
    for stream in STREAMS:
        for kind, memory in MEMORIES.items():
            host_alone = kind in ("pageable", "variable")
            known = {**COPIES, **FUNCTIONS} if host_alone else {**KERNELS, **COPIES, **FUNCTIONS}
            for what, operation in known.items():
                for waited, wait in WAITS.items():
                    for done, access in ACCESSES.items():
                        # Pageable memory is staged, or the copy has ended when the call returns. What a function does
                        # with memory that may have been given back is told by what it has written alone.
                        ordered = True if host_alone and what in COPIES else None
                        if kind == "pageable" and what in FUNCTIONS and done == "writes":
                            continue
                        name = f"{kind}, {what}; waits for {waited}; the host {done}"
                        yield case(name, memory, stream, operation, wait, access, ordered)


# A function of the host beside another stream, and in a graph.
def functions():
    second = {
        "kernel writes": ("put<<<1, 64, 0, other>>>(memory);", True),
        "kernel reads": ("get<<<1, 64, 0, other>>>(memory, device);", False),
        "copy to the host": ("cudaMemcpyAsync(memory, device, 256, cudaMemcpyDeviceToHost, other);", True),
        "copy to the device": ("cudaMemcpyAsync(device, memory, 256, cudaMemcpyHostToDevice, other);", False),
        "function writes": ("cudaLaunchHostFunc(other, write, memory);", True),
        "function reads": ("cudaLaunchHostFunc(other, read, memory);", False),
    }
    orders = {
        "nothing": ("", False),
        "event": ("cudaEventRecord(event, {first}); cudaStreamWaitEvent({second}, event, 0);", True),
        "the host": ("cudaStreamSynchronize({first});", True),
    }
    for what, (one, writes) in FUNCTIONS.items():
        for beside, (two, writes_too) in second.items():
            for order, (between, ordered) in orders.items():
                for first, text in (("stream", (one, two)), ("other", (two, one))):
                    names = {"first": first, "second": "other" if first == "stream" else "stream"}
                    yield Case(
                        f"{what}, in another stream {beside}; {order}; {first} is first",
                        f"{PINNED[0]} {STREAMS['non-blocking']} {text[0]} {between.format(**names)} {text[1]}"
                        f" cudaDeviceSynchronize(); cudaStreamDestroy(stream); {PINNED[1]}",
                        (writes or writes_too) and not ordered,
                    )
    for what, (operation, writes) in {**COPIES, **FUNCTIONS}.items():
        if what.startswith("callback"):
            continue
        for waited, wait in WAITS.items():
            for done, access in ACCESSES.items():
                graph = (
                    "cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); "
                    f"{operation} cudaStreamEndCapture(stream, &graph); cudaGraphInstantiate(&run, graph, 0); "
                    "cudaGraphLaunch(run, stream);"
                )
                name = f"graph, {what}; waits for {waited}; the host {done}"
                yield case(name, PINNED, "non-blocking", (graph, writes), wait, access)


cases = [*all_cases(), *functions()]
judge(cases, {"host-access", "race-streams"}, HEAD, SETUP, per_file=150)
# SPDX-License-Identifier: Apache-2.0
