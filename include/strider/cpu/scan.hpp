// Scan on all cores: a batch of tiles at a time, from memory to the cache and from the cache to the results.
//
// A core takes the next batch, scans each of its strips by itself into a buffer that stays in its cache, waits for the
// totals of the batches before it in the group, of the groups before it in the region and for what stands before the
// region, and writes the buffer with these taken in: past the caches where the whole does not fit them. So memory is
// read once and written once, and every element is combined three times. Batches are taken in order, so that a core
// only waits for cores that are at work. The operators of core/operators.hpp on common types go by the widest vectors
// that the processor has. Scratch is one value a tile and one batch a core. Honours the caller's tbb::task_arena.
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

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/past_caches.hpp>
#include <strider/cpu/scan_rows.hpp>
#include <strider/cpu/simd_scan.hpp>

namespace strider {

namespace cpu_backend {

/// A row of a strip, with its elements in `folds` in the order v * 32 + lane, so that what all runs do alike is one
/// loop over neighbours.
template <class T, unsigned Width = scan_order::run(sizeof(T))>
struct scan_row {
    static constexpr unsigned lanes = scan_order::lanes, width = Width, size = lanes * width;
    alignas(64) T folds[size];
    alignas(64) T before[lanes];  ///< what stands before a run in its row; nothing before the first
    T total;                      ///< of a complete row

    /// A complete row of the elements from `first` on.
    template <class Source, class Operator>
    void load(const Source& source, std::uint64_t first, Operator op) {
        for (unsigned lane = 0; lane < lanes; ++lane) {
            T fold = value_of(source, first + lane * width);
            folds[lane] = fold;
            for (unsigned v = 1; v < width; ++v) {
                fold = op(fold, value_of(source, first + lane * width + v));
                folds[v * lanes + lane] = fold;
            }
        }
        alignas(64) T sums[lanes], shifted[lanes];
        std::copy_n(folds + (width - 1) * lanes, lanes, sums);
        step<1>(sums, shifted, op);
        step<2>(shifted, sums, op);
        step<4>(sums, shifted, op);
        step<8>(shifted, sums, op);
        step<16>(sums, shifted, op);
        std::copy_n(shifted, lanes - 1, before + 1);
        total = shifted[lanes - 1];
    }

    /// The last row of all, which is not complete.
    template <class Source, class Operator>
    void load_part(const Source& source, std::uint64_t first, unsigned count, Operator op) {
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = i / width, v = i % width;
            const T value = value_of(source, first + i);
            folds[v * lanes + lane] = v == 0 ? value : static_cast<T>(op(folds[(v - 1) * lanes + lane], value));
        }
        T sums[lanes];
        const unsigned filled = count / width;
        std::copy_n(folds + (width - 1) * lanes, filled, sums);
        for (unsigned distance = 1; distance < filled; distance *= 2) {
            for (unsigned i = filled; i-- > distance;) sums[i] = op(sums[i - distance], sums[i]);
        }
        std::copy_n(sums, filled, before + 1);
    }

    /// The results of a complete row; of an exclusive scan's first row all but the first.
    template <bool Exclusive, bool First, class Operator>
    void write(const T& before_row, T* to, Operator op) {
        constexpr unsigned none = First ? 1 : 0;
        if constexpr (!First) {
            for (unsigned lane = 1; lane < lanes; ++lane) before[lane] = op(before_row, before[lane]);
            before[0] = before_row;
        }
        for (unsigned v = 0; v < width; ++v) {
            T* const fold = folds + v * lanes;
            for (unsigned lane = none; lane < lanes; ++lane) fold[lane] = op(before[lane], fold[lane]);
        }
        for (unsigned lane = 0; lane < lanes; ++lane) {
            if constexpr (Exclusive) {
                if (!First || lane > 0) to[lane * width] = before[lane];
            }
            for (unsigned v = Exclusive; v < width; ++v) {
                to[lane * width + v] = folds[(v - Exclusive) * lanes + lane];
            }
        }
    }

private:
    template <class Source>
    static T value_of(const Source& source, std::uint64_t i) {
        if constexpr (is_rounded<Source>) {
            return source(i);
        } else {
            return rounded<T>(source(i));
        }
    }

