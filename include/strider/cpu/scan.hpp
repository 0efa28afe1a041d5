// Scan on all cores: a batch of tiles at a time, from memory to the cache and from the cache to the results.
//
// A core takes the next batch, makes the totals of its strips, waits for the totals of the batches before it in the
// group, of the groups before it in the region and for what stands before the region, and writes the results with these
// taken in: by streaming stores where the whole does not fit the caches. Batches are taken in order, so that a core
// only waits for cores that are at work. So memory is read once and written once, in one of two ways:
// - The operators of core/operators.hpp on common types go by the widest vectors that the processor has, which are
//   faster than memory. A batch is read twice, once from memory for its totals and once from the cache for its results,
//   and the totals of a core's next batch are made while the results of this one are stored: memory is never idle.
// - Any other operator is called as seldom as possible: each strip is scanned by itself into a buffer that stays in the
//   core's cache, and what stands before it is taken in on the way out.
// Scratch is one value a tile and one batch a core. Honours the caller's tbb::task_arena.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013), with the canonical order's groups and
// regions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan_parts.hpp>
#include <strider/cpu/scan_rows.hpp>
#include <strider/cpu/simd_scan.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>

namespace strider {

namespace cpu_backend {

template <class T>
using strip_totals = std::array<T, scan_order::strips>;

/// Tiles from `first` on, before `end`, which a core takes together.
struct tile_batch {
    std::uint64_t first, end;
};

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
        void look_ahead(tile_batch next) { next_ = next; }
        void write(std::uint64_t tile, const carry<T>& before) {
            scan_.write(tile, scanned(tile), totals(tile), before);
        }
        void go_on() { start(next_); }

    private:
        T* scanned(std::uint64_t tile) const { return scanned_.get() + (tile - tiles_.first) * scan_.shape_.tile; }

        const tile_scan& scan_;
        std::unique_ptr<T[]> scanned_;
        std::array<strip_totals<T>, batch> totals_;
        tile_batch tiles_{}, next_{};
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
    static void scan(const contiguous<T>&, simd_scan of, strip_totals<T>& next_totals, T* to) {
        of.next_totals = next_totals.data();
        scan_simd_strips(of, to);
    }
};

/// By vectors: while the results of a tile are stored, the totals of a tile of the next batch are made.
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
                scan_.scan({}, nullptr, scan_.strips(tile, tiles.end), totals_[tile - tiles.first], nullptr);
            }
        }
        const strip_totals<T>& totals(std::uint64_t tile) const { return totals_[tile - tiles_.first]; }
        void look_ahead(tile_batch next) {
            next_ = next;
            if (next.first < next.end) fetch_first(scan_.strips(next.first, next.end), sizeof(*scan_.results_));
        }
        void write(std::uint64_t tile, const carry<T>& before) {
            const std::uint64_t i = tile - tiles_.first, ahead = next_.first + i;
            scan_.write(tile, totals_[i], before, ahead < next_.end ? scan_.strips(ahead, next_.end) : simd_strips{},
                        next_totals_[i], part_.get());
        }
        void go_on() {
            tiles_ = next_;
            totals_ = next_totals_;
        }

    private:
        const tile_scan& scan_;
        std::unique_ptr<T[]> part_;  ///< of the strip that is not complete
        std::array<strip_totals<T>, batch> totals_, next_totals_;
        tile_batch tiles_{}, next_{};
    };

