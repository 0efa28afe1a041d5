#!/usr/bin/env python3
"""Times the kernels that the model of time was not fitted to, on the GPU of this machine, with cold caches: a JSON line each.

    tools/time_unseen.py > results/unseen-times.jsonl

Every launch of main() in tests/model/unseen_kernels.cu is wrapped in a timer, and run 25 times; the median counts, from the event before
the launch to the one behind it, as in the ladders.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "tests/model/unseen_kernels.cu"
TIMER = r"""
#include <algorithm>
#include <vector>
template <class Launch>
void timed(const char* kernel, Launch launch) {
    constexpr std::size_t cold_bytes = std::size_t{256} << 20;  // more than any L2 holds
    static char* const cold = [] { char* memory = nullptr; cudaMalloc(&memory, cold_bytes); return memory; }();
    cudaEvent_t before, after;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    std::vector<float> microseconds;
    for (int sample = 0; sample < 25; ++sample) {
        cudaMemsetAsync(cold, sample, cold_bytes);
        cudaEventRecord(before);
        launch();
        cudaEventRecord(after);
        cudaEventSynchronize(after);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, before, after);
        microseconds.push_back(1e3f * milliseconds);
    }
    std::sort(microseconds.begin(), microseconds.end());
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    std::printf("{\"schema\":1,\"kernel\":\"%s\",\"device_name\":\"%s\",\"us\":%.3f,\"low\":%.3f,\"high\":%.3f}\n", kernel, device.name,
                microseconds[12], microseconds[2], microseconds[22]);
}

int main() {"""


def main():
    text = SOURCE.read_text().replace("\nint main() {", TIMER)
    text, launches = re.subn(r"^    ((\w+)<<<.*;)$", r'    timed("\2", [&] { \1 });', text, flags=re.M)
    text = text.replace('std::printf("%s\\n", cudaGetErrorString(failed));', 'if (failed != cudaSuccess) std::puts(cudaGetErrorString(failed));')
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "timed"
        program.with_suffix(".cu").write_text(text)
        subprocess.run(["nvcc", "-O3", "-std=c++20", "-arch=native", "-o", program, program.with_suffix(".cu")], check=True)
        done = subprocess.run([program], stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    return 0 if done.returncode == 0 and done.stdout.count("\n") == launches == 20 else 1


if __name__ == "__main__":
    sys.exit(main())
