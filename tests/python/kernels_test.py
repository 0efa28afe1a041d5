#!/usr/bin/env python3
"""Kernels without a main: kernels_test.py [-v]. PYTHONPATH names the package."""
import importlib.util
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
import types
import unittest
import warnings

try:
    import numpy as np
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider
from strider import notebook

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = """
struct pair { int first; float second; };
__device__ int launches;
__constant__ float factor[2];
template <class T> __global__ void fill(T* to, T value, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = value * factor[1];
    if (i == 0) atomicAdd(&launches, 1);
}
extern "C" __global__ void copy(const float* from, float* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
extern "C" __global__ void wait(int* flag) { while (atomicAdd(flag, 0) == 0) {} }
extern "C" __global__ void say(int n) { printf("thread %d of %d\\n", threadIdx.x, n); }
extern "C" __global__ void numbers(bool b, signed char c, unsigned short u, long long l, float f, double d, pair p, double* out) {
    const double all[] = {double(b), double(c), double(u), double(l), f, d, double(p.first), p.second};
    for (int i = 0; i < 8; ++i) out[i] = all[i];
}
extern "C" __global__ void dynamic(int* out) {
    extern __shared__ int shared[];
    shared[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void stop(int* x) { if (x[0]) __trap(); }
"""
module = strider.RawModule(code=SOURCE, name_expressions=["fill<float>", "fill<int>"])
for each in ("copy", "wait", "say", "numbers", "dynamic", "stop"):
    module.get_function(each)
copy = module.get_function("copy")


