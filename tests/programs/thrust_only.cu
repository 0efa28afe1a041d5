// A program without kernels, whose work Thrust does.
// Feature: Thrust: programs without kernels; standard headers that Thrust's bring
// Skipped: install Thrust
// Prints: sum 3000, least 3
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

int main() {
    thrust::device_vector<int> a(1000, 1), b(1000, 2);
    thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), thrust::plus<int>());
    std::cout << "sum " << thrust::reduce(b.begin(), b.end()) << ", least " << *thrust::min_element(b.begin(), b.end())
              << std::endl;
}
// SPDX-License-Identifier: Apache-2.0
