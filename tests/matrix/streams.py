"""An operation of a stream, what may order, and an operation of another stream on the same memory."""

from matrix import Case, judge

HEAD = """#include <atomic>
__global__ void put(int* to) { to[threadIdx.x] = threadIdx.x; }
__global__ void get(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void nothing() {}
std::atomic<int> told;
void idle(void*) {}
void tell(void*) { told = 1; }"""
SETUP = """cudaStream_t first, second, third; cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
cudaEvent_t event, next; cudaEventCreate(&event); cudaEventCreate(&next);
int *memory, *rest, *result[2], *host[2], *other;
cudaMalloc(&rest, 256); cudaMallocHost(&other, 256); cudaMemset(rest, 0, 256);
for (int i = 0; i < 2; ++i) { cudaMalloc(&result[i], 256); cudaMallocHost(&host[i], 256); }"""

STREAMS = {  # how it is made, and whether the legacy default stream has an order with it
    "blocking": ("cudaStreamCreate(&{});", True),
    "non-blocking": ("cudaStreamCreateWithFlags(&{}, cudaStreamNonBlocking);", False),
    "legacy": ("{} = nullptr;", True),
    "of the thread": ("{} = cudaStreamPerThread;", True),
}
PAIRS = [
    ("blocking", "blocking"),
    ("non-blocking", "non-blocking"),
    ("blocking", "non-blocking"),
    ("blocking", "legacy"),
    ("legacy", "blocking"),
    ("legacy", "non-blocking"),
    ("non-blocking", "legacy"),
    ("of the thread", "blocking"),
]
# The statement of stream {s}, whose own memory has the number {n}; whether it writes the memory that both use.
OPERATIONS = {
    "put": ("put<<<1, 64, 0, {s}>>>(memory);", True),
    "get": ("get<<<1, 64, 0, {s}>>>(memory, result[{n}]);", False),
    "fill": ("cudaMemsetAsync(memory, 1, 256, {s});", True),
    "copy in": ("cudaMemcpyAsync(memory, host[{n}], 256, cudaMemcpyHostToDevice, {s});", True),
    "copy out": ("cudaMemcpyAsync(host[{n}], memory, 256, cudaMemcpyDeviceToHost, {s});", False),
}
# What may order: the statement, and when it does. "legacy": where the default stream has an order with both; "waits":
# with the first one.
BETWEEN = {
    "nothing": ("", False),
    "an event": ("cudaEventRecord(event, first); cudaStreamWaitEvent(second, event, 0);", True),
    "an event of the second": ("cudaEventRecord(event, second); cudaStreamWaitEvent(second, event, 0);", False),
    "an earlier event": ("cudaStreamWaitEvent(second, event, 0);", False),
    "two events": (
        "cudaEventRecord(event, first); cudaStreamWaitEvent(third, event, 0); cudaEventRecord(next, third);"
        " cudaStreamWaitEvent(second, next, 0);",
        True,
    ),
    "the host waits for the first": ("cudaStreamSynchronize(first);", True),
    "the host waits for the second": ("cudaStreamSynchronize(second);", False),
    "the host waits for the device": ("cudaDeviceSynchronize();", True),
    "the host waits for an event": ("cudaEventRecord(event, first); cudaEventSynchronize(event);", True),
    "the host asks until the first is done": ("while (cudaStreamQuery(first) == cudaErrorNotReady) {}", True),
    "a launch in the default stream": ("nothing<<<1, 1>>>();", "legacy"),
    "a copy that waits": ("cudaMemcpy(other, rest, 256, cudaMemcpyDeviceToHost);", "waits"),
    "a copy within the device": ("cudaMemcpy(rest + 32, rest, 128, cudaMemcpyDeviceToDevice);", "legacy"),
    "a function of the host": ("cudaLaunchHostFunc(first, idle, nullptr);", False),
    "a callback": ("cudaStreamAddCallback(first, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);", False),
    "a function that tells the host": (
        "told = 0; cudaLaunchHostFunc(first, tell, nullptr); while (told == 0) {}",
        True,
    ),
}


def is_ordered(first, second, how):
    by_legacy = STREAMS[first][1], STREAMS[second][1]
    if "legacy" in (first, second) and all(by_legacy):
        return True
    return how is True or how == "legacy" and all(by_legacy) or how == "waits" and by_legacy[0]


cases = []
for kinds in PAIRS:
    names = ("first", "second")
    made = " ".join(STREAMS[kind][0].format(name) for kind, name in zip(kinds, names))
    ended = " ".join(f"cudaStreamDestroy({name});" for kind, name in zip(kinds, names) if "blocking" in kind)
    for between, (text, how) in BETWEEN.items():
        for one, (before, writes) in OPERATIONS.items():
            for two, (after, writes_too) in OPERATIONS.items():
                cases.append(
                    Case(
                        f"{kinds[0]}, {kinds[1]}: {one}; {between}; {two}",
                        f"cudaMalloc(&memory, 256); cudaMemset(memory, 0, 256); {made} cudaEventRecord(event, first);"
                        f" cudaDeviceSynchronize(); {before.format(s='first', n=0)} {text}"
                        f" {after.format(s='second', n=1)} cudaDeviceSynchronize(); cudaFree(memory); {ended}",
                        (writes or writes_too) and not is_ordered(*kinds, how),
                    )
                )
judge(cases, {"race-streams"}, HEAD, SETUP, per_file=200)
# SPDX-License-Identifier: Apache-2.0
