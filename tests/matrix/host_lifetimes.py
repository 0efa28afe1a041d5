"""What streams and graphs do with memory that only the host allocates, what happens to the memory, and what waits before."""
from matrix import Case, judge

HEAD = """#include <cuda.h>
#include <cstdlib>
#include <vector>
cudaStream_t stream, other; cudaEvent_t event; cudaGraph_t graph; cudaGraphExec_t run; cudaGraphNode_t node; int *device, sum, plain[64];
#define BATCH(target, source, order) { void* to = target; const void* from = source; size_t bytes = 256; cudaMemcpyAttributes how = {}; how.srcAccessOrder = order; cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream); }
#define BOXES(to, from) { cudaMemcpy3DBatchOp one = {}; one.src.type = one.dst.type = cudaMemcpyOperandTypePointer; one.src.op.ptr.ptr = from; one.dst.op.ptr.ptr = to; one.extent = {16, 4, 4}; one.srcAccessOrder = cudaMemcpySrcAccessOrderStream; cudaMemcpy3DBatchAsync(1, &one, 0, stream); }
#define DRIVER(to, from) { CUdeviceptr t = (CUdeviceptr)to, f = (CUdeviceptr)from; size_t bytes = 256, first = 0; CUmemcpyAttributes how = {}; how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM; cuMemcpyBatchAsync(&t, &f, &bytes, 1, &how, &first, 1, stream); }
#define CAPTURE(to, from) { cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); cudaMemcpyAsync(to, from, 256, cudaMemcpyDefault, stream); cudaStreamEndCapture(stream, &graph); cudaGraphInstantiate(&run, graph, 0); }
#define BUILD(to, from) { cudaGraphCreate(&graph, 0); cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, 256, cudaMemcpyDefault); cudaGraphInstantiate(&run, graph, 0); }
__global__ void nothing() {}"""
SETUP = """cudaMalloc(&device, 4096); cudaMemset(device, 0, 4096); cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking); cudaEventCreate(&event); nothing<<<1, 1>>>(); cudaDeviceSynchronize();"""

# Memory: how it is made; what ends it; and what tidies up.
MEMORIES = {
    "malloc": ("int* m = (int*)calloc(64, 4);", "free(m);", ""),
    "realloc": ("int* m = (int*)calloc(64, 4);", "m = (int*)realloc(m, 4000);", "free(m);"),
    "new": ("int* m = new int[64]();", "delete[] m;", ""),
    "vector that grows": ("std::vector<int> v(64); int* m = v.data();", "v.resize(1000);", ""),
    "vector in a block": ("int* m; { std::vector<int> v(64); m = v.data();", "}", ""),
    "stack": ("int m[64] = {};", "return", ""),
    "registered": ("int* m = new int[64](); cudaHostRegister(m, 256, 0);", "delete[] m;", "cudaHostUnregister(m);"),
    "variable": ("int* m = plain;", None, ""),
}
# Operations: the statement; whether it writes the memory; when it uses it.
OPERATIONS = {
    "copy to the device": ("cudaMemcpyAsync(device, m, 256, cudaMemcpyHostToDevice, stream);", False, "pinned"),
    "copy to the host": ("cudaMemcpyAsync(m, device, 256, cudaMemcpyDeviceToHost, stream);", True, "pinned"),
    "rows to the device": ("cudaMemcpy2DAsync(device, 32, m, 32, 32, 8, cudaMemcpyDefault, stream);", False, "pinned"),
    "batch in the stream's order": ("BATCH(device, m, cudaMemcpySrcAccessOrderStream);", False, "late"),
    "batch during the call": ("BATCH(device, m, cudaMemcpySrcAccessOrderDuringApiCall);", False, "at once"),
    "batch in any order": ("BATCH(device, m, cudaMemcpySrcAccessOrderAny);", False, "late"),
    "batch to the host": ("BATCH(m, device, cudaMemcpySrcAccessOrderStream);", True, "late"),
    "batch to the host during the call": ("BATCH(m, device, cudaMemcpySrcAccessOrderDuringApiCall);", True, "late"),
    "batch of boxes": ("BOXES(device, m);", False, "late"),
    "driver's batch": ("DRIVER(m, device);", True, "late"),
    "captured copy to the device": ("CAPTURE(device, m); cudaGraphLaunch(run, stream);", False, "late"),
    "captured copy to the host": ("CAPTURE(m, device); cudaGraphLaunch(run, stream);", True, "late"),
    "node by hand": ("BUILD(device, m); cudaGraphLaunch(run, stream);", False, "late"),
}
WAITS = {
    "nothing": ("", False),
    "the stream": ("cudaStreamSynchronize(stream);", True),
    "another stream": ("cudaStreamSynchronize(other);", False),
    "an event": ("cudaEventRecord(event, stream); cudaEventSynchronize(event);", True),
}
cases = []


