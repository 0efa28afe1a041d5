// Wrong:  a batch of boxes reads an array that the host deletes when the call returns.
// Kernel: twice
// Says:   delete ends 256 bytes of the host's memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 27 and the end of this memory
// Mended: the host waits before it deletes the array.
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

cudaMemcpy3DOperand box(int* begin) {
    cudaMemcpy3DOperand operand = {};
    operand.type = cudaMemcpyOperandTypePointer;
    operand.op.ptr.ptr = begin;
    return operand;
}

void give(int* device, cudaStream_t stream) {
    int* const values = new int[n];
    for (int i = 0; i < n; ++i) values[i] = i;
    cudaMemcpy3DBatchOp copy = {};
    copy.src = box(values);
    copy.dst = box(device);
    copy.extent = make_cudaExtent(4 * sizeof(int), 4, n / 16);
    copy.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaMemcpy3DBatchAsync(1, &copy, 0, stream);
#ifdef MENDED
    cudaStreamSynchronize(stream);
#endif
    delete[] values;  // expect: host-access
}

int main() {
    int* const values = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    give(values, stream);
    twice<<<1, n, 0, stream>>>(values);
    cudaStreamSynchronize(stream);
    int last = 0;
    cudaMemcpy(&last, values + n - 1, sizeof(last), cudaMemcpyDeviceToHost);
    return judge(last, 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
