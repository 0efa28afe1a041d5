#!/usr/bin/env python3
"""The operators of PyTorch: their bits, their gradients, and torch.compile: torch_test.py [--gpu]. PYTHONPATH names the package."""
import doctest
import sys
import unittest

try:
    import numpy as np
    import torch
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider
import strider.torch as st

DEVICE = "cuda" if torch.cuda.is_available() and "--gpu" in sys.argv else "cpu"
INDEX, OFFSETS = torch.tensor([2, 0, 2, 1, 2], device=DEVICE), torch.tensor([1, 3, 3, 6], device=DEVICE)
CALLS = {
    "sum": (lambda x: st.sum(x), (4, 3)),
    "sum of rows": (lambda x: st.sum(x, -1), (4, 3)),
    "sum of columns": (lambda x: st.sum(x, 0, True), (4, 3)),
    "cumsum": (lambda x: st.cumsum(x, 1), (2, 5)),
    "cumsum of columns": (lambda x: st.cumsum(x, -2), (3, 2)),
    "index_add": (lambda x: st.index_add(x[:3], 0, INDEX, x[3:], alpha=2), (8,)),
    "index_add of slices": (lambda x: st.index_add(x[:, :3], -2, INDEX, x[:, 3:]), (2, 8, 3)),
    "segment_sum": (lambda x: st.segment_sum(x, OFFSETS), (8,)),
    "segment_sum of none": (lambda x: st.segment_sum(x, OFFSETS[:1]), (8,)),
}


def numbers(shape, dtype=torch.float64, seed=0):
    return torch.from_numpy(np.random.default_rng(seed).standard_normal(shape)).to(DEVICE, dtype)


class Operators(unittest.TestCase):
    def test_gradients(self):
        for name, (call, shape) in CALLS.items():
            with self.subTest(name):
                x = numbers(shape).requires_grad_()
                self.assertTrue(torch.autograd.gradcheck(call, x))
                self.assertTrue(torch.autograd.gradgradcheck(call, x))

    def test_registrations(self):
        x, ops = numbers((4, 3)).requires_grad_(), torch.ops.strider
        for operator, arguments in [(ops.sum, (x, 1, True)), (ops.sum, (x, None, False)), (ops.cumsum, (x, 0)),
                                    (ops.index_add, (x, 0, INDEX, numbers((5, 3), seed=1))), (ops.segment_sum, (x[:, 0], OFFSETS[:2]))]:
            torch.library.opcheck(operator.default, arguments)

    def test_under_the_compiler(self):
        for name, (call, shape) in CALLS.items():
            with self.subTest(name):
                x = numbers(shape).requires_grad_()
                right, = torch.autograd.grad(call(x).square().sum(), x)
                found, = torch.autograd.grad(torch.compile(call, backend="aot_eager", fullgraph=True)(x).square().sum(), x)
                self.assertTrue(torch.equal(found, right))

    def test_values_and_types(self):
        for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.uint8):
            x = (numbers((6, 50)) * 3).abs().to(dtype)
            for found, right in [(st.sum(x, 1), x.sum(1)), (st.cumsum(x, 1), x.cumsum(1)),
                                 (st.segment_sum(x[0], OFFSETS), torch.stack([x[0][1:3].sum(), x[0][:0].sum(), x[0][3:6].sum()]))]:
                self.assertEqual((found.dtype, found.shape), (right.dtype, right.shape))
                self.assertTrue(torch.allclose(found, right, rtol=0.02))
        x = numbers(3).to(torch.float16)
        self.assertEqual(st.index_add(x, 0, INDEX, numbers(5).to(torch.float16)).dtype, torch.float16)
        x = numbers(1_000_003, torch.float32)
        self.assertEqual(st.sum(x).item(), float(strider.sum(x.cpu().numpy())))
        self.assertTrue(torch.equal(st.cumsum(x, 0).cpu(), torch.from_numpy(strider.cumsum(x.cpu().numpy()))))

    def test_refusals(self):
        x = numbers((4, 3))
        with self.assertRaisesRegex(ValueError, "axis is 2, of an array of 2 dimensions"):
            st.sum(x, 2)
        with self.assertRaisesRegex(IndexError, "indices go from 0 to 2"):
            st.index_add(x, 1, INDEX[:1] + 1, x[:, :1])
        with self.assertRaisesRegex(ValueError, "slices of the input"):
            st.index_add(x, 0, INDEX, x)
        with self.assertRaisesRegex(TypeError, "give one type"):
            st.index_add(x, 0, INDEX[:4], x.float())
        with self.assertRaisesRegex(ValueError, "ascend"):
            st.segment_sum(x[0], OFFSETS.flip(0))
        with self.assertRaisesRegex(TypeError, "give real numbers"):
            st.sum(x.to(torch.complex64))
        with self.assertRaisesRegex(TypeError, "gives no array in the host's memory|records gradients"):
            strider.sum(x.requires_grad_())

    def test_examples(self):
        self.assertEqual(doctest.testmod(st, extraglobs={"strider": strider}).failed, 0)


if __name__ == "__main__":
    unittest.main(argv=[each for each in sys.argv if each != "--gpu"])
# SPDX-License-Identifier: Apache-2.0
