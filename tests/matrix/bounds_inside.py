"""Each way to access the first, last, next and previous element of an array inside of other memory: a local array, a kernel's
parameter, a member array, a row. The next element is then somebody's memory too."""
from matrix import Case, judge

ACCESSES = {
    "load": "out[0] = {a}[i];",
    "store": "{a}[i] = 1;",
    "update": "{a}[i] += 1;",
    "by reference": "take_{n}({a}[i], out);",
    "reference": "{q}int& r = {a}[i]; out[0] = r;",
    "volatile load": "out[0] = *(volatile {q}int*)&{a}[i];",
    "volatile store": "*(volatile int*)&{a}[i] = 1;",
    "cast": "out[0] = *reinterpret_cast<{q}float*>(&{a}[i]) > 1;",
    "memcpy from": "memcpy(out, &{a}[i], sizeof(int));",
    "memcpy to": "memcpy(&{a}[i], out, sizeof(int));",
    "memset": "memset(&{a}[i], 0, 4);",
    "atomicAdd": "atomicAdd(&{a}[i], 1);",
    "atomicCAS": "atomicCAS((unsigned*)&{a}[i], 0u, 1u);",
    "__ldg": "out[0] = __ldg(&{a}[i]);",
}
POINTERS = {
    "function": "out[0] = get_{n}({a}, i);",
    "function that stores": "set_{n}({a}, i);",
}
ALL, LOCAL = set(ACCESSES), set(ACCESSES) - {"__ldg", "atomicAdd", "atomicCAS"}
STORES = {"store", "update", "volatile store", "memcpy to", "memset", "atomicAdd", "atomicCAS", "function that stores"}
BOX = "struct {n} {{ int id; int v[4]; int last[4]; }};"
PLACES = {  # before the kernel, its first parameter and argument, its first statements, the array, accesses
    "local": ("", "", "", "int a[4] = {{}}, *p = a;", "p", LOCAL | set(POINTERS)),
    "local, directly": ("", "", "", "int a[4] = {{}};", "a", LOCAL),
    "local, of two": ("", "", "", "int x, a[4], b[4]; for (int j = 0; j < 4; ++j) a[j] = b[j] = x = 0; int* p = b;", "p", LOCAL | set(POINTERS)),
    "local, in a loop": ("", "", "", "for (int j = 0; j < 2; ++j) {{ int a[4] = {{j}}; out[0] = get_{n}(a, j); }} int a[4] = {{}}, *p = a;", "p", set(POINTERS)),
    "local bytes": ("", "", "", "char a[13] = {{}};", "a", {"bytes"}),
    "row of a local matrix": ("", "", "", "int a[3][4] = {{}};", "a[1]", LOCAL),
    "member of a local structure": (BOX, "", "", "{n} s[2] = {{}};", "s[0].v", LOCAL),
    "parameter": ("struct {n} {{ int v[8]; }};", "{n} s, ", "{n}(), ", "const int* p = s.v;", "p", (LOCAL | set(POINTERS)) - STORES),
    "small parameter": ("struct {n} {{ int v[3]; }};", "{n} s, ", "{n}(), ", "const int* p = s.v;", "p", (LOCAL | set(POINTERS)) - STORES),
    "parameter of a template": ("struct {n} {{ int v[5]; }}; template <class T>", "T s, ", "{n}(), ", "const int* p = s.v;", "p", (LOCAL | set(POINTERS)) - STORES),
    "member of a parameter": (BOX, "{n} s, ", "{n}(), ", "", "s.v", LOCAL - STORES),
    "member of a shared structure": (BOX, "", "", "__shared__ {n} s; s = {n}();", "s.v", ALL - {"__ldg"}),
    "last member of a shared structure": (BOX, "", "", "__shared__ {n} s[3]; s[0] = s[1] = s[2] = {n}();", "s[1].last", ALL - {"__ldg"}),
    "row of a shared matrix": ("", "", "", "__shared__ int m[3][4]; for (int j = 0; j < 12; ++j) m[j / 4][j % 4] = 0;", "m[1]", ALL - {"__ldg"}),
    "member of dynamic shared memory": (BOX, "", "", "extern __shared__ int4 raw[]; {n}* s = ({n}*)raw; s[0] = s[1] = s[2] = {n}();", "s[1].v", ALL - {"__ldg"}),
    "member of global memory": (BOX, "{n}* g, ", "({n}*)zeros, ", "", "g[1].v", ALL),
    "last member of global memory": (BOX, "{n}* g, ", "({n}*)zeros, ", "", "g[1].last", ALL),
    "member by a pointer": (BOX, "{n}* g, ", "({n}*)zeros, ", "{n}* at = g + 1;", "at->v", ALL),
    "member of a constant": (BOX + " __constant__ {n} {n}_all[3];", "", "", "", "{n}_all[1].v", ALL - STORES - {"__ldg"}),
    "member of a device variable": (BOX + " __device__ {n} {n}_all[3];", "", "", "", "{n}_all[1].v", ALL),
}
HELPERS = (  # on the lines of the case, which a finding names
    "__device__ void take_{n}(const int& value, int* out) {{ out[0] += value; }} __device__ __noinline__ int get_{n}(const int* p, int i) {{ return p[i]; }}"
    "__device__ __noinline__ void set_{n}(int* p, int i) {{ p[i] = 1; }} __device__ __noinline__ int get_byte_{n}(const char* p, int i) {{ return p[i]; }} "
)
COUNTS = {"parameter": 8, "small parameter": 3, "parameter of a template": 5, "local bytes": 13}
CONSTANT = ("parameter", "small parameter", "parameter of a template", "member of a parameter", "member of a constant")
RIGHT = {
    "end of a member": "for (int* p = g->v, *end = &g->v[n]; p != end; ++p) out[0] += *p;",
    "end of a row": "__shared__ int m[3][4]; for (int* p = &m[1][0]; p != &m[1][n]; ++p) *p = 1; out[0] = m[1][1];",
    "matrix as one array": "__shared__ int m[3][4]; int* p = &m[0][0]; for (int j = 0; j < 3 * n; ++j) p[j] = j; out[0] = p[3 * n - 1];",
    "local matrix as one array": "int m[3][4] = {}; int* p = m[0]; for (int j = 0; j < 3 * n; ++j) p[j] = j; out[0] = p[n];",
    "copy of no bytes": "memcpy(&g->v[n], &g->last[0], n - 4); memcpy(&g->last[0], &g->v[n], n - 4);",
    "copy of a matrix": "int m[3][4] = {}; memcpy(&m[0][0], g, sizeof m); out[0] = m[n - 2][0];",
    "last array of one element": "flexible_one& f = *(flexible_one*)g; f.v[n] = 1; take_(f.v[n], out); atomicAdd(&f.v[n], 1);",
    "last array of no element": "flexible_none& f = *(flexible_none*)g; f.v[n] = 1; take_(f.v[n], out); atomicAdd(&f.v[n], 1);",
    "last array without extent": "flexible& f = *(flexible*)g; f.v[n] = 1; take_(f.v[n], out); atomicAdd(&f.v[n], 1);",
    "array that is left": "for (int j = 0; j < n; ++j) { int a[6] = {j}; if (get_(a, 1) == 7) return; if (j == 2) continue; set_(a, j); } int b[9]; set_(b, n); out[0] = b[n];",
    "array in a switch": "switch (n) { default: int a[4]; a[n - 1] = 2; out[0] = a[3]; }",
    "arrays of many forms": "unsigned long long a[2][2] = {}; const int b[3] = {1, 2, n}; float2 c[2] = {make_float2(1, 2)}, *d = c; int e[] = {n, 1}, f[2]{n, 2};"
    " char text[4] = \"abc\"; box* h[2] = {g, g}; auto sum = [&, n] { return f[1] + b[2] + e[0] + text[n - 2] + h[1]->id; }; out[0] = sum() + (int)a[1][1] + (int)d[1].x;",
}

