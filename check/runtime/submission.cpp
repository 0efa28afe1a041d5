// The files, in the machine's own byte order. Input: how many numbers, the numbers; how many arrays, then of each its
// bytes, whether it is input, whether it is output, and its contents if it is input. Output: the CUDA error, the bytes
// that the submission copied to the host; then the contents of each array that is output.
#include <strider/check/runtime/submission.hpp>

#include <cstdint>
#include <fstream>
#include <vector>

#include <strider/check/runtime/error.hpp>
#include <strider/check/runtime/memory.hpp>
#include <strider/check/runtime/stream.hpp>

#include "copied_to_host.hpp"

namespace strider::emulation::program {
namespace {

struct array {
    std::uint64_t bytes = 0, is_input = 0, is_output = 0;
    std::vector<char> contents;
    void* memory = nullptr;
};

template <class T>
T read(std::istream& in) {
    T value{};
    in.read(reinterpret_cast<char*>(&value), sizeof(value));
    return value;
}

void write(std::ostream& out, std::uint64_t value) { out.write(reinterpret_cast<const char*>(&value), sizeof(value)); }

}  // namespace

int run_submission(int count, char** words, const submission& what) {
    const bool on_device = what.allocate != nullptr;
    if (count != 3) return 2;
    std::ifstream in(words[1], std::ios::binary);
    std::vector<double> numbers(read<std::uint64_t>(in));
    for (double& one : numbers) one = read<double>(in);
    std::vector<array> arrays(read<std::uint64_t>(in));
    std::vector<void*> pointers;
    for (array& one : arrays) {
        one.bytes = read<std::uint64_t>(in);
        one.is_input = read<std::uint64_t>(in);
        one.is_output = read<std::uint64_t>(in);
        one.contents.resize(one.bytes);
        if (one.is_input != 0) in.read(one.contents.data(), static_cast<std::streamsize>(one.bytes));
        // On the device, what is no input is not written yet: reads of it are findings.
        one.memory = on_device ? what.allocate(static_cast<unsigned>(pointers.size()), one.bytes) : one.contents.data();
        if (on_device && one.is_input != 0)
            cudaMemcpy(one.memory, one.contents.data(), one.bytes, cudaMemcpyHostToDevice);
        pointers.push_back(one.memory);
    }
    if (!in) return 2;

    const std::uint64_t before = runtime::copied_to_host();
    runtime::remember_refused_calls();
    what.call(pointers.data(), numbers.data());
    cudaError_t error = cudaSuccess;
    if (on_device) {
        runtime::report_pending_error();
        error = runtime::take_error();
        if (const cudaError_t at_the_end = cudaDeviceSynchronize(); error == cudaSuccess) error = at_the_end;
    }
    const std::uint64_t copied = runtime::copied_to_host() - before;
    for (array& one : arrays) {
        if (on_device && one.is_output != 0 && error == cudaSuccess)
            error = cudaMemcpy(one.contents.data(), one.memory, one.bytes, cudaMemcpyDeviceToHost);
    }

    std::ofstream out(words[2], std::ios::binary);
    write(out, static_cast<std::uint64_t>(error));
    write(out, copied);
    for (const array& one : arrays)
        if (one.is_output != 0) out.write(one.contents.data(), static_cast<std::streamsize>(one.bytes));
    return out.flush() ? 0 : 2;
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
