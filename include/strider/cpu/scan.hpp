// Scan on all cores: a batch of tiles at a time, from memory to the cache and from the cache to the results.
//
// A core takes the next batch and makes the totals of its strips. Where all batches to its left have theirs, what
// stands before it is known, and it writes the results with that taken in: by streaming stores where the whole does not
// fit the caches. Where one is missing, since another core is slower or not running, the core goes on to the batch
// after: no core waits for another, and whichever closes the gap writes what it held up. So memory is read once and
// written once (and a batch that was held up is read again), in one of two ways:
// - The operators of core/operators.hpp on common types go by the widest vectors that the processor has, which are
//   faster than memory. A batch is read twice, once from memory for its totals and once from the cache for its results.
// - Any other operator is called as seldom as possible: each strip is scanned by itself into a buffer that stays in the
//   core's cache, and what stands before it is taken in on the way out.
// Scratch is a few values a tile and one batch a core. Honours the caller's tbb::task_arena.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013), with the canonical order's groups and
// regions, and without its waiting.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/batch_turns.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan/parts.hpp>
#include <strider/cpu/scan/progress.hpp>
#include <strider/cpu/scan/rows.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {

namespace cpu_backend {

template <class T>
using strip_totals = std::array<T, scan_order::strips>;

/// At most 240 KiB, which stay in a core's cache.
inline constexpr unsigned tiles_of_batch = 4;

/// One scan: its source, output and shape. Every core has a worker of its own, which is given batch after batch.
template <bool Exclusive, class Source, class Output, class T, class Operator>
class tile_scan {
public:
    static constexpr unsigned batch = tiles_of_batch;

    tile_scan(const Source& source, const scan_order::tile_shape& shape, Output output, Operator op)
        : source_(source), shape_(shape), output_(output), op_(op), streaming_(streams(source, shape, output)) {}

    class worker {
    public:
        explicit worker(const tile_scan& scan)
            : scan_(scan),
              scanned_(std::make_unique_for_overwrite<T[]>(std::min<std::uint64_t>(batch, scan.shape_.tiles) *
                                                           scan.shape_.tile)) {}

        /// Scans the strips of the tiles by themselves.
        void start(tile_batch tiles) {
            tiles_ = tiles;
            for (std::uint64_t tile = tiles.first; tile < tiles.end; ++tile) {
                scan_.scan_strips(tile, scanned(tile), totals_[tile - tiles.first]);
            }
        }
        /// Of the tile's complete strips.
        const strip_totals<T>& totals(std::uint64_t tile) const { return totals_[tile - tiles_.first]; }
        void write(std::uint64_t tile, const carry<T>& before) {
            scan_.write(tile, scanned(tile), totals(tile), before);
        }

    private:
        T* scanned(std::uint64_t tile) const { return scanned_.get() + (tile - tiles_.first) * scan_.shape_.tile; }

        const tile_scan& scan_;
        std::unique_ptr<T[]> scanned_;
        std::array<strip_totals<T>, batch> totals_;
        tile_batch tiles_{};
    };

private:
    static bool streams([[maybe_unused]] const Source& source, const scan_order::tile_shape& shape,
                        [[maybe_unused]] const Output& output) {
        if constexpr (is_contiguous<Source> && std::is_same_v<Output, T*>) {
            if (source.data == output) return false;
        }
        return shape.elements * 2 * sizeof(T) > larger_than_caches;
    }

    std::uint64_t size(std::uint64_t tile) const { return std::min(shape_.tile, shape_.elements - tile * shape_.tile); }

    void scan_strips(std::uint64_t tile, T* scanned, strip_totals<T>& totals) const {
        const std::uint64_t first = tile * shape_.tile, count = size(tile);
        if (count < shape_.tile) {
            for (std::uint64_t done = 0; done < count; done += shape_.strip) {
                const std::uint64_t some = std::min(shape_.strip, count - done);
                totals[done / shape_.strip] = scan_strip<Exclusive>(source_, first + done, some, op_, scanned + done);
            }
        } else if constexpr (std::is_arithmetic_v<T>) {
            by_widest_vectors([&] { scan_together(first, scanned, totals); });
        } else {
            scan_together(first, scanned, totals);
        }
    }

