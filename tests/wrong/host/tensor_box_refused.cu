// Wrong:  a row of the box has 40 bytes, and the status of the refusal is not looked at.
// From:   a tile as wide as a thread block is not
// Kernel: touch
// Says:   a row of the box is a multiple of 16 bytes
// Fix:    correct the call, and check the status of each call
// Mended: the row has 64 bytes.
#include "../tensor.cuh"

__global__ void touch(float* tensor) { tensor[threadIdx.x] += 1; }

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    CUtensorMap map;
    const cuuint64_t extents[] = {side, side}, strides[] = {side * sizeof(float)};
#ifdef MENDED
    const cuuint32_t box[] = {16, 16};
#else
    const cuuint32_t box[] = {10, 16};
#endif
    const cuuint32_t steps[] = {1, 1};
    cuTensorMapEncodeTiled(  // expect: refused-call
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    touch<<<1, side>>>(tensor);
    return to_host(tensor, side)[1] == 2 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
