// The game of life on a torus, one byte a cell, two boards that take turns.
// Feature: whole programs: game of life on bytes, with a class that owns device memory
// Kernel: step
// Prints: a glider after 4 steps: moved by one
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t count) : count_(count) {
        check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
    }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    void upload(const std::vector<T>& from) {
        check(cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    std::vector<T> download() const {
        std::vector<T> to(count_);
        check(cudaMemcpy(to.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return to;
    }
    T* get() { return data_; }
    void swap(DeviceBuffer& other) { std::swap(data_, other.data_); }

private:
    T* data_ = nullptr;
    std::size_t count_;
};

using Cell = unsigned char;

__global__ void step(const Cell* now, Cell* next, unsigned width, unsigned height) {
    const unsigned cells = width * height;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
        const unsigned x = i % width, y = i - x;
        const unsigned left = (x + width - 1) % width, right = (x + 1) % width;
#ifdef WRONG
        const unsigned up = y - width, down = y + width;  // no torus
#else
        const unsigned up = (y + cells - width) % cells, down = (y + width) % cells;
#endif
        const unsigned alive =
            now[left + up] + now[x + up] + now[right + up] + now[left + y] +        // expect: out-of-bounds
            now[right + y] + now[left + down] + now[x + down] + now[right + down];  // may be: out-of-bounds
        next[i] = alive == 3 || (alive == 2 && now[i]) ? 1 : 0;
    }
}

int main() try {
    const unsigned width = 20, height = 12;
    std::vector<Cell> board(width * height, 0);
    const auto set_glider = [&](std::vector<Cell>& on, unsigned x, unsigned y) {
        for (const auto& [dx, dy] : {std::pair{1u, 0u}, {2u, 1u}, {0u, 2u}, {1u, 2u}, {2u, 2u}})
            on[(y + dy) % height * width + (x + dx) % width] = 1;
    };
    set_glider(board, 18, 9);
    std::vector<Cell> expected(width * height, 0);
    set_glider(expected, 19, 10);
    DeviceBuffer<Cell> now(board.size()), next(board.size());
    now.upload(board);
    for (int i = 0; i < 4; ++i) {
        step<<<2, 64>>>(now.get(), next.get(), width, height);
        check(cudaPeekAtLastError(), "step");
        now.swap(next);
    }
    check(cudaDeviceSynchronize(), "steps");
    const bool right = now.download() == expected;
    std::printf("a glider after 4 steps: %s\n", right ? "moved by one" : "lost");
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::puts(error.what());
    return 1;
}
// SPDX-License-Identifier: Apache-2.0
