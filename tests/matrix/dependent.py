"""A dependent launch and those before it: what they do to the same memory, how they are launched, and how the later one waits."""

import re

from matrix import Case, judge

HEAD = """
template <class Kernel> void launch_with(cudaLaunchAttribute attribute, cudaStream_t stream, Kernel* kernel, int* p, int* own) {
    cudaLaunchConfig_t how = {};
    how.gridDim = 2; how.blockDim = 64; how.stream = stream; how.attrs = &attribute; how.numAttrs = 1;
    cudaLaunchKernelEx(&how, kernel, p, own);
}
template <class Kernel> void launch(int allowed, cudaStream_t stream, Kernel* kernel, int* p, int* own) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = allowed;
    launch_with(attribute, stream, kernel, p, own);
}
cudaGraphNode_t node_of(cudaGraph_t graph, void* kernel, int* p, int* own) {
    void* arguments[] = {&p, &own};
    cudaKernelNodeParams how = {};
    how.func = kernel; how.gridDim = 2; how.blockDim = 64; how.kernelParams = arguments;
    cudaGraphNode_t node; cudaGraphAddKernelNode(&node, graph, nullptr, 0, &how);
    return node;
}"""
SETUP = """cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
cudaEvent_t event; cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
int *p, *own, *other; cudaMalloc(&p, 512); cudaMalloc(&own, 512); cudaMalloc(&other, 512);
cudaMemset(p, 0, 512); cudaMemset(own, 0, 512); cudaMemset(other, 0, 512); cudaDeviceSynchronize();
cudaLaunchAttribute at_end = {}, at_start = {};
at_end.id = cudaLaunchAttributeProgrammaticEvent; at_end.val.programmaticEvent.event = event;
at_start.id = cudaLaunchAttributeLaunchCompletionEvent; at_start.val.launchCompletionEvent.event = event;
cudaGraph_t graph; cudaGraphExec_t executable; cudaGraphNode_t first, second;"""

