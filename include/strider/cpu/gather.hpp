// Gather on all cores: every core takes a stretch of the indices. Honours the caller's tbb::task_arena.
//
// Elements of 4 and 8 bytes beyond the caches are taken region by region where indices name them in no order: the
// output first holds, for each chunk of it, the places that are named in a region, run by run, then in their stead the
// elements that stand there, and these are brought into order at last, since the indices say again whose turn is next.
// Others beyond the caches are asked for ahead of their turn where the indices of a stretch name them in no order.
// Elsewhere, results that no cache would hold go past the caches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/index_order.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/partition_by_region.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/serial/gather.hpp>

namespace strider {

namespace cpu_backend {

/// output[i] = input[indices[i]], region by region. False where there is no memory for it; nothing has been done then.
template <class T, class Index>
bool gather_by_region(const region_shape& shape, const T* input, std::uint64_t elements, const Index* indices,
                      std::uint64_t count, T* output) {
    static_assert(sizeof(T) >= sizeof(std::uint32_t));  // what an offset in a region takes
    constexpr std::uint64_t buffer_bytes = region_shape::chunk * sizeof(T);
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const auto scratch = allocate_scratch(cores * buffer_bytes + shape.runs() * sizeof(std::uint32_t));
    if (scratch == nullptr) return false;
    unsigned char* const buffers = scratch.get();
    auto* const begins = reinterpret_cast<std::uint32_t*>(buffers + cores * buffer_bytes);

    for_each_chunk(count, [=](std::uint64_t chunk, std::uint64_t first, std::uint64_t some, std::uint64_t core) {
        unsigned char* const offsets = buffers + core * buffer_bytes;
        const auto put = [=](std::uint64_t to, std::uint32_t offset, std::uint64_t) {
            std::memcpy(offsets + to * sizeof(T), &offset, sizeof(offset));
        };
        partition_chunk(shape, chunk, indices + first, some, begins, put);
        write_streaming(output, first, first + some, [=](std::uint64_t at, std::uint64_t few, T* to) {
            std::memcpy(to, offsets + (at - first) * sizeof(T), few * sizeof(T));
        });
    });

    in_parallel(0, shape.regions, [=](std::uint64_t region) {
        const T* const base = input + (region << shape.shift);
        read_lines(base, std::min(std::uint64_t{1} << shape.shift, elements - (region << shape.shift)) * sizeof(T));
        visit_runs(shape, region, begins, [=](std::uint64_t first, std::uint64_t some, std::uint64_t later) {
            visit_asking(output + later, some, [=](std::uint64_t k) {
                std::uint32_t offset;
                std::memcpy(&offset, output + first + k, sizeof(offset));
                std::memcpy(output + first + k, base + offset, sizeof(T));
            });
        });
    });

    for_each_chunk(count, [=](std::uint64_t chunk, std::uint64_t first, std::uint64_t some, std::uint64_t core) {
        auto* const elements_of = reinterpret_cast<T*>(buffers + core * buffer_bytes);
        std::memcpy(elements_of, output + first, some * sizeof(T));
        std::uint32_t cursors[region_shape::most_regions];
        for (std::uint64_t region = 0; region < shape.regions; ++region) {
            cursors[region] = begins[shape.run(region, chunk)];
        }
        const std::uint64_t next = chunk + 1 < shape.chunks ? some : 0;
        write_streaming(output, first, first + some,
                        [=, next_of = cursors + 0](std::uint64_t at, std::uint64_t few, T* results) {
                            const region_shape in_registers = shape;
                            visit_asking(output + at + next, few, [=](std::uint64_t k) {
                                results[k] = elements_of[next_of[in_registers.region_of(indices[at + k])]++];
                            });
                        });
    });
    return true;
}

}  // namespace cpu_backend

template <class T, class Index>
void gather_elements(cpu, const T* input, std::uint64_t elements, const Index* indices, std::uint64_t count,
                     T* output) {
    using namespace cpu_backend;
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    const auto collect = [=](std::uint64_t first, std::uint64_t some, T* results) {
        for (std::uint64_t k = 0; k < some; ++k) results[k] = input[indices[first + k]];
    };
    if (count < parallel_moves_from) return gather_elements(serial{}, input, elements, indices, count, output);
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        const std::uint64_t bytes = elements * sizeof(T);
        if (bytes >= (sizeof(T) == 4 ? 1 : 4) * partitioned_bytes) {
            const region_shape shape(elements, sizeof(T), count);
            if (worth_partitioning(shape, indices, count, bytes) &&
                gather_by_region(shape, input, elements, indices, count, output)) {
                return;
            }
        }
    }
    const bool streaming = count * (2 * sizeof(T) + sizeof(Index)) >= larger_than_caches;
    in_parallel(tbb::blocked_range<std::uint64_t>(0, count, grain), [=](const auto& part) {
        if (worth_asking(indices + part.begin(), part.size(), elements, sizeof(T))) {
            visit_ahead(input, indices + part.begin(), part.size(),
                        [=, to = output + part.begin()](std::uint64_t k, Index index) { to[k] = input[index]; });
        } else if (streaming) {
            write_streaming(output, part.begin(), part.end(), collect);
        } else {
            collect(part.begin(), part.size(), output + part.begin());
        }
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