    /// A step of Kogge and Stone's.
    template <unsigned distance, class Operator>
    static void step(const T* from, T* to, Operator op) {
        for (unsigned i = 0; i < distance; ++i) to[i] = from[i];
        for (unsigned i = distance; i < lanes; ++i) to[i] = op(from[i - distance], from[i]);
    }
};

/// What may stand before a part.
template <class T>
struct carry {
    T value{};
    bool given = false;

    /// Takes `right` in, to the right.
    template <class Operator>
    void append(const T& right, Operator op) {
        value = given ? static_cast<T>(op(value, right)) : right;
        given = true;
    }
    template <class Operator>
    carry with(const carry& right, Operator op) const {
        carry both = *this;
        if (right.given) both.append(right.value, op);
        return both;
    }
};

/// The exclusive scan of at most `Count` values in Kogge and Stone's order: `before[i]` of value i; gives the total.
template <std::size_t Count, class T, class Operator>
T scan_values(const T* first, unsigned filled, std::array<carry<T>, Count>& before, Operator op) {
    std::array<T, Count> values;
    std::copy_n(first, filled, values.begin());
    for (unsigned distance = 1; distance < filled; distance *= 2) {
        for (unsigned i = filled; i-- > distance;) values[i] = op(values[i - distance], values[i]);
    }
    before[0] = {};
    for (unsigned i = 1; i < std::min<std::size_t>(filled + 1, Count); ++i) before[i] = {values[i - 1], true};
    return filled == 0 ? T{} : values[filled - 1];
}

/// One scan: its source, output and shape.
template <bool Exclusive, class Source, class Output, class T, class Operator>
class tile_scan {
public:
    using row = scan_row<T>;
    using scanned_value = T;

    tile_scan(const Source& source, const scan_order::tiling& cut, Output output, Operator op)
        : source_(source), cut_(cut), output_(output), op_(op), past_caches_(writes_past_caches(source, cut, output)) {}

    /// Scans every strip of a tile by itself, to `scanned`, and notes the totals of complete strips; gives the tile's,
    /// where it is complete.
    T scan_strips(std::uint64_t tile, T* scanned, std::array<T, scan_order::strips>& totals) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile), complete = count / cut_.strip;
        if constexpr (by_simd) {
            scan_simd_strips({simd_type_of<T>(), simd_operator_of(op_), cut_.rows, static_cast<unsigned>(complete),
                              source_.data + first},
                             Exclusive, scanned, totals.data());
        } else if (complete == scan_order::strips) {
            scan_together(first, scanned, totals);
        } else {
            for (std::uint64_t strip = 0; strip < complete; ++strip) {
                totals[strip] = scan_strip(first + strip * cut_.strip, scanned + strip * cut_.strip);
            }
        }
        if (const std::uint64_t done = complete * cut_.strip; done < count) {
            scan_part(first + done, count - done, scanned + done);
        }
        if (count < cut_.tile) return T{};
        auto tree = totals;
        return reduce_tree(tree.data(), scan_order::strips, op_);
    }

    /// The results of a tile after `carried`. The tile `ahead`, if there is one, is read soon after.
    void write(std::uint64_t tile, const T* scanned, const std::array<T, scan_order::strips>& totals,
               const carry<T>& carried, [[maybe_unused]] std::uint64_t ahead) const {
        const std::uint64_t first = tile * cut_.tile, count = size(tile);
        std::array<carry<T>, scan_order::strips> before_strip;
        scan_values(totals.data(), static_cast<unsigned>(count / cut_.strip), before_strip, op_);
        if constexpr (by_simd && std::is_same_v<Output, T*>) {
            std::array<T, scan_order::strips> before;
            for (unsigned i = 0; i < before.size(); ++i) {
                const carry<T> found = carried.with(before_strip[i], op_);
                before[i] = found.given ? found.value : neutral<T, Operator>();
            }
            const T* const soon = source_.data + (ahead < cut_.tiles ? ahead : tile) * cut_.tile;
            write_simd_results(
                {simd_type_of<T>(), simd_operator_of(op_), cut_.strip, count, scanned, before.data(), soon},
                past_caches_, output_ + first);
        } else {
            for (std::uint64_t done = 0; done < count; done += cut_.strip) {
                write_strip(first + done, std::min(cut_.strip, count - done), scanned + done,
                            carried.with(before_strip[done / cut_.strip], op_));
            }
        }
    }

