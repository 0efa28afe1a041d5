// The two halves of a scan whose tiles are not all here, on all cores: totals of tiles, and results behind known
// carries. No core waits for another.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include <tbb/task_arena.h>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {

namespace cpu_backend {

/// Calls work(take) on all cores, where take() gives the next batch of tiles; an empty one at the end.
template <class Work>
void share_batches(const scan_order::tile_shape& shape, unsigned batch, const Work& work) {
    const std::uint64_t batches = (shape.tiles + batch - 1) / batch;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    std::atomic<std::uint64_t> next{0};
    const auto take = [&] {
        const std::uint64_t first = std::min(next.fetch_add(batch, std::memory_order_relaxed), shape.tiles);
        return tile_batch{first, std::min(first + batch, shape.tiles)};
    };
    on_workers(shape.elements < parallel_from ? 1 : std::min(cores, batches), [&] { work(take); });
}

}  // namespace cpu_backend

/// The total of every complete tile of `shape`.
template <element_source Source, class Operator, class T>
void tile_totals(cpu, const Source& source, const scan_order::tile_shape& shape, Operator op, T* totals) {
    using namespace cpu_backend;
    const scan_order::tile_shape complete = shape.piece(shape.elements / shape.tile * shape.tile);
    if (complete.tiles == 0) return;
    using scan = tile_scan<false, Source, T*, T, Operator>;
    const scan of(source, complete, static_cast<T*>(nullptr), op);
    share_batches(complete, scan::batch, [&](const auto& take) {
        typename scan::worker worker(of);
        for (tile_batch tiles = take(); tiles.first < tiles.end; tiles = take()) {
            worker.start(tiles);
            for (std::uint64_t tile = tiles.first; tile < tiles.end; ++tile) {
                auto tree = worker.totals(tile);
                totals[tile] = reduce_tree(tree.data(), scan_order::strips, op);
            }
        }
    });
}

/// The scan of each tile behind carries[tile], to `output`, which may be where the elements come from. Nothing stands
/// before the first tile unless `first_given`.
template <bool Exclusive, element_source Source, class Operator, class T>
void scan_tiles(cpu, const Source& source, const scan_order::tile_shape& shape, T* output, Operator op,
                const T* carries, bool first_given) {
    using namespace cpu_backend;
    if (shape.tiles == 0) return;
    using scan = tile_scan<Exclusive, Source, T*, T, Operator>;
    const scan of(source, shape, output, op);
    share_batches(shape, scan::batch, [&](const auto& take) {
        typename scan::worker worker(of);
        for (tile_batch tiles = take(); tiles.first < tiles.end; tiles = take()) {
            worker.start(tiles);
            for (std::uint64_t tile = tiles.first; tile < tiles.end; ++tile) {
                worker.write(tile, tile > 0 || first_given ? carry<T>{carries[tile], true} : carry<T>{});
            }
        }
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