    /// All strips of a complete tile.
    void scan_together(std::uint64_t first, T* scanned, strip_totals<T>& totals) const {
        constexpr unsigned size_of_row = scan_order::lanes * scan_order::run(sizeof(T));
        strip_rows<T, Operator> rows(op_);
        for (unsigned i = 0; i < shape_.rows; ++i) {
            T* const to = scanned + i * size_of_row;
            const auto scan = [&](const T* from, std::uint64_t apart) {
                i == 0 ? rows.template scan<Exclusive, true>(from, apart, to, shape_.strip)
                       : rows.template scan<Exclusive, false>(from, apart, to, shape_.strip);
            };
            if constexpr (is_contiguous<Source>) {
                scan(source_.data + first + i * size_of_row, shape_.strip);
            } else {
                // Values that have been in memory are rounded.
                T values[scan_order::strips * size_of_row];
                for (unsigned strip = 0; strip < scan_order::strips; ++strip) {
                    for (unsigned k = 0; k < size_of_row; ++k) {
                        values[strip * size_of_row + k] = source_(first + strip * shape_.strip + i * size_of_row + k);
                    }
                }
                asm volatile("" : : "r"(values) : "memory");
                scan(values, size_of_row);
            }
        }
        std::copy_n(rows.totals(), totals.size(), totals.begin());
    }

    void write(std::uint64_t tile, const T* scanned, const strip_totals<T>& totals, const carry<T>& before) const {
        const std::uint64_t first = tile * shape_.tile, count = size(tile);
        std::array<carry<T>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(count / shape_.strip), before_strip, op_);
        for (std::uint64_t done = 0; done < count; done += shape_.strip) {
            write_strip<Exclusive>(scanned + done, first + done, std::min(shape_.strip, count - done),
                                   before.with(before_strip[done / shape_.strip], op_), op_, streaming_, output_);
        }
    }

    const Source& source_;
    const scan_order::tile_shape& shape_;
    Output output_;
    Operator op_;
    bool streaming_;
};

/// How a source is scanned by vectors, where it can be: here elements in memory; segmented_scan.hpp adds their heads.
template <class Source, class Output, class Operator>
struct vector_scan;

template <has_simd_type T, has_simd_operator Operator>
struct vector_scan<contiguous<T>, T*, Operator> {
    static constexpr unsigned batch = tiles_of_batch;
    static const T* elements(const contiguous<T>& source) { return source.data; }
    static T* results(T* output) { return output; }
    static simd_operator operation(Operator op) { return simd_operator_of(op); }
    /// What stands before a strip; the identity where nothing does.
    static T before(const carry<T>& found) { return found.given ? found.value : neutral<T, Operator>(); }
    static void scan(const contiguous<T>&, const simd_scan& of, T* to) { scan_simd_strips(of, to); }
    static void total(const contiguous<T>&, const simd_scan& of, strip_totals<T>& totals) {
        total_simd_strips(of, totals.data());
    }
};

/// By vectors.
template <bool Exclusive, class Source, class Output, class T, class Operator>
    requires requires { vector_scan<Source, Output, Operator>::batch; }
class tile_scan<Exclusive, Source, Output, T, Operator> {
    using vectors = vector_scan<Source, Output, Operator>;

public:
    static constexpr unsigned batch = vectors::batch;

    tile_scan(const Source& source, const scan_order::tile_shape& shape, Output output, Operator op)
        : source_(source),
          shape_(shape),
          output_(output),
          op_(op),
          elements_(vectors::elements(source)),
          results_(vectors::results(output)),
          streaming_(elements_ != results_ && shape.elements * 2 * sizeof(*results_) > larger_than_caches) {}

    class worker {
    public:
        explicit worker(const tile_scan& scan)
            : scan_(scan),
              part_(std::make_unique_for_overwrite<T[]>(std::min(scan.shape_.strip, scan.shape_.elements))) {}

        void start(tile_batch tiles) {
            tiles_ = tiles;
            for (std::uint64_t tile = tiles.first; tile < tiles.end; ++tile) {
                vectors::total(scan_.source_, scan_.strips(tile), totals_[tile - tiles.first]);
            }
        }
        const strip_totals<T>& totals(std::uint64_t tile) const { return totals_[tile - tiles_.first]; }
        void write(std::uint64_t tile, const carry<T>& before) { scan_.write(tile, totals(tile), before, part_.get()); }

