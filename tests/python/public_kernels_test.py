#!/usr/bin/env python3
"""Kernels as public code has them, and what their users get wrong: public_kernels_test.py [-v]."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider
from strider.__main__ import COMMAND

SOURCE = """
typedef unsigned long long uint64_t;  // as code for NVRTC has it
struct pair { float first; int second; };
__constant__ float factor;
extern "C" __global__ void fill(pair p, double2 z, float* x) { x[threadIdx.x] = (p.first + p.second + float(z.y)) * factor; }
extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= factor; }
extern "C" __global__ void hash(const char* bytes, uint64_t* sum, int n) {
    for (int i = 0; i < n; ++i) *sum += bytes[i];
}
extern "C" __global__ void pick(float* const* rows, float* x) { x[0] = rows[0][0]; }
extern "C" __global__ void reverse(float* x) {
    extern __shared__ float s[];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <class Element, int Step> __global__ void step(Element* x) { x[threadIdx.x] += Step; }
"""


class PublicKernels(unittest.TestCase):
    def test_structures_and_variables(self):
        module = strider.RawModule(code=SOURCE, translate_cucomplex=True)
        module.compile()  # no kernel has a name yet
        factor = np.ndarray((1,), np.float32, module.get_global("factor"))
        factor[:] = 10
        pair = np.array([(1.5, 2)], [("first", "f4"), ("second", "i4")])
        x = np.zeros(4, np.float32)
        module.get_function("fill")((1,), (4,), (pair, 3j, x))
        self.assertEqual(x.tolist(), [65] * 4)
        factor[:] = 2  # the array from before still is the variable
        module.get_function("scale")((1,), (4,), (x,))
        self.assertEqual(x.tolist(), [130] * 4)

    def test_bytes_of_any_array(self):
        total = np.zeros(1, np.uint64)
        strider.RawKernel(SOURCE, "hash")((1,), (1,), (np.array([1, 256], np.uint32), total, 8))
        self.assertEqual(total[0], 2)

    def test_what_users_get_wrong(self):
        x = np.zeros(4, np.float32)
        reverse = strider.RawKernel(SOURCE, "reverse")
        for wrong, call in (("args is a tuple, such as (x, 1000), not ndarray", lambda: reverse((1,), (4,), x)),
                            ("x needs an array of float32, not an array of >f4", lambda: reverse((1,), (4,), (x.astype(">f4"),))),
                            ("x needs an array of float32, not float32", lambda: reverse((1,), (4,), (np.float32(1),))),
                            ("rows points to pointers", lambda: strider.RawKernel(SOURCE, "pick")((1,), (1,), (x, x)))):
            with self.subTest(wrong), self.assertRaises(TypeError) as raised:
                call()
            self.assertIn(wrong, str(raised.exception))
        for name, wrong in (("scales", "source.cu: no kernel scales: "), ("step", "name its template arguments too, as in step<float>")):
            with self.subTest(wrong), self.assertRaises(strider.Error) as refused:
                strider.RawKernel(SOURCE, name).compile()
            self.assertIn(wrong, str(refused.exception))
        with self.assertRaisesRegex(AttributeError, "reverse is a kernel"):
            strider.load(SOURCE).reverse

    def test_shared_memory_that_the_launch_forgets(self):
        with self.assertRaises(strider.Finding) as found:
            strider.RawKernel(SOURCE, "reverse")((1,), (4,), (np.zeros(4, np.float32),))
        self.assertIn("dynamic shared memory, of which the launch gives none", str(found.exception))

    def test_lines_to_type(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "my kernels.cu")
            file.write_text(SOURCE.replace("typedef", "// nvcc has it: typedef"))
            listed = subprocess.run([COMMAND, "check", str(file)], capture_output=True, text=True)
            self.assertEqual(listed.returncode, 2)
            line = next(one for one in listed.stderr.splitlines() if "step<" in one)
            self.assertIn("'step<float, 32><<<4, 256>>>(x)' --let 'x=f32[1000] = 0'", line)
            typed = subprocess.run(line.replace("strider", COMMAND, 1), shell=True, capture_output=True, text=True)
            self.assertIn("1 kernel checked, 1 finding", typed.stdout)  # 1024 threads, 1000 elements
            self.assertNotIn("never launched", typed.stdout)


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