cases = []
for place, (before, parameter, argument, first, array, allowed) in PLACES.items():
    count = COUNTS.get(place, 4)
    for access, code in {**ACCESSES, **POINTERS, "bytes": "out[0] = get_byte_{n}({a}, i);"}.items():
        if access not in allowed:
            continue
        for position, index in ("first", 0), ("last", count - 1), ("next", count), ("previous", -1):
            n = f"s{len(cases)}"
            kernel = "k" + n
            a, q = array.format(n=n), "const " if place in CONSTANT else ""
            body = f"{first.format(n=n)} {code.format(a=a, q=q, n=n)}"
            head = HELPERS.format(n=n) + before.format(n=n)
            cases.append(
                Case(
                    f"{access}, {place}, {position}",
                    f"{kernel}<<<1, 1, 256>>>({argument.format(n=n)}out, {index}); cudaDeviceSynchronize();",
                    position in ("next", "previous"),
                    f"{head} __global__ void {kernel}({parameter.format(n=n)}int* out, int i) {{ {body} }}",
                )
            )
for name, body in RIGHT.items():
    kernel = f"k{len(cases)}"
    code = f"__global__ void {kernel}(box* g, int* out, int n) {{ {body} }}"
    cases.append(Case(name, f"{kernel}<<<1, 1>>>((box*)zeros, out, 4); cudaDeviceSynchronize();", False, code))
judge(
    cases,
    {"out-of-bounds"},
    "#include <cstring>\nstruct box { int id; int v[4]; int last[4]; };\n"
    "struct flexible_one { int n; int v[1]; };\nstruct flexible_none { int n; int v[0]; };\nstruct flexible { int n; int v[]; };\n"
    + HELPERS.format(n=""),
    "int *out, *zeros; cudaMalloc(&out, 64); cudaMemset(out, 0, 64); cudaMalloc(&zeros, 256); cudaMemset(zeros, 0, 256);",
)
# SPDX-License-Identifier: Apache-2.0