    private:
        const tile_scan& scan_;
        std::unique_ptr<T[]> part_;  ///< of the strip that is not complete
        std::array<strip_totals<T>, batch> totals_;
        tile_batch tiles_{};
    };

private:
    using element = std::remove_reference_t<decltype(*vectors::results(std::declval<Output>()))>;

    /// The complete strips of a tile.
    simd_scan strips(std::uint64_t tile) const {
        const std::uint64_t first = tile * shape_.tile, count = std::min(shape_.tile, shape_.elements - first);
        const auto complete = static_cast<unsigned>(count / shape_.strip);
        return {simd_type_of<element>(), vectors::operation(op_), {shape_.rows, complete, elements_ + first}};
    }

    void write(std::uint64_t tile, const strip_totals<T>& totals, const carry<T>& base, T* part) const {
        const std::uint64_t first = tile * shape_.tile, count = std::min(shape_.tile, shape_.elements - first);
        const std::uint64_t complete = count / shape_.strip, done = complete * shape_.strip;
        std::array<carry<T>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(complete), before_strip, op_);
        strip_totals<element> before;
        for (unsigned i = 0; i < complete; ++i) before[i] = vectors::before(base.with(before_strip[i], op_));
        simd_scan of = strips(tile);
        of.exclusive = Exclusive, of.before = before.data(), of.streaming = streaming_;
        vectors::scan(source_, of, results_ + first);
        if (done < count) {
            scan_strip<Exclusive>(source_, first + done, count - done, op_, part);
            write_strip<Exclusive>(part, first + done, count - done, base.with(before_strip[complete], op_), op_,
                                   streaming_, output_);
        }
    }

    const Source& source_;
    const scan_order::tile_shape& shape_;
    Output output_;
    Operator op_;
    const element* elements_;
    element* results_;
    bool streaming_;
};

}  // namespace cpu_backend

/// The scan of the elements of `shape` to `output`, which may be where they come from. Gives what stands before the
/// region that follows, where the last one is complete: the `init` of the next piece.
/// `output` is a pointer, or what gives a place to assign a result to by output[i].
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
std::optional<T> scan_regions(cpu, const Source& source, const scan_order::tile_shape& shape, Output output,
                              Operator op, const std::optional<T>& init) {
    using cpu_backend::carry;
    const std::uint64_t elements = shape.elements;
    using tile_scan = cpu_backend::tile_scan<Exclusive, Source, Output, T, Operator>;
    const tile_scan scan(source, shape, output, op);
    carry<T> start;
    if (init) start = {*init, true};

    constexpr unsigned batch = tile_scan::batch;
    static_assert(scan_order::group % batch == 0);
    cpu_backend::scan_progress<T, Operator> progress(shape, batch, start, op);
    cpu_backend::batch_turns turns(progress.batches());
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers =
        elements < cpu_backend::parallel_from_by<Source, Operator> ? 1 : std::min(cores, turns.batches());
    cpu_backend::on_workers(workers, [&] {
        try {
            typename tile_scan::worker worker(scan);
            std::uint64_t own = turns.batches();  // the batch whose totals the worker has
            while (const auto task = turns.take(own)) {
                const auto [first, end] = progress.tiles_of(task->batch);
                if (task->batch != own) worker.start({first, end});
                own = task->batch;
                if (task->is_settled) {
                    for (std::uint64_t tile = first; tile < end; ++tile) worker.write(tile, progress.before(tile));
                    continue;
                }
                for (std::uint64_t tile = first; tile < std::min(end, elements / shape.tile); ++tile) {
                    auto tree = worker.totals(tile);
                    progress.total(tile) = cpu_backend::reduce_tree(tree.data(), scan_order::strips, op);
                }
                turns.give(task->batch, [&](std::uint64_t which) { progress.settle(which); });
            }
        } catch (...) {
            turns.fail();  // the others end
            throw;
        }
    });
    const carry<T>& after = progress.after();
    return after.given ? std::optional<T>(after.value) : std::nullopt;
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(cpu policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    scan_regions<Exclusive>(policy, source, scan_order::tile_shape(elements, sizeof(T)), output, op, init);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