class Kernels(unittest.TestCase):
    def setUp(self):
        self.x, self.y = np.arange(100, dtype="f4"), np.zeros(100, "f4")

    def test_results_and_a_finding_that_leaves_the_next_call_clean(self):
        for _ in range(2):
            with self.assertRaises(strider.Finding) as found:
                copy((1,), (128,), (self.x, self.y, 101))
            self.assertEqual((found.exception.kind, found.exception.line), ("out-of-bounds", 12))
            self.assertIn("right behind 'from' (100 elements)", str(found.exception))
            self.assertIn("1 kernel checked, ", str(found.exception))
            self.assertEqual(self.y.tolist(), self.x.tolist())
            copy(1, 128, (self.x, self.y, 100))
            self.assertEqual(copy.findings, ())

    def test_that_arrays_which_share_memory_do_so_on_the_device(self):
        copy(1, 64, (self.x[:50], self.x[50:], 50))
        self.assertEqual(self.x[50:].tolist(), self.x[:50].tolist())
        with self.assertRaises(strider.Finding):  # the parts are in one allocation only where they overlap
            copy(1, 64, (self.x[:50], self.y, 51))
        copy(1, 64, (self.x[:60], self.x[50:], 10))
        self.assertEqual(self.x[50:60].tolist(), self.x[:10].tolist())
        steps = np.arange(100, dtype="f4")
        copy(1, 128, (steps[::2], self.y, 99))  # memory, whatever the strides
        self.assertEqual(self.y[:99].tolist(), steps[:99].tolist())

    def test_numbers(self):
        out = np.zeros(8)
        pair = np.array([(7, 0.5)], np.dtype([("first", "i4"), ("second", "f4")]))[0]
        module.get_function("numbers")(1, 1, (True, -3, np.uint16(9), -2**40, 0.25, np.float32(1.5), pair, out))
        self.assertEqual(out.tolist(), [1, -3, 9, -2**40, 0.25, 1.5, 7, 0.5])

    def test_shared_memory(self):
        out = np.zeros(64, "i4")
        module.get_function("dynamic")((1,), (64,), (out,), shared_mem=256)
        self.assertEqual(out.tolist(), list(range(63, -1, -1)))
        with self.assertRaises(strider.Finding):
            module.get_function("dynamic")((1,), (64,), (out,), shared_mem=252)

    def test_variables_and_templates(self):
        module.get_global("factor").view("f4")[1] = 3
        module.get_global("launches").view("i4")[0] = 10
        whole = np.zeros(40, "i4")
        module.get_function("fill<int>")(1, 64, (whole, 2, 40))
        module.get_function("fill<float>")(1, 128, (self.y, 0.5, 100))
        self.assertEqual((whole.tolist(), self.y.tolist()), ([6] * 40, [1.5] * 100))
        self.assertEqual(module.get_global("launches").view("i4")[0], 12)

    def test_variables_where_the_program_is_built_again(self):
        """Whether two neighbours are read as one vector is not known at first: the first call builds the program again."""
        pairs = strider.RawModule(code="""
struct pair { double a, b; };
__constant__ double factor;
extern "C" __global__ void add(const double* in, double* out) {
    const pair p = *reinterpret_cast<const pair*>(in + 1 + threadIdx.x);
    out[threadIdx.x] = factor * (p.a + p.b);
}""")
        pairs.get_global("factor").view("f8")[0] = 3
        out = np.zeros(4)
        pairs.get_function("add")(1, 4, (np.ones(8), out))
        self.assertEqual(out.tolist(), [6] * 4)

    def test_wrong_arguments(self):
        signature = r"copy\(const float\* from, float\* to, int n\)"
        for wrong, error, message in (
                ((self.x, self.y), TypeError, " takes 3 arguments, and 2 were given"),
                ((1, self.y, 1), TypeError, ": from needs an array of float32, not int"),
                ((self.x.astype("f8"), self.y, 1), TypeError, ": from needs an array of float32, not an array of float64"),
                ((self.x, self.y, 1.0), TypeError, ": n needs a value of type int32, not float"),
                ((self.x, self.y, self.x), TypeError, ": n needs a value of type int32, not an array of float32"),
                ((self.x, self.y, 2**31), OverflowError, ": 2147483648 does not fit n")):
            with self.assertRaisesRegex(error, signature + message):
                copy(1, 1, wrong)
        self.y.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "to may be written, and the array is read-only"):
            copy(1, 1, (self.x, self.y, 1))
        copy(1, 1, (self.y, self.x, 1))
        with self.assertRaisesRegex(strider.Finding, "null pointer"):
            copy(1, 1, (None, self.x, 1))
        on_gpu = types.SimpleNamespace(__cuda_array_interface__={})
        with self.assertRaisesRegex(TypeError, "from lies on a GPU"):
            copy(1, 1, (on_gpu, self.x, 1))
        with self.assertRaisesRegex(ValueError, "one to three extents"):
            copy((1, 1, 1, 1), 1, (self.x, self.x, 1))

    def test_what_does_not_compile(self):
        with self.assertRaisesRegex(strider.Error, "^source.cu: does not compile: source.cu:1:.*y"):
            strider.RawKernel('extern "C" __global__ void f(int* x) { x[0] = y; }', "f").compile()
        with self.assertRaisesRegex(strider.Error, "cuComplex.h"):
            strider.RawKernel("#include <cupy/complex.cuh>\n", "f")
        with self.assertRaisesRegex(strider.Error, "no kernel copies"):
            module.get_function("copies")
        with self.assertRaisesRegex(AttributeError, "no function 'solve'"):
            strider.load(SOURCE).solve
        with self.assertRaisesRegex(strider.Error, r"has a main\(\)"):
            strider.RawKernel("__global__ void f() {}\nint main() {}\n", "f").compile()

    def test_launches_that_fail(self):
        with self.assertRaisesRegex(strider.Finding, "bad-launch in copy"):
            copy(1, 2000, (self.x, self.y, 1))
        with self.assertRaises((strider.Finding, strider.Error)):
            module.get_function("stop")(1, 1, (np.ones(1, "i4"),))
        module.get_function("stop")(1, 1, (np.zeros(1, "i4"),))

    def test_ways_to_be_told(self):
        kernel = strider.RawKernel(SOURCE, "copy", check="warn", count=True)
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            kernel(1, 128, (self.x, self.y, 101))
        self.assertIn("out-of-bounds", str(heard[0].message))
        self.assertGreater(kernel.counters["global_sectors"], 0)
        silent = strider.RawKernel(SOURCE, "copy", check="off")
        silent(1, 128, (self.x, self.y, 101))
        self.assertEqual(silent.findings[0].kind, "out-of-bounds")
        with self.assertRaisesRegex(ValueError, "check is"):
            strider.RawKernel(SOURCE, "copy", check="of")

    def test_interrupt(self):
        """The kernel waits for a number that never comes; a thread interrupts where it has begun."""
        flag = np.zeros(1, "i4")
        program = module._start()
        place, waiting = program._place, threading.Event()

        def begun(*arguments):
            waiting.set()
            return place(*arguments)
        program._place = begun
        main = threading.main_thread().ident

        def interrupt():
            waiting.wait()
            while program.lock.locked():  # again, should it come before the wait
                signal.pthread_kill(main, signal.SIGINT)
                time.sleep(0.5)
        thread = threading.Thread(target=interrupt)
        thread.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                module.get_function("wait")(1, 1, (flag,))
        finally:
            program._place = place
            thread.join()
        copy(1, 128, (self.x, self.y, 100))
        self.assertEqual(self.y.tolist(), self.x.tolist())

    def test_threads_and_forks(self):
        def many():
            for _ in range(5):
                copy(1, 128, (self.x, np.zeros(100, "f4"), 100))
        threads = [threading.Thread(target=many) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        child = os.fork()
        if child == 0:
            copy(1, 128, (self.x, self.y, 100))
            os._exit(0 if self.y.tolist() == self.x.tolist() else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        copy(1, 128, (self.x, self.y, 100))

    def test_functions_of_the_host(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "two.h").write_text("#define TWO 2\n")
            file = pathlib.Path(folder) / "solve.cu"
            file.write_text("""#include "two.h"
__global__ void kernel(const float* in, float* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = TWO * in[threadIdx.x]; }
extern "C" void solve(const float* in, float* out, int n) { kernel<<<1, 128>>>(in, out, n); }
""")
            loaded = strider.load(file)
            loaded.solve(self.x, self.y, 100)
            self.assertEqual(self.y.tolist(), (2 * self.x).tolist())
            with self.assertRaisesRegex(strider.Finding, "'in' \\(100 elements\\)|'out' \\(100 elements\\)"):
                loaded.solve(self.x, self.y, 101)

    def test_sweep(self):
        def run(n):
            out = np.zeros(n, "f4")
            copy(1, 128, (self.x, out, min(n, 90)))
            return out, self.x[:n]
        self.assertEqual(str(strider.sweep(run, [1, 50, 90])), "right for all 3 sizes")
        swept = strider.sweep(run, [1, 90, 91, 99])
        self.assertEqual(str(swept).splitlines()[:2],
                         ["wrong from 91 on", "91: 1 of 91 elements differs, first element 90: 0.0, expected 90.0"])
        self.assertFalse(swept)
        found = strider.sweep(lambda n: copy(1, 128, (self.x, self.y, n)), [100, 101])
        self.assertRegex(str(found), "101: out-of-bounds at source.cu:12: .*right behind")


class Notebook(unittest.TestCase):
    def test_a_cell_without_main(self):
        variables = {}
        magic = notebook.magic(variables)
        self.assertIn("call fill", repr(magic("-n fill -DN=4", "__global__ void fill(int* x) { x[threadIdx.x] = N; }\n")))
        x = np.zeros(3, "i4")
        variables["fill"](1, 3, (x,))
        self.assertEqual(x.tolist(), [4, 4, 4])
        self.assertIsInstance(magic("", "__global__ void fill(int* x) {}\n"), strider.RawModule)

    def test_the_example_for_pytest(self):
        """Without pytest: each size that it names."""
        sizes = []
        stub = types.ModuleType("pytest")
        stub.mark = types.SimpleNamespace(parametrize=lambda _, values: lambda test: sizes.extend(values) or test)
        before, sys.modules["pytest"] = sys.modules.get("pytest"), stub
        try:
            spec = importlib.util.spec_from_file_location("test_kernel", ROOT / "examples/python/test_kernel.py")
            example = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(example)
        finally:
            sys.modules.pop("pytest") if before is None else sys.modules.update(pytest=before)
        for size in sizes:
            example.test_reverse(size)
        self.assertGreaterEqual(len(sizes), 8)


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
