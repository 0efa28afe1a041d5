// Scan on all cores: a batch of tiles at a time, from memory to the cache and from the cache to the results.
//
// A core takes the next batch and makes its totals. Where all batches to its left have theirs, what stands before it is
// known, and it writes the results with that taken in: by streaming stores where the whole does not fit the caches.
// Where one is missing, since another core is slower or not running, the core goes on to the batch after: no core waits
// for another, and whichever closes the gap writes what it held up. So memory is read once and written once (and a
// batch that was held up is read again), in one of three ways:
// - Floating point by the operators of core/operators.hpp goes by the widest vectors that the processor has. A batch is
//   read twice, once from memory for its totals and once from the cache for its results; by a core alone, once.
// - Integers by these operators, whose order cannot be seen, go by plain loops (cpu/scan/stretches.hpp).
// - Any other operator is called as seldom as possible: each strip is scanned by itself into a buffer that stays in the
//   core's cache, and what stands before it is taken in on the way out.
// Scratch is a few values a tile and one batch a core. Honours the caller's tbb::task_arena.
//
// Source: the chained scan of S. Yan, G. Long and Y. Zhang, StreamScan (2013), with the canonical order's groups and
// regions, and without its waiting.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/batch_turns.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan/carry.hpp>
#include <strider/cpu/scan/parts.hpp>
#include <strider/cpu/scan/rows.hpp>
#include <strider/cpu/scan/simd.hpp>
#include <strider/cpu/scan/stretches.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {

namespace cpu_backend {

/// One scan: its source, output and shape. Every core has a worker of its own, which takes a batch of tiles at a time:
/// at most 240 KiB of values, which stay in a core's cache.
template <bool Exclusive, class Source, class Output, class T, class Operator>
class tile_scan {
public:
    static constexpr unsigned batch = 4;
    static constexpr std::uint64_t parallel_from = parallel_from_by<Source, Operator>;

    tile_scan(const Source& source, const scan_order::tile_shape& shape, Output output, Operator op)
        : source_(source), shape_(shape), output_(output), op_(op), streaming_(streams(source, shape, output)) {}

    class worker {
    public:
        explicit worker(const tile_scan& scan)
            : scan_(scan),
              scanned_(std::make_unique_for_overwrite<T[]>(std::min<std::uint64_t>(batch, scan.shape_.tiles) *
                                                           scan.shape_.tile)) {}

        /// Scans the strips of a tile by themselves; the total of the complete ones.
        T total(std::uint64_t tile) {
            scan_.scan_strips(tile, scanned(tile), totals_[tile % batch]);
            prefixes<scan_order::strips, T> totals;
            const std::uint64_t complete = scan_.size(tile) / scan_.shape_.strip;
            for (std::uint64_t strip = 0; strip < complete; ++strip) {
                totals.append(totals_[tile % batch][strip], scan_.op_);
            }
            return totals.before().value;
        }
        /// The tile's results behind `before`. `is_scanned`: this was the last batch that the worker took totals of.
        T write(std::uint64_t tile, const carry<T>& before, bool is_scanned) {
            if (!is_scanned) scan_.scan_strips(tile, scanned(tile), totals_[tile % batch]);
            return scan_.write(tile, scanned(tile), totals_[tile % batch], before);
        }

    private:
        T* scanned(std::uint64_t tile) const { return scanned_.get() + tile % batch * scan_.shape_.tile; }

        const tile_scan& scan_;
        std::unique_ptr<T[]> scanned_;
        std::array<std::array<T, scan_order::strips>, batch> totals_;
    };

private:
    using strip_totals = std::array<T, scan_order::strips>;

    static bool streams([[maybe_unused]] const Source& source, const scan_order::tile_shape& shape,
                        [[maybe_unused]] const Output& output) {
        if constexpr (is_contiguous<Source> && std::is_same_v<Output, T*>) {
            if (source.data == output) return false;
        }
        return shape.elements * 2 * sizeof(T) > larger_than_caches;
    }

    std::uint64_t size(std::uint64_t tile) const { return std::min(shape_.tile, shape_.elements - tile * shape_.tile); }

