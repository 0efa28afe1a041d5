// Wrong:  the host waits for one device, and reads what the other computes; and a launch goes into the other's stream.
// Kernel: clear
// GPUs: 2
// Says:   launched into a stream of device 0 while device 1 is current
// Fix:    call cudaSetDevice() before the launch, for the device that the stream was made on
// Fix:    call cudaStreamSynchronize() before this line, for the stream of the earlier operation
// Mended: each device is current when its streams are used, and the host waits for both.
#include "../program.cuh"

constexpr int n = 64;

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__global__ void clear(int* values) { values[threadIdx.x] = 0; }

int main() {
    int* values[2];
    cudaStream_t streams[2];
    for (int device = 0; device < 2; ++device) {
        cudaSetDevice(device);
        values[device] = device_array<int>(n);
        cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking);
    }
#ifdef MENDED
    cudaSetDevice(0);
#endif
    clear<<<1, n, 0, streams[0]>>>(values[0]);  // expect: bad-launch
    cudaSetDevice(1);
    fill<<<1, n, 0, streams[1]>>>(values[1], 7);  // may be: race-streams
#ifdef MENDED
    cudaDeviceSynchronize();
#endif
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    int result[n];
    cudaMemcpy(result, values[1], n * sizeof(int), cudaMemcpyDeviceToHost);  // expect: race-streams
    for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
    return judge(result[n - 1], 7);
}
// SPDX-License-Identifier: Apache-2.0