private:
    using element = std::remove_reference_t<decltype(*vectors::results(std::declval<Output>()))>;

    /// The complete strips of a tile of a batch that ends with the tile before `end`.
    simd_strips strips(std::uint64_t tile, std::uint64_t end) const {
        const std::uint64_t first = tile * shape_.tile, last = std::min(end * shape_.tile, shape_.elements);
        return {shape_.rows, static_cast<unsigned>(std::min(shape_.tile, last - first) / shape_.strip),
                elements_ + first, last - first};
    }

    void scan(const simd_strips& strips, const element* before, const simd_strips& next, strip_totals<T>& next_totals,
              element* to) const {
        vectors::scan(
            source_,
            {simd_type_of<element>(), vectors::operation(op_), Exclusive, strips, before, next, nullptr, streaming_},
            next_totals, to);
    }

    void write(std::uint64_t tile, const strip_totals<T>& totals, const carry<T>& base, const simd_strips& next,
               strip_totals<T>& next_totals, T* part) const {
        const std::uint64_t first = tile * shape_.tile, count = std::min(shape_.tile, shape_.elements - first);
        const std::uint64_t complete = count / shape_.strip, done = complete * shape_.strip;
        std::array<carry<T>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(complete), before_strip, op_);
        strip_totals<element> before;
        for (unsigned i = 0; i < complete; ++i) before[i] = vectors::before(base.with(before_strip[i], op_));
        scan(strips(tile, tile + 1), before.data(), next, next_totals, results_ + first);
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
    const std::uint64_t batches = (shape.tiles + batch - 1) / batch;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers = elements < cpu_backend::parallel_from ? 1 : std::min(cores, batches);

    // The flags say what is known: the totals of a batch, that of a group, and what stands before a region.
    const auto totals = std::make_unique_for_overwrite<T[]>(shape.tiles);
    const auto totals_known = std::make_unique<std::atomic<bool>[]>(batches);
    const auto group_totals = std::make_unique_for_overwrite<T[]>(shape.groups);
    const auto group_known = std::make_unique<std::atomic<bool>[]>(shape.groups);
    const auto before_region = std::make_unique<carry<T>[]>(shape.regions + 1);
    const auto region_known = std::make_unique<std::atomic<bool>[]>(shape.regions + 1);
    before_region[0] = start;
    region_known[0].store(true, std::memory_order_relaxed);
    std::atomic<std::uint64_t> next{0};
    const auto take_batch = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
    std::atomic<bool> failed{false};  // a core that fails lets the others end
    const auto wait_for = [&](const std::atomic<bool>* known, std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i) {
            while (!known[i].load(std::memory_order_acquire)) {
                if (failed.load(std::memory_order_relaxed)) return false;
                std::this_thread::yield();
            }
        }
        return true;
    };

    const auto tiles_of = [&](std::uint64_t which) {
        return cpu_backend::tile_batch{std::min(which * batch, shape.tiles),
                                       std::min((which + 1) * batch, shape.tiles)};
    };

    // Gives the batch to take after this one.
    const auto scan_batch = [&](std::uint64_t which, auto& worker) {
        const auto [first, end] = tiles_of(which);
        const std::uint64_t group = first / scan_order::group, region = group / scan_order::region;
        const std::uint64_t first_tile = group * scan_order::group, first_group = region * scan_order::region;
        for (std::uint64_t tile = first; tile < std::min(end, elements / shape.tile); ++tile) {
            auto tree = worker.totals(tile);
            totals[tile] = cpu_backend::reduce_tree(tree.data(), scan_order::strips, op);
        }
        totals_known[which].store(true, std::memory_order_release);
        const std::uint64_t after = take_batch();
        worker.look_ahead(tiles_of(after));

        if (!wait_for(totals_known.get(), first_tile / batch, which)) return batches;
        std::array<carry<T>, scan_order::group> before_tile;
        const auto tiles = static_cast<unsigned>(std::min(end, elements / shape.tile) - first_tile);
        const T group_total = cpu_backend::scan_values(totals.get() + first_tile, tiles, before_tile, op);
        const bool ends_group = tiles == scan_order::group;
        if (ends_group) {
            group_totals[group] = group_total;
            group_known[group].store(true, std::memory_order_release);
        }

        if (!wait_for(group_known.get(), first_group, group)) return batches;
        std::array<carry<T>, scan_order::region> before_group;
        const auto groups = static_cast<unsigned>(group - first_group) + (ends_group ? 1 : 0);
        const T region_total = cpu_backend::scan_values(group_totals.get() + first_group, groups, before_group, op);

        if (!wait_for(region_known.get(), region, region + 1)) return batches;
        if (groups == scan_order::region) {
            before_region[region + 1] = before_region[region].with({region_total, true}, op);
            region_known[region + 1].store(true, std::memory_order_release);
        }
        const carry<T> base = before_region[region].with(before_group[group - first_group], op);
        for (std::uint64_t tile = first; tile < end; ++tile) {
            worker.write(tile, base.with(before_tile[tile - first_tile], op));
        }
        worker.go_on();
        return after;
    };
    const auto work = [&] {
        try {
            typename tile_scan::worker worker(scan);
            std::uint64_t which = take_batch();
            worker.start(tiles_of(which));
            while (which < batches) which = scan_batch(which, worker);
        } catch (...) {
            failed.store(true, std::memory_order_relaxed);
            throw;
        }
    };
    cpu_backend::on_workers(workers, work);
    const carry<T>& after = before_region[shape.regions];
    return after.given ? std::optional<T>(after.value) : std::nullopt;
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(cpu policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    scan_regions<Exclusive>(policy, source, scan_order::tile_shape(elements, sizeof(T)), output, op, init);
}

}  // namespace strider