private:
    /// Whether strips are taken by the compiled kernels.
    static constexpr bool by_simd = has_simd_type<T> && has_simd_operator<Operator> && is_contiguous<Source>;

    static bool writes_past_caches([[maybe_unused]] const Source& source, const scan_order::tiling& cut,
                                   [[maybe_unused]] const Output& output) {
        if constexpr (is_contiguous<Source> && std::is_same_v<Output, T*>) {
            if (source.data == output) return false;
        }
        return cut.elements * 2 * sizeof(T) > larger_than_caches;
    }

    /// Elements in a tile.
    std::uint64_t size(std::uint64_t tile) const { return std::min(cut_.tile, cut_.elements - tile * cut_.tile); }

    /// All strips of a complete tile.
    void scan_together(std::uint64_t first, T* scanned, std::array<T, scan_order::strips>& totals) const {
        strip_rows<T, Operator> rows(op_);
        for (unsigned i = 0; i < cut_.rows; ++i) {
            T* const to = scanned + i * row::size;
            const auto scan = [&](const T* from, std::uint64_t apart) {
                i == 0 ? rows.template scan<Exclusive, true>(from, apart, to, cut_.strip)
                       : rows.template scan<Exclusive, false>(from, apart, to, cut_.strip);
            };
            if constexpr (is_contiguous<Source>) {
                scan(source_.data + first + i * row::size, cut_.strip);
            } else {
                // Values that have been in memory are rounded.
                T values[scan_order::strips * row::size];
                for (unsigned strip = 0; strip < scan_order::strips; ++strip) {
                    for (unsigned k = 0; k < row::size; ++k) {
                        values[strip * row::size + k] = source_(first + strip * cut_.strip + i * row::size + k);
                    }
                }
                asm volatile("" : : "r"(values) : "memory");
                scan(values, row::size);
            }
        }
        std::copy_n(rows.totals(), totals.size(), totals.begin());
    }

    T scan_strip(std::uint64_t first, T* scanned) const {
        row r;
        r.load(source_, first, op_);
        r.template write<Exclusive, true>(r.total, scanned, op_);
        T total = r.total;
        for (unsigned i = 1; i < cut_.rows; ++i) {
            r.load(source_, first + i * row::size, op_);
            r.template write<Exclusive, false>(total, scanned + i * row::size, op_);
            total = op_(total, r.total);
        }
        return total;
    }

    /// The last strip of all, which is not complete.
    void scan_part(std::uint64_t first, std::uint64_t count, T* scanned) const {
        constexpr unsigned lanes = row::lanes, width = row::width;
        carry<T> before_row;
        row r;
        std::uint64_t done = 0;
        for (; count - done >= row::size; done += row::size) {
            r.load(source_, first + done, op_);
            before_row.given ? r.template write<Exclusive, false>(before_row.value, scanned + done, op_)
                             : r.template write<Exclusive, true>(before_row.value, scanned + done, op_);
            before_row.append(r.total, op_);
        }
        const auto left = static_cast<unsigned>(count - done);
        r.load_part(source_, first + done, left, op_);
        for (unsigned i = 0; i < left; ++i) {
            const unsigned lane = i / width, v = i % width;
            carry<T> result = before_row;
            if (lane > 0) result.append(r.before[lane], op_);
            if (!Exclusive || v > 0) result.append(r.folds[(Exclusive ? v - 1 : v) * lanes + lane], op_);
            scanned[done + i] = result.value;
        }
        if constexpr (by_simd && Exclusive) scanned[0] = neutral<T, Operator>();
    }

    void write_strip(std::uint64_t first, std::uint64_t count, const T* scanned, const carry<T>& base) const {
        // Of an exclusive scan something always stands before, and nothing but that before the first of a strip.
        if constexpr (Exclusive) {
            output_[first] = base.value;
            ++first, --count, ++scanned;
        }
        const auto write = [base, scanned, first, op = op_](std::uint64_t at, std::uint64_t some, auto to) {
            const T* const from = scanned + (at - first);
            if (base.given) {
                for (std::uint64_t i = 0; i < some; ++i) to[i] = op(base.value, from[i]);
            } else {
                for (std::uint64_t i = 0; i < some; ++i) to[i] = from[i];
            }
        };
        if constexpr (std::is_same_v<Output, T*>) {
            if (past_caches_) return write_streaming(output_, first, first + count, write);
        }
        write(first, count, output_ + first);
    }

    const Source& source_;
    const scan_order::tiling& cut_;
    Output output_;
    Operator op_;
    bool past_caches_;
};

}  // namespace cpu_backend

