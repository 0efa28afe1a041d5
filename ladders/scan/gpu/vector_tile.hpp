// Tiles that are scanned as 16-byte loads bring them: each warp holds rows of 32 vectors. Nothing is turned over: a
// thread scans its vectors, a warp the totals of each row's vectors by shuffles, and the rows follow one another.
#pragma once

#include <cstdint>
#include <type_traits>

#include <ladders/harness/counted_operator.hpp>
#include <ladders/scan/gpu/block_scan.hpp>
#include <ladders/scan/gpu/look_back.hpp>
#include <ladders/scan/problem.hpp>
#include <strider/cuda/block/tile.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

inline constexpr unsigned vector_bytes = 16;
template <class T>
inline constexpr unsigned vector_width = vector_bytes / sizeof(T);
template <class T>
using vector = piece<T, vector_width<T>>;

/// The input and output of a scan by vectors.
template <class T>
struct vector_scan {
    const T* input;
    T* output;
    std::uint64_t elements;
    bool aligned;  ///< both, to 16 bytes; else vectors go by elements
    bool exclusive;
};

template <class T>
vector_scan<T> vector_scan_of(const arguments& with) {
    const auto address = reinterpret_cast<std::uintptr_t>(with.input) | reinterpret_cast<std::uintptr_t>(with.output);
    return {static_cast<const T*>(with.input), static_cast<T*>(with.output), with.elements, address % vector_bytes == 0,
            is_exclusive(with)};
}

/// A thread's vectors in shared memory, which it alone touches.
template <class T>
struct shared_rows {
    vector<T>* first;  ///< my first; the next row's is 32 further
    __device__ vector<T>& operator[](unsigned r) const { return first[r * 32]; }
};

/// A thread's part of a tile of `threads` threads, `rows` vectors each: in registers, or where `Rows` says.
template <class T, unsigned threads, unsigned rows, class Rows = vector<T>[rows]>
struct vector_tile {
    static constexpr unsigned width = vector_width<T>;
    static constexpr unsigned elements = threads * rows * width;

    Rows row;

    /// Where my vector of a row begins, in elements.
    __device__ static std::uint64_t place(std::uint64_t tile, unsigned r) {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        return tile * elements + ((warp * rows + r) * 32 + lane) * width;
    }
    __device__ static bool goes_by_vectors(const vector_scan<T>& of, std::uint64_t tile) {
        return of.aligned && (tile + 1) * elements <= of.elements;
    }

    /// Elements beyond the input are the identity.
    template <class Operator>
    __device__ __forceinline__ void load(const vector_scan<T>& of, std::uint64_t tile, Operator) {
        if (goes_by_vectors(of, tile)) {
#pragma unroll
            for (unsigned r = 0; r < rows; ++r) {
                if constexpr (std::is_array_v<Rows>) {
                    row[r] = read_piece<width>(contiguous<T>{of.input}, place(tile, r));
                } else {
                    copy_async(reinterpret_cast<uint4*>(&row[r]),
                               reinterpret_cast<const uint4*>(of.input + place(tile, r)));
                }
            }
            commit_copies();
            wait_for_copies<0>();
        } else {
#pragma unroll
            for (unsigned r = 0; r < rows; ++r) {
                const std::uint64_t first = place(tile, r);
#pragma unroll
                for (unsigned v = 0; v < width; ++v) {
                    row[r].element[v] = first + v < of.elements ? of.input[first + v] : T(identity<Operator, T>::value);
                }
            }
        }
    }

    /// Writes the prefix of each of my vectors within my warp to `before`; returns the warp's total.
    template <class Operator>
    __device__ __forceinline__ T scan_rows(T(&before)[rows], Operator op) const {
        T warp_total = identity<Operator, T>::value;
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            const vector<T> elements_of_row = row[r];
            T mine = elements_of_row.element[0];
#pragma unroll
            for (unsigned v = 1; v < width; ++v) mine = op(mine, elements_of_row.element[v]);
            const T through = scan_warp(mine, op);
            const T below = static_cast<T>(__shfl_up_sync(~0u, through, 1));
            before[r] = threadIdx.x % 32 == 0 ? warp_total : static_cast<T>(op(warp_total, below));
            warp_total = op(warp_total, static_cast<T>(__shfl_sync(~0u, through, 31)));
        }
        return warp_total;
    }

    /// My vectors' prefixes to the output; `before_warp` is all that comes before my warp.
    template <class Operator>
    __device__ __forceinline__ void store(const vector_scan<T>& of, std::uint64_t tile, const T(&before)[rows],
                                          T before_warp, Operator op) {
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            T prefix = op(before_warp, before[r]);
            vector<T> mine = row[r];
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                const T through = op(prefix, mine.element[v]);
                mine.element[v] = of.exclusive ? prefix : through;
                prefix = through;
            }
            const std::uint64_t first = place(tile, r);
            if (goes_by_vectors(of, tile)) {
                *reinterpret_cast<vector<T>*>(of.output + first) = mine;
            } else {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) {
                    if (first + v < of.elements) of.output[first + v] = mine.element[v];
                }
            }
        }
    }
};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
