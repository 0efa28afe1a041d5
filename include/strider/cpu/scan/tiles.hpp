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

/// Calls work(worker, tile) for all tiles of a scan, on all cores.
template <class Scan, class Work>
void share_tiles(const Scan& scan, const scan_order::tile_shape& shape, const Work& work) {
    constexpr std::uint64_t batch = Scan::batch;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    std::atomic<std::uint64_t> next{0};
    on_workers(shape.elements < parallel_from ? 1 : std::min(cores, (shape.tiles + batch - 1) / batch), [&] {
        typename Scan::worker worker(scan);
        for (;;) {
            const std::uint64_t first = next.fetch_add(batch, std::memory_order_relaxed);
            if (first >= shape.tiles) return;
            for (std::uint64_t tile = first; tile < std::min(first + batch, shape.tiles); ++tile) work(worker, tile);
        }
    });
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
    share_tiles(of, complete, [=](auto& worker, std::uint64_t tile) { totals[tile] = worker.total(tile); });
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
    share_tiles(of, shape, [=](auto& worker, std::uint64_t tile) {
        worker.write(tile, tile > 0 || first_given ? carry<T>{carries[tile], true} : carry<T>{}, false);
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