    void scan_strips(std::uint64_t tile, T* scanned, strip_totals& totals) const {
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
    void scan_together(std::uint64_t first, T* scanned, strip_totals& totals) const {
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

    T write(std::uint64_t tile, const T* scanned, const strip_totals& totals, const carry<T>& before) const {
        const std::uint64_t first = tile * shape_.tile, count = size(tile);
        prefixes<scan_order::strips, T> strips;
        for (std::uint64_t done = 0; done < count; done += shape_.strip) {
            write_strip<Exclusive>(scanned + done, first + done, std::min(shape_.strip, count - done),
                                   before.with(strips.before(), op_), op_, streaming_, output_);
            if (done + shape_.strip <= count) strips.append(totals[done / shape_.strip], op_);
        }
        return strips.before().value;
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

template <std::floating_point T, has_simd_operator Operator>
    requires has_simd_type<T>
struct vector_scan<contiguous<T>, T*, Operator> {
    using element = T;
    static const T* elements(const contiguous<T>& source) { return source.data; }
    static T* results(T* output) { return output; }
    static T value(const T& carried) { return carried; }
    static simd_scan scan(const contiguous<T>&, Operator op) { return {simd_type_of<T>(), simd_operator_of(op)}; }
};

/// By vectors.
template <bool Exclusive, class Source, class Output, class T, class Operator>
    requires requires { typename vector_scan<Source, Output, Operator>::element; }
class tile_scan<Exclusive, Source, Output, T, Operator> {
    using vectors = vector_scan<Source, Output, Operator>;
    using element = typename vectors::element;

public:
    /// As many values as of a plain scan: a tile of (value, head) pairs has as many pairs as that has values.
    static constexpr unsigned batch = 4 * sizeof(T) / sizeof(element);
    static constexpr std::uint64_t parallel_from = parallel_moves_from;

    tile_scan(const Source& source, const scan_order::tile_shape& shape, Output output, Operator op)
        : source_(source),
          shape_(shape),
          output_(output),
          op_(op),
          elements_(vectors::elements(source)),
          results_(vectors::results(output)),
          streaming_(elements_ != results_ && shape.elements * 2 * sizeof(element) > larger_than_caches) {}

    class worker {
    public:
        explicit worker(const tile_scan& scan)
            : scan_(scan),
              part_(std::make_unique_for_overwrite<T[]>(std::min(scan.shape_.strip, scan.shape_.elements))) {}

        T total(std::uint64_t tile) {
            T total;
            scan_simd_strips(scan_.strips(tile, nullptr), nullptr, &total);
            return total;
        }
        T write(std::uint64_t tile, const carry<T>& before, bool) { return scan_.write(tile, before, part_.get()); }

    private:
        const tile_scan& scan_;
        std::unique_ptr<T[]> part_;  ///< of the strip that is not complete
    };

private:
    /// The complete strips of a tile.
    simd_scan strips(std::uint64_t tile, const element* base) const {
        const std::uint64_t first = tile * shape_.tile, count = std::min(shape_.tile, shape_.elements - first);
        simd_scan of = vectors::scan(source_, op_);
        of.elements = elements_ + first;
        if (of.heads != nullptr) of.heads += first / 32;
        of.exclusive = Exclusive, of.streaming = streaming_;
        of.rows = shape_.rows, of.strips = static_cast<unsigned>(count / shape_.strip);
        of.base = base;
        return of;
    }

    T write(std::uint64_t tile, const carry<T>& before, T* part) const {
        const std::uint64_t first = tile * shape_.tile, count = std::min(shape_.tile, shape_.elements - first);
        const element base = vectors::value(before.value);
        const simd_scan of = strips(tile, before.given ? &base : nullptr);
        carry<T> total;
        scan_simd_strips(of, results_ + first, &total.value);
        total.given = of.strips > 0;
        const std::uint64_t done = of.strips * shape_.strip;
        if (done < count) {
            scan_strip<Exclusive>(source_, first + done, count - done, op_, part);
            write_strip<Exclusive>(part, first + done, count - done, before.with(total, op_), op_, streaming_, output_);
        }
        return total.value;
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

/// The scan of the elements of `shape` to `output`, which may be where they come from.
/// `output` is a pointer, or what gives a place to assign a result to by output[i].
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_regions(cpu, const Source& source, const scan_order::tile_shape& shape, Output output, Operator op,
                  const std::optional<T>& init) {
    using namespace cpu_backend;
    using tile_scan = cpu_backend::tile_scan<Exclusive, Source, Output, T, Operator>;
    const tile_scan scan(source, shape, output, op);
    tile_carries<T, Operator> carries(init ? carry<T>{*init, true} : carry<T>{}, op);

    constexpr unsigned batch = tile_scan::batch;
    const std::uint64_t batches = (shape.tiles + batch - 1) / batch, complete = shape.elements / shape.tile;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers = shape.elements < tile_scan::parallel_from ? 1 : std::min(cores, batches);
    if (workers <= 1) {
        typename tile_scan::worker worker(scan);
        for (std::uint64_t tile = 0; tile < shape.tiles; ++tile) {
            const T total = worker.write(tile, carries.before(), false);
            if (tile < complete) carries.append(total);
        }
    } else {
        const auto totals = std::make_unique_for_overwrite<T[]>(shape.tiles);
        const auto before = std::make_unique<carry<T>[]>(shape.tiles);
        const auto for_tiles = [&](std::uint64_t which, auto take) {
            const std::uint64_t end = std::min((which + 1) * batch, shape.tiles);
            for (std::uint64_t tile = which * batch; tile < end; ++tile) take(tile);
        };
        const auto make = [&] {
            const auto worker = std::make_shared<typename tile_scan::worker>(scan);
            return batch_worker{[&, worker](std::uint64_t which) {
                                    for_tiles(which, [&](std::uint64_t tile) { totals[tile] = worker->total(tile); });
                                },
                                [&, worker](std::uint64_t which, bool is_own) {
                                    for_tiles(which,
                                              [&](std::uint64_t tile) { worker->write(tile, before[tile], is_own); });
                                }};
        };
        in_turns(batches, workers, make, [&](std::uint64_t which) {
            for_tiles(which, [&](std::uint64_t tile) {
                before[tile] = carries.before();
                if (tile < complete) carries.append(totals[tile]);
            });
        });
    }
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(cpu policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    if constexpr (cpu_backend::free_of_order<Operator, T> && std::is_same_v<Source, contiguous<T>> &&
                  std::is_same_v<Output, T*>) {
        cpu_backend::scan_stretches<Exclusive>(std::span(source.data, elements), std::span<const std::uint64_t>(),
                                               output, op, init);
    } else {
        scan_regions<Exclusive>(policy, source, scan_order::tile_shape(elements, sizeof(T)), output, op, init);
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
