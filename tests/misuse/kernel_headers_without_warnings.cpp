// compiles
// with: -DSTRIDER_SIMT -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-unknown-pragmas -Werror
//
// As headers_without_warnings.cpp: kernels, and the words of CUDA that the executor gives them.
#include <cstdint>
#include <span>

#include <strider/atomic.hpp>
#include <strider/block.hpp>
#include <strider/compact.hpp>
#include <strider/convolve.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/lock.hpp>
#include <strider/map.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/sort.hpp>
#include <strider/summary.hpp>
#include <strider/top_k.hpp>
#include <strider/transpose.hpp>
#include <strider/warp.hpp>

using namespace strider;

void call_all(simt at, std::span<double> x, std::span<unsigned> k, std::span<float> y, matrix_view<float> image) {
    inclusive_scan(at, x, x);
    segmented_inclusive_scan(at, x, k, x);
    segmented_reduce(at, x, k, x);
    reduce_columns(at, image, y);
    reduce(at, x);
    argmin(at, x);
    summarize(at, x);
    sort_pairs(at, k, x);
    top_k(at, k, k.first(2));
    gather(at, x, k, x, checked);
    scatter_reduce(at, x, k, x);
    histogram(at, x, even_bins{10, 0, 10.0}, k);
    reduce_by_key(at, k, x, k, x);
    run_length_encode(at, k, k, k);
    compact(at, x, x, [](double value) { return value > 0; });
    convolve(at, image, image, image);
    transpose(at, image, image);
}

int main() {}
// SPDX-License-Identifier: Apache-2.0