# The statement, and whether it reads, writes, or updates atomically.
ACCESSES = {
    "read": ("own[i] = p[i];", "read"),
    "write": ("p[i] = 1;", "write"),
    "atomicAdd": ("atomicAdd(&p[i], 1);", "atomic"),
}
# Before and behind the access of the dependent kernel; whether the wait orders it.
WAITS = {
    "no wait": ("", "", False),
    "a trigger": ("cudaTriggerProgrammaticLaunchCompletion();", "", False),
    "a wait": ("cudaGridDependencySynchronize();", "", True),
    "a wait in PTX": ("asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");", "", True),
    "a wait behind": ("", "cudaGridDependencySynchronize();", False),
    "a wait of one thread": ("if (threadIdx.x == 0) cudaGridDependencySynchronize();", "", False),
    "a wait of one thread, and a barrier": ("if (threadIdx.x == 0) cudaGridDependencySynchronize(); __syncthreads();", "", True),
    "a wait of a lane of each warp": ("if (threadIdx.x % 32 == 0) cudaGridDependencySynchronize(); __syncwarp();", "", True),
    "a wait of one warp": ("if (threadIdx.x < 32) { cudaGridDependencySynchronize(); __syncwarp(); }", "", False),
    "a wait of one block": ("if (blockIdx.x == 0) cudaGridDependencySynchronize(); __syncthreads();", "", False),
    "a wait of one thread, a fence, a flag": (
        "__shared__ int flag; if (threadIdx.x == 0) { flag = 0; } __syncthreads();"
        " if (threadIdx.x == 0) { cudaGridDependencySynchronize(); __threadfence(); atomicExch(&flag, 1); }"
        " while (atomicAdd(&flag, 0) == 0) {} __threadfence();",
        "",
        True,
    ),
    "a wait of one thread, a named barrier": (
        'if (threadIdx.x == 0) cudaGridDependencySynchronize(); asm volatile("bar.sync 1, 64;" ::: "memory");',
        "",
        True,
    ),
}
PRIMARIES = ["{}", "cudaTriggerProgrammaticLaunchCompletion(); {}", "{} cudaTriggerProgrammaticLaunchCompletion();"]
RUN = " cudaGraphInstantiate(&executable, graph, 0); cudaGraphLaunch(executable, s); cudaDeviceSynchronize();"
RUN += " cudaGraphExecDestroy(executable); cudaGraphDestroy(graph);"
CAPTURED = "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); {} cudaStreamEndCapture(s, &graph);" + RUN
NODES = "cudaGraphCreate(&graph, 0); first = node_of(graph, (void*)A, p, own); second = node_of(graph, (void*)B, p, other); {}" + RUN
EDGE = (
    "{{ cudaGraphEdgeData edge = {{}}; edge.type = cudaGraphDependencyTypeProgrammatic; edge.from_port = {};"
    " cudaGraphAddDependencies(graph, &first, &second, &edge, 1); }}"
)
FIRST, SECOND = "A<<<2, 64, 0, s>>>(p, own);", "launch(1, s, B, p, other);"
PLAIN = "B<<<2, 64, 0, s>>>(p, other);"
AFTER_EVENT = "launch_with({}, t, A, p, own); cudaStreamWaitEvent(s, event, 0); " + PLAIN
# How A and B are launched; whether B comes after A: "waiting", where it waits for it.
LAUNCHES = {
    "dependent": (FIRST + SECOND, "waiting"),
    "dependent on a dependent": ("launch(1, s, A, p, own);" + SECOND, "waiting"),
    "not allowed": (FIRST + "launch(0, s, B, p, other);", True),
    "without an attribute": (FIRST + PLAIN, True),
    "a fill between": (FIRST + "cudaMemsetAsync(own, 0, 4, s);" + SECOND, True),
    "the host waits between": (FIRST + "cudaStreamSynchronize(s);" + SECOND, True),
    "an event between": (
        FIRST + "cudaEventRecord(event, s); cudaStreamWaitEvent(t, event, 0); cudaEventRecord(event, t);"
        " cudaStreamWaitEvent(s, event, 0);" + SECOND,
        True,
    ),
    "a programmatic event": (AFTER_EVENT.format("at_end"), "waiting"),
    "an event of the start": (AFTER_EVENT.format("at_start"), False),
    "captured": (CAPTURED.format(FIRST + SECOND), "waiting"),
    "captured, not allowed": (CAPTURED.format(FIRST + "launch(0, s, B, p, other);"), True),
    "captured, a programmatic event": (
        CAPTURED.format(
            "cudaEventRecord(event, s); cudaStreamWaitEvent(t, event, 0); launch_with(at_end, s, A, p, own);"
            " cudaStreamWaitEvent(t, event, 0); B<<<2, 64, 0, t>>>(p, other); cudaEventRecord(event, t);"
            " cudaStreamWaitEvent(s, event, 0);"
        ),
        "waiting",
    ),
    "an edge": (NODES.format("cudaGraphAddDependencies(graph, &first, &second, nullptr, 1);"), True),
    "a programmatic edge": (NODES.format(EDGE.format("cudaGraphKernelNodePortProgrammatic")), "waiting"),
    "an edge of the start": (NODES.format(EDGE.format("cudaGraphKernelNodePortLaunchCompletion")), "waiting"),
}
# How the second of three waits; whether the first has ended when the second has.
MIDDLE = {
    "waits": ("cudaGridDependencySynchronize();", True),
    "does not wait": ("", False),
    "waits in one thread": ("if (threadIdx.x == 0 && blockIdx.x == 1) cudaGridDependencySynchronize();", True),
}


def conflict(one, two):
    return "write" in (one, two) or "read" in (one, two) and "atomic" in (one, two)


def kernel(name, body):
    return f"__global__ void {name}(int* p, int* own) {{ const int i = blockIdx.x * 64 + threadIdx.x; {body} }}"


cases = []


def add(name, launches, kernels, wrong):
    names = {letter: f"{letter.lower()}{len(cases)}" for letter in kernels}
    code = " ".join(kernel(names[letter], body) for letter, body in kernels.items())
    for letter, unique in names.items():
        launches = re.sub(rf"\b{letter}\b", unique, launches)
    cases.append(Case(name, "{ " + launches + " cudaDeviceSynchronize(); }", wrong, code))


for one, (before, how) in ACCESSES.items():
    for two, (after, how_too) in ACCESSES.items():
        races = conflict(how, how_too)
        for way, (launches, comes_after) in LAUNCHES.items():
            for wait, (begin, end, waits) in WAITS.items():
                primary = PRIMARIES[len(cases) % len(PRIMARIES)].format(before)
                ordered = waits if comes_after == "waiting" else comes_after
                add(f"{way}: {one}; {wait}, {two}", launches, {"A": primary, "B": f"{begin} {after} {end}"}, races and not ordered)
        for middle, (wait_of_middle, ends) in MIDDLE.items():
            for wait in ("no wait", "a wait"):
                begin, _, waits = WAITS[wait]
                add(
                    f"three, the second {middle}: {one}; {wait}, {two}",
                    FIRST + "launch(1, s, M, nullptr, nullptr);" + SECOND,
                    {"A": before, "M": f"cudaTriggerProgrammaticLaunchCompletion(); {wait_of_middle}", "B": f"{begin} {after}"},
                    races and not (waits and ends),
                )
judge(cases, {"race-streams"}, HEAD, SETUP, per_file=100)
# SPDX-License-Identifier: Apache-2.0
