// Elements anywhere in memory, taken region by region: indices in no order are first partitioned by the region that
// they name. The accesses to a region then stay in a core's cache. Without this, each access would move a whole line
// from memory.
//
// A chunk of the indices is partitioned at a time, in a buffer that stays in a core's cache, and leaves a run for every
// region. Indices keep their order within a run. One core takes the runs of one region, chunk by chunk.
//
// Method: B. He and others, Efficient Gather and Scatter Operations on Graphics Processors (2007), who pass over all
// indices for every region. Partitioned as in C. Balkesen and others, Main-Memory Hash Joins on Multi-Core CPUs (2013),
// but in chunks, so that a gather has its runs where its results go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <strider/cpu/parallel.hpp>
#include <strider/cpu/streaming_store.hpp>

namespace strider::cpu_backend {

/// How elements, and the indices that name them, are cut.
struct region_shape {
    /// Indices of a chunk: they and what is partitioned by them stay in a second-level cache of 1 MiB, and the runs of
    /// a chunk are long enough that memory is read in a row.
    static constexpr std::uint64_t chunk = std::uint64_t{1} << 16;
    static constexpr std::uint64_t least_bytes = std::uint64_t{1} << 20;  ///< of a region
    static constexpr std::uint64_t most_regions = 512;  ///< a line of each stays in a first-level cache

    unsigned shift = 0;  ///< an index without so many bits is its region
    std::uint64_t regions = 0, chunks = 0;

    region_shape(std::uint64_t elements, std::uint64_t element_bytes, std::uint64_t count)
        : chunks((count + chunk - 1) / chunk) {
        while ((element_bytes << (shift + 1)) <= least_bytes || (elements - 1) >> shift >= most_regions) ++shift;
        regions = ((elements - 1) >> shift) + 1;
    }

    template <class Index>
    std::uint64_t region_of(Index index) const {
        return std::uint64_t{static_cast<std::make_unsigned_t<Index>>(index)} >> shift;
    }
    template <class Index>
    std::uint32_t offset_of(Index index) const {
        return static_cast<std::uint32_t>(index) & static_cast<std::uint32_t>((std::uint64_t{1} << shift) - 1);
    }
    /// Where the run of a region begins in its chunk. It ends where the next region's run begins.
    std::uint64_t run(std::uint64_t region, std::uint64_t of_chunk) const { return region * chunks + of_chunk; }
    std::uint64_t runs() const { return run(regions + 1, 0); }
};

/// Whether regions are named in no order: of some stretches of the indices, most name a region that none before has
/// named, no region is named by many, and steps are not repeated.
template <class Index>
bool regions_in_no_order(const region_shape& shape, const Index* indices, std::uint64_t count) {
    constexpr std::uint64_t stretches = 32, length = 32;
    std::uint16_t named[region_shape::most_regions] = {}, last_named[region_shape::most_regions] = {};
    std::uint64_t first_names = 0;
    std::uint16_t most = 0;
    for (std::uint64_t s = 0; s < stretches; ++s) {
        const Index* const at = indices + s * (count - length) / (stretches - 1);
        for (std::uint64_t i = 2; i < length; ++i) {
            const std::uint64_t region = shape.region_of(at[i]);
            if (region >= shape.regions) return false;  // an index that is not good, which must do no harm here
            const auto here = static_cast<std::uint64_t>(at[i]), before = static_cast<std::uint64_t>(at[i - 1]);
            const bool step_repeats = here - before == before - static_cast<std::uint64_t>(at[i - 2]);
            first_names += last_named[region] != s + 1 && !step_repeats;
            last_named[region] = static_cast<std::uint16_t>(s + 1);
            most = std::max(most, ++named[region]);
        }
    }
    return first_names >= stretches * (length - 2) * 11 / 16 && most <= stretches * length / 8;
}

/// Elements of 4 bytes and fewer take less time by regions from this size of all places on, by measurement on a Zen 5
/// with 32 MiB of third-level cache.
inline constexpr std::uint64_t partitioned_bytes = 2 * larger_than_caches;

/// Whether a partition takes less time than places as they are named: a region is read whole, which few indices are not
/// worth.
template <class Index>
bool worth_partitioning(const region_shape& shape, const Index* indices, std::uint64_t count, std::uint64_t bytes) {
    constexpr std::uint64_t line = 64;
    return count >= 8 * (bytes / line) && regions_in_no_order(shape, indices, count);
}

struct free_scratch {
    std::size_t alignment = 64;
    void operator()(unsigned char* memory) const { ::operator delete[](memory, std::align_val_t{alignment}); }
};
using scratch_memory = std::unique_ptr<unsigned char[], free_scratch>;

/// Memory that starts at a line, or null if there is none. Large memory gets huge pages if possible: the first touch of
/// small pages takes longer than a partition.
inline scratch_memory allocate_scratch(std::uint64_t bytes) {
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t alignment = bytes < page ? 64 : page;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    scratch_memory memory(
        static_cast<unsigned char*>(::operator new[](bytes, std::align_val_t{alignment}, std::nothrow)),
        free_scratch{alignment});
#if defined(__linux__)
    if (memory && alignment == page) madvise(memory.get(), bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

/// Finds where the runs of a chunk of `some` indices begin, and calls `put(place in the chunk, offset in its region,
/// k)` for each.
template <class Index, class Put>
void partition_chunk(region_shape shape, std::uint64_t chunk, const Index* indices, std::uint64_t some,
                     std::uint32_t* begins, Put put) {
    std::uint32_t cursors[region_shape::most_regions] = {};
    for (std::uint64_t k = 0; k < some; ++k) ++cursors[shape.region_of(indices[k])];
    std::uint32_t begin = 0;
    for (std::uint64_t region = 0; region < shape.regions; ++region) {
        begins[shape.run(region, chunk)] = begin;
        begin += std::exchange(cursors[region], begin);
    }
    begins[shape.run(shape.regions, chunk)] = begin;
    for (std::uint64_t k = 0; k < some; ++k) {
        put(cursors[shape.region_of(indices[k])]++, shape.offset_of(indices[k]), k);
    }
}

/// Calls `visit(first of the run, its elements)` for the runs of one region.
template <class Visit>
void visit_runs(const region_shape& shape, std::uint64_t region, const std::uint32_t* begins, Visit visit) {
    for (std::uint64_t chunk = 0; chunk < shape.chunks; ++chunk) {
        const std::uint64_t run = shape.run(region, chunk);
        visit(chunk * region_shape::chunk + begins[run], begins[run + shape.chunks] - begins[run]);
    }
}

/// Calls `work(chunk, its first index, indices, a core's own number)` for all chunks.
template <class Work>
void for_each_chunk(std::uint64_t count, Work work) {
    const std::uint64_t chunks = (count + region_shape::chunk - 1) / region_shape::chunk;
    in_parallel(0, chunks, [=](std::uint64_t chunk) {
        const std::uint64_t first = chunk * region_shape::chunk;
        work(chunk, first, std::min(region_shape::chunk, count - first),
             static_cast<std::uint64_t>(tbb::this_task_arena::current_thread_index()));
    });
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
