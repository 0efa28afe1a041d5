// A lab of the textbook as it stands: files of values and of an image, kernels on both, and the library's verdicts.
// Kernel: vecAdd
// Feature: whole programs: labs that include <wb.h>: wbArg_read, wbImport, wbSolution, wbLog, wbExport, images
// Prints: The input length is 200
// Prints: The solution is correct.
// Prints: at column 0 and row 199. Expecting 0 but got 597
// Prints: 9 x 7, 3 channels
// Prints: The solution is correct.
#include <wb.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define wbCheck(stmt)                                                     \
    do {                                                                  \
        cudaError_t err = stmt;                                           \
        if (err != cudaSuccess) {                                         \
            wbLog(ERROR, "Failed to run stmt ", #stmt);                   \
            wbLog(ERROR, "Got CUDA error ... ", cudaGetErrorString(err)); \
            return -1;                                                    \
        }                                                                 \
    } while (0)

__global__ void vecAdd(float* in1, float* in2, float* out, int len) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef WRONG
    if (i < len)
#endif
        out[i] = in1[i] + in2[i];  // expect: out-of-bounds
}

__global__ void invert(float* values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = 1 - values[i];
}

int vectors(int argc, char** argv) {
    wbArg_t args = wbArg_read(argc, argv);
    int inputLength;
    wbTime_start(Generic, "Importing data and creating memory on host");
    float* hostInput1 = (float*)wbImport(wbArg_getInputFile(args, 0), &inputLength);
    float* hostInput2 = (float*)wbImport(wbArg_getInputFile(args, 1), &inputLength);
    float* hostOutput = (float*)malloc(inputLength * sizeof(float));
    wbTime_stop(Generic, "Importing data and creating memory on host");
    wbLog(TRACE, "The input length is ", inputLength);

    float *deviceInput1, *deviceInput2, *deviceOutput;
    size_t bytes = inputLength * sizeof(float);
    wbCheck(cudaMalloc((void**)&deviceInput1, bytes));
    wbCheck(cudaMalloc((void**)&deviceInput2, bytes));
    wbCheck(cudaMalloc((void**)&deviceOutput, bytes));
    wbCheck(cudaMemcpy(deviceInput1, hostInput1, bytes, cudaMemcpyHostToDevice));
    wbCheck(cudaMemcpy(deviceInput2, hostInput2, bytes, cudaMemcpyHostToDevice));
    wbTime_start(Compute, "Performing CUDA computation");
    vecAdd<<<(inputLength + 127) / 128, 128>>>(deviceInput1, deviceInput2, deviceOutput, inputLength);
    cudaDeviceSynchronize();
    wbTime_stop(Compute, "Performing CUDA computation");
    wbCheck(cudaMemcpy(hostOutput, deviceOutput, bytes, cudaMemcpyDeviceToHost));
    wbSolution(args, hostOutput, inputLength);
    cudaFree(deviceInput1);
    cudaFree(deviceInput2);
    cudaFree(deviceOutput);
    free(hostInput1);
    free(hostInput2);
    free(hostOutput);
    return 0;
}

int image(int argc, char** argv) {
    wbArg_t args = wbArg_read(argc, argv);
    wbImage_t input = wbImport(wbArg_getInputFile(args, 0));
    int width = wbImage_getWidth(input), height = wbImage_getHeight(input), channels = wbImage_getChannels(input);
    std::printf("%d x %d, %d channels\n", width, height, channels);
    wbImage_t output = wbImage_new(width, height, channels);
    int count = width * height * channels;
    float* values;
    wbCheck(cudaMalloc((void**)&values, count * sizeof(float)));
    wbCheck(cudaMemcpy(values, wbImage_getData(input), count * sizeof(float), cudaMemcpyHostToDevice));
    invert<<<(count + 63) / 64, 64>>>(values, count);
    wbCheck(cudaMemcpy(wbImage_getData(output), values, count * sizeof(float), cudaMemcpyDeviceToHost));
    wbSolution(args, output);
    cudaFree(values);
    wbImage_delete(output);
    wbImage_delete(input);
    return 0;
}

// The command line of a lab, with files in a folder of its own.
int run(int (*lab)(int, char**), const std::string& folder, std::string inputs, std::string expected) {
    std::string in = "-i", e = "-e", name = "lab";
    for (std::size_t at = 0; (at = inputs.find('@', at)) != std::string::npos;) inputs.replace(at, 1, folder + "/");
    expected = folder + "/" + expected;
    char* words[] = {name.data(), in.data(), inputs.data(), e.data(), expected.data()};
    return lab(5, words);
}

int main() {
    char made[] = "/tmp/strider-wb-XXXXXX";
    const std::string folder = mkdtemp(made);
    const auto path = [&](const char* name) { return folder + "/" + name; };
    const int n = 200;
    std::vector<float> a(n), b(n), sums(n);
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 2 * i;
        sums[i] = 3 * i;
    }
    wbExport(path("a.raw").c_str(), a.data(), n);
    wbExport(path("b.raw").c_str(), b.data(), n);
    wbExport(path("sums.raw").c_str(), sums.data(), n);
    sums[n - 1] = 0;
    wbExport(path("wrong.raw").c_str(), sums.data(), n);
    wbImage_t picture = wbImage_new(9, 7, 3), inverted = wbImage_new(9, 7, 3);
    for (int i = 0; i < 9 * 7 * 3; ++i) {
        wbImage_getData(picture)[i] = i / 255.0f;
        wbImage_getData(inverted)[i] = 1 - i / 255.0f;
    }
    wbExport(path("picture.ppm").c_str(), picture);
    wbExport(path("inverted.ppm").c_str(), inverted);

    int failed = run(vectors, folder, "@a.raw,@b.raw", "sums.raw");
    failed += run(vectors, folder, "@a.raw,@b.raw", "wrong.raw");
    failed += run(image, folder, "@picture.ppm", "inverted.ppm");
    for (const char* name : {"a.raw", "b.raw", "sums.raw", "wrong.raw", "picture.ppm", "inverted.ppm", ""})
        std::remove(path(name).c_str());
    return failed;
}
// SPDX-License-Identifier: Apache-2.0