def add(name, statements, wrong):
    """Each case is a function, so that its stack ends."""
    function = f"case_{len(cases)}"
    cases.append(
        Case(name, f"{function}(); cudaDeviceSynchronize();", wrong, f"[[gnu::noinline]] void {function}() {{ {statements} }}")
    )


for kind, (make, end, tidy) in MEMORIES.items():
    close = "}" if end == "}" else ""
    for what, (operation, writes, when) in OPERATIONS.items():
        used = when == "late" or (when == "pinned" and kind == "registered")
        for waited, (wait, ordered) in WAITS.items():
            for happens, statement, conflicts in (
                ("is read", "sum += m[2];", writes),
                ("is written", "m[2] = 7;", True),
                ("ends", end, True),
                ("only exists", "", False),
            ):
                if statement is None:
                    continue
                ends = happens == "ends"
                # Without a wait, the end comes behind one, or the stack would end.
                rest = "" if ends else f"cudaDeviceSynchronize(); {close or ('' if end in (None, 'return') else end)}"
                # The stack ends in any case.
                text = "" if statement == "return" else statement
                after = "" if statement == "return" or (ends and kind != "registered") else rest
                late = "cudaDeviceSynchronize();" if kind == "registered" and ends else ""
                add(f"{kind}, {what}; waits for {waited}; the memory {happens}",
                    f"{make} {operation} {wait} {text} {after} {late} {tidy}", used and conflicts and not ordered)  # fmt: skip
    if end is None:
        continue
    # What a graph will use ends before the launch.
    for made in "CAPTURE", "BUILD":
        for to_host in False, True:
            sides = "m, device" if to_host else "device, m"
            launch = "cudaGraphLaunch(run, stream);"
            if end == "return":
                continue
            changes = {
                "is written": ("m[2] = 7;", False),
                "ends": (end, True),
                "ends, and the node gets other memory": (
                    f"{end} cudaGraphNode_t all[1]; size_t count = 1; cudaGraphGetNodes(graph, all, &count);"
                    f" cudaGraphExecMemcpyNodeSetParams1D(run, all[0], device, device + 100, 256, cudaMemcpyDefault);",
                    False,
                ),
            }
            for happens, (statement, wrong) in changes.items():
                finish = "cudaDeviceSynchronize();" + ("" if happens != "is written" else end)
                add(f"{kind}, {made} of {sides}; before the launch the memory {happens}",
                    f"{make} {made}({sides}); {statement} {launch} {finish} {tidy}", wrong)  # fmt: skip

# A function that a stream calls gives the memory back.
for what, (operation, writes, when) in OPERATIONS.items():
    for target, late in (("stream", False), ("other", when == "late")):
        add(f"malloc, {what}; a function of {'the' if target == 'stream' else 'another'} stream frees the memory",
            f"{MEMORIES['malloc'][0]} {operation} cudaLaunchHostFunc({target}, [](void* all) {{ free(all); }}, m); cudaDeviceSynchronize();", late)  # fmt: skip

judge(cases, {"host-access", "bad-copy"}, HEAD, SETUP, per_file=150)
# SPDX-License-Identifier: Apache-2.0