/// The scan of the elements of `cut` to `output`, which may be where they come from. Gives what stands before the
/// region that follows, where the last one is complete: the `init` of the next piece.
/// `output` is a pointer, or what gives a place to assign a result to by output[i].
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
std::optional<T> scan_regions(cpu, const Source& source, const scan_order::tiling& cut, Output output, Operator op,
                              const std::optional<T>& init) {
    using cpu_backend::carry;
    const std::uint64_t elements = cut.elements;
    using tile_scan = cpu_backend::tile_scan<Exclusive, Source, Output, T, Operator>;
    using scanned_value = typename tile_scan::scanned_value;
    const tile_scan scan(source, cut, output, op);
    carry<T> start;
    if (init) start = {*init, true};

    constexpr unsigned batch = 4;  // tiles: at most 240 KiB, which stay in a core's cache
    static_assert(scan_order::group % batch == 0);
    const std::uint64_t batches = (cut.tiles + batch - 1) / batch;
    const auto cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
    const std::uint64_t workers = elements < cpu_backend::parallel_from ? 1 : std::min(cores, batches);

    // The flags say what is known: the totals of a batch, that of a group, and what stands before a region.
    const auto totals = std::make_unique_for_overwrite<T[]>(cut.tiles);
    const auto totals_known = std::make_unique<std::atomic<bool>[]>(batches);
    const auto group_totals = std::make_unique_for_overwrite<T[]>(cut.groups);
    const auto group_known = std::make_unique<std::atomic<bool>[]>(cut.groups);
    const auto before_region = std::make_unique<carry<T>[]>(cut.regions + 1);
    const auto region_known = std::make_unique<std::atomic<bool>[]>(cut.regions + 1);
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

    // Gives the batch to take after this one.
    const auto scan_batch = [&](std::uint64_t which, scanned_value* scanned) {
        const std::uint64_t first = which * batch, group = first / scan_order::group;
        const std::uint64_t region = group / scan_order::region;
        const std::uint64_t first_tile = group * scan_order::group, first_group = region * scan_order::region;
        const std::uint64_t end = std::min<std::uint64_t>(first + batch, cut.tiles);
        std::array<std::array<T, scan_order::strips>, batch> strips;
        for (std::uint64_t tile = first; tile < end; ++tile) {
            totals[tile] = scan.scan_strips(tile, scanned + (tile - first) * cut.tile, strips[tile - first]);
        }
        totals_known[which].store(true, std::memory_order_release);

        if (!wait_for(totals_known.get(), first_tile / batch, which)) return batches;
        std::array<carry<T>, scan_order::group> before_tile;
        const auto tiles = static_cast<unsigned>(std::min(end, elements / cut.tile) - first_tile);
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
        const std::uint64_t after = take_batch();
        const carry<T> base = before_region[region].with(before_group[group - first_group], op);
        for (std::uint64_t tile = first; tile < end; ++tile) {
            scan.write(tile, scanned + (tile - first) * cut.tile, strips[tile - first],
                       base.with(before_tile[tile - first_tile], op), after * batch + (tile - first));
        }
        return after;
    };
    const auto work = [&] {
        try {
            const auto scanned =
                std::make_unique_for_overwrite<scanned_value[]>(std::min<std::uint64_t>(batch, cut.tiles) * cut.tile);
            for (std::uint64_t which = take_batch(); which < batches;) which = scan_batch(which, scanned.get());
        } catch (...) {
            failed.store(true, std::memory_order_relaxed);
            throw;
        }
    };
    if (workers == 1) {
        work();
    } else {
        // Isolated: where the operator waits for tasks of its own, its core must not take up another worker, which
        // would wait for this one.
        tbb::parallel_for(
            std::uint64_t{0}, workers, [&](std::uint64_t) { tbb::this_task_arena::isolate(work); },
            tbb::simple_partitioner{});
    }
    const carry<T>& after = before_region[cut.regions];
    return after.given ? std::optional<T>(after.value) : std::nullopt;
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(cpu policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    scan_regions<Exclusive>(policy, source, scan_order::tiling(elements, sizeof(T)), output, op, init);
}

}  // namespace strider
