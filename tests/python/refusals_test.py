#!/usr/bin/env python3
"""What the calls on arrays refuse, and what they leave to Python: refusals_test.py [-v]. PYTHONPATH names the package."""
import pathlib
import sys
import threading
import unittest

try:
    import numpy as np
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider


class Refusals(unittest.TestCase):
    def test_types(self):
        for wrong in (np.zeros(3, complex), np.zeros(3, object), ["a"], np.zeros(3, np.longdouble)):
            for call in (strider.sum, strider.cumsum, strider.sort, strider.argmin):
                with self.assertRaisesRegex(TypeError, "give real numbers"):
                    call(wrong)
        for wrong in ("tpu", None, 0, ("cpu",), (0, 0), ["cpu"], b"cpu"):
            for kind in ("f8", "i4"):
                for call in (strider.sum, strider.cumsum, strider.sort, strider.transpose):
                    with self.assertRaises(ValueError) as refused:
                        call(np.zeros((3, 3), kind), backend=wrong)
                    self.assertEqual(str(refused.exception), f"backend is {wrong!r}: give 'cpu' or 'serial'")
        with self.assertRaisesRegex(ValueError, "op is 'xor'"):
            strider.scan([1], "xor")
        with self.assertRaisesRegex(ValueError, "ascend"):
            strider.histogram([1.0], [2.0, 1.0])
        with self.assertRaisesRegex(TypeError, "bins is 'auto'"):
            strider.histogram([1.0], "auto")
        with self.assertRaisesRegex(TypeError, "k is 1.5: give an integer"):
            strider.top_k([1.0], 1.5)
        with self.assertRaisesRegex(TypeError, "offsets are float64"):
            strider.segment_sum([1.0], [0.0, 1.0])
        with self.assertRaisesRegex(TypeError, "the array has a mask"):
            strider.sum(np.ma.masked_array([1, 2], [0, 1]))

    def test_complex_numbers(self):
        x, real = np.array([1j, 2.0]), np.zeros(2)
        for call in (lambda: strider.sum(x, dtype="f8"), lambda: strider.mean(x, dtype="f8"), lambda: strider.cumsum(x, dtype="f4"),
                     lambda: strider.dot(real, x), lambda: strider.put(real, [0, 1], x), lambda: strider.index_add(real, [0, 1], x),
                     lambda: strider.bincount([0, 1], x), lambda: strider.histogram(real, x), lambda: strider.convolve(real, x),
                     lambda: strider.reduce_by_key([0, 0], x), lambda: strider.segment_sum(x, [0, 2])):
            with self.assertRaisesRegex(TypeError, "are complex128: give real numbers"):
                call()

    def test_other_orders_of_bytes(self):
        self.assertEqual(strider.sum(np.arange(5, dtype=">f8")), 10)

    def test_other_arrays(self):
        class Exported:
            def __dlpack__(self, **how):
                return np.arange(4.0).__dlpack__(**how)

            def __dlpack_device__(self):
                return np.arange(4.0).__dlpack_device__()

        self.assertEqual(strider.sum(Exported()), 6)

        class OnGpu:
            __cuda_array_interface__ = {}

        class Refused:
            def __dlpack__(self, **how):
                raise BufferError("it stays where it is")

        class Broken:
            def __dlpack__(self, **how):
                raise KeyError("mine")

        class WithoutDevice(Exported):
            def __dlpack_device__(self):
                return None

        for wrong in (OnGpu(), Refused(), Broken(), WithoutDevice()):
            with self.assertRaisesRegex(TypeError, "gives no array in the host's memory: .*: copy it to the host first"):
                strider.sum(wrong)


class Python(unittest.TestCase):
    def test_version(self):
        text = (pathlib.Path(__file__).resolve().parents[2] / "CMakeLists.txt").read_text()
        self.assertIn(f"project(strider VERSION {strider.__version__} ", text)

    def test_threads_run_meanwhile(self):
        x = np.random.default_rng(4).standard_normal(1 << 20)
        right, found = strider.sum(x), []
        threads = [threading.Thread(target=lambda: found.extend(strider.sum(x) for _ in range(20))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(len(found) == 80 and all(one.tobytes() == right.tobytes() for one in found))

    def test_references_are_given_back(self):
        x, y = np.arange(10.0), np.empty(10)
        strider.sum(x)  # imports
        before = sys.getrefcount(x), sys.getrefcount(y), sys.getrefcount(None)
        for _ in range(1000):
            strider.sum(x), strider.sum(x, 0), strider.cumsum(x, out=y)
            with self.assertRaises(IndexError):
                strider.take(x, [11])
        self.assertEqual((sys.getrefcount(x), sys.getrefcount(y)), before[:2])
        if sys.version_info < (3, 12):  # None is immortal since, and its count means nothing
            self.assertLess(abs(sys.getrefcount(None) - before[2]), 100)


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
