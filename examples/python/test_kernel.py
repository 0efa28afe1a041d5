"""How a kernel is tested: over sizes around its block, beside NumPy, and checked. Run by pytest."""
import numpy as np
import pytest
import strider

reverse = strider.RawKernel('''
extern "C" __global__ void reverse(const float* in, float* out, int n) {
    __shared__ float tile[256];
    const int first = blockIdx.x * blockDim.x;
    const int count = min(int(blockDim.x), n - first);
    if (threadIdx.x < count) tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < count) out[n - first - count + threadIdx.x] = tile[count - 1 - threadIdx.x];
}''', "reverse")


@pytest.mark.parametrize("n", [1, 31, 32, 33, 255, 256, 257, 1000])
def test_reverse(n):
    x = np.arange(n, dtype=np.float32)
    out = np.full_like(x, -1)
    reverse(((n + 255) // 256,), (256,), (x, out, n))  # raises what the emulator finds
    np.testing.assert_array_equal(out, x[::-1])
# SPDX-License-Identifier: Apache-2.0
