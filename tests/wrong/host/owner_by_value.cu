// Wrong:  a kernel takes an owner of device memory by value. The launch copies the owner; the copy frees the memory.
// From:   classes that own memory, with a destructor and a copy constructor that copies the pointer
// Kernel: number
// Says:   a copy is refused: its source has been freed
// Says:   this memory was already freed
// Fix:    free each allocation once, then set its pointer to null
// Fix:    free the memory only after the last call that uses it
// Mended: the kernel takes the pointer.
#include "../program.cuh"

struct owned_values {
    int* values = nullptr;
    explicit owned_values(std::size_t count) { cudaMalloc(&values, count * sizeof(int)); }
    owned_values(const owned_values& other) : values(other.values) {}
    ~owned_values() {
        cudaFree(values);  // expect: bad-free
    }
};

template <class Owner, class T>
__global__ void number(Owner owner, const T* first) {
    owner.values[threadIdx.x] = *first + threadIdx.x;
}
template <class T>
__global__ void number(int* values, const T* first) {
    values[threadIdx.x] = *first + threadIdx.x;
}

int main() {
    const owned_values owner(32);
    int* const first = to_device(std::vector<int>(1, 5));
#ifdef MENDED
    number<<<1, 32>>>(owner.values, first);
#else
    number<<<1, 32>>>(owner, first);
#endif
    std::vector<int> copy(32);
    cudaMemcpy(copy.data(), owner.values, 32 * sizeof(int), cudaMemcpyDeviceToHost);  // expect: bad-copy
    return cudaDeviceSynchronize() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
