// Scan on all cores: a batch of tiles at a time, from memory to its totals and from the cache to its results.
//
// A core takes the next batch, computes the totals of its tiles, waits for those of the batches before it in the group,
// of the groups before it in the region and for what stands before the region, and goes over the batch again, which is
// in its cache by now, to write the results. So memory is read once and written once. Batches are taken in order, so
// that a core only waits for cores that are at work. Sums of common types go by the widest
// vectors that the processor has. Scratch is one value a tile. Honours the caller's tbb::task_arena.
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

#include <strider/core/policy.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/simd_scan.hpp>

namespace strider {

namespace cpu_backend {

/// A row, with its elements in `folds` in the order v * 32 + lane, so that what all runs do alike is one loop over
/// neighbours.
template <class T>
struct scan_row {
    static constexpr unsigned lanes = scan_order::lanes, width = scan_order::run(sizeof(T)), size = lanes * width;
    alignas(64) T folds[size];
    alignas(64) T before[lanes];  ///< what stands before a run in its row; nothing before the first
    T total;                      ///< of a complete row

    /// The first `count` elements from `first` on.
    template <class Source, class Operator>
    void load(const Source& source, std::uint64_t first, unsigned count, Operator op) {
        if (count == size) {
            for (unsigned lane = 0; lane < lanes; ++lane) {
                for (unsigned v = 0; v < width; ++v) {
                    folds[v * lanes + lane] = value_of(source, first + lane * width + v);
                }
            }
            for (unsigned v = 1; v < width; ++v) {
                const T* const left = folds + (v - 1) * lanes;
                T* const here = folds + v * lanes;
                for (unsigned lane = 0; lane < lanes; ++lane) here[lane] = op(left[lane], here[lane]);
            }
        } else {
            for (unsigned i = 0; i < count; ++i) {
                const unsigned lane = i / width, v = i % width;
                const T value = value_of(source, first + i);
                folds[v * lanes + lane] = v == 0 ? value : static_cast<T>(op(folds[(v - 1) * lanes + lane], value));
            }
        }
        scan_runs(count / width, op);
    }

    /// The same for what is the total alone: a tree, which is what Kogge and Stone's last value is.
    template <class Source, class Operator>
    static T total_of(const Source& source, std::uint64_t first, Operator op) {
        alignas(64) T lasts[lanes];
        for (unsigned lane = 0; lane < lanes; ++lane) lasts[lane] = value_of(source, first + lane * width);
        for (unsigned v = 1; v < width; ++v) {
            for (unsigned lane = 0; lane < lanes; ++lane) {
                lasts[lane] = op(lasts[lane], value_of(source, first + lane * width + v));
            }
        }
        for (unsigned count = lanes; count > 1; count /= 2) {
            for (unsigned i = 0; i < count / 2; ++i) lasts[i] = op(lasts[2 * i], lasts[2 * i + 1]);
        }
        return lasts[0];
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

    /// Kogge and Stone over the last folds of the first `filled` runs.
    template <class Operator>
    void scan_runs(unsigned filled, Operator op) {
        alignas(64) T sums[lanes], shifted[lanes];
        std::copy_n(folds + (width - 1) * lanes, filled, sums);
        for (unsigned distance = 1; distance < filled; distance *= 2) {
            std::copy_n(sums, filled - distance, shifted);
            for (unsigned i = distance; i < filled; ++i) sums[i] = op(shifted[i - distance], sums[i]);
        }
        if (filled != 0) std::copy_n(sums, std::min(filled, lanes - 1), before + 1);
        if (filled == lanes) total = sums[lanes - 1];
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

    tile_scan(const Source& source, const scan_order::tiling& cut, Output output, Operator op)
        : source_(source), cut_(cut), output_(output), op_(op) {}

    /// The totals of a tile's complete strips; gives the tile's, where it is complete.
    T totals(std::uint64_t tile, std::array<T, scan_order::strips>& strips) const {
        const std::uint64_t first = tile * cut_.tile;
        const std::uint64_t complete =
            std::min<std::uint64_t>(scan_order::strips, (cut_.elements - first) / cut_.strip);
        for (unsigned strip = 0; strip < complete; ++strip) strips[strip] = strip_total(first + strip * cut_.strip);
        if (complete < scan_order::strips) return T{};
        auto tree = strips;
        return reduce_tree(tree.data(), scan_order::strips, op_);
    }

    /// The results of one tile, after `carried`.
    void tile_results(std::uint64_t tile, const std::array<T, scan_order::strips>& strips,
                      const carry<T>& carried) const {
        const std::uint64_t first = tile * cut_.tile;
        const std::uint64_t count = std::min(cut_.tile, cut_.elements - first);
        std::array<carry<T>, scan_order::strips> before_strip;
        scan_values(strips.data(), static_cast<unsigned>(count / cut_.strip), before_strip, op_);
        for (unsigned strip = 0; strip * cut_.strip < count; ++strip) {
            strip_results(first + strip * cut_.strip, std::min(cut_.strip, count - strip * cut_.strip),
                          carried.with(before_strip[strip], op_));
        }
    }

private:
    /// Whether strips are taken by the compiled kernels.
    static constexpr bool by_simd = [] {
        if constexpr (has_simd_type<T>) {
            return is_contiguous<Source> && std::is_same_v<Operator, plus> && std::is_same_v<Output, T*>;
        }
        return false;
    }();

    T strip_total(std::uint64_t first) const {
        if constexpr (by_simd) {
            T sum;
            sum_simd_strip({simd_type_of<T>(), source_.data + first, cut_.rows}, &sum);
            return sum;
        }
        T total = row::total_of(source_, first, op_);
        for (unsigned r = 1; r < cut_.rows; ++r) total = op_(total, row::total_of(source_, first + r * row::size, op_));
        return total;
    }

    void strip_results(std::uint64_t first, std::uint64_t count, const carry<T>& base) const {
        if constexpr (by_simd) {
            if (base.given && count == cut_.strip) {
                const simd_strip strip{simd_type_of<T>(), source_.data + first, cut_.rows};
                return scan_simd_strip(strip, Exclusive, &base.value, output_ + first);
            }
        }
        carry<T> before_row;
        row r;
        for (std::uint64_t done = 0; done < count; done += row::size) {
            const auto in_row = static_cast<unsigned>(std::min<std::uint64_t>(row::size, count - done));
            r.load(source_, first + done, in_row, op_);
            row_results(r, output_ + first + done, in_row, base, before_row);
            if (in_row == row::size) before_row.append(r.total, op_);
        }
    }

    void row_results(row& r, Output to, unsigned count, const carry<T>& base, const carry<T>& before_row) const {
        constexpr unsigned lanes = row::lanes, width = row::width;
        const unsigned runs = (count + width - 1) / width;
        if (before_row.given) {
            for (unsigned lane = 1; lane < runs; ++lane) r.before[lane] = op_(before_row.value, r.before[lane]);
            r.before[0] = before_row.value;
        }
        if (base.given && before_row.given && count == row::size) {
            alignas(64) T results[row::size];
            if constexpr (Exclusive) {
                for (unsigned lane = 0; lane < lanes; ++lane) results[lane] = op_(base.value, r.before[lane]);
            }
            for (unsigned v = Exclusive; v < width; ++v) {
                const T* const folds = r.folds + (v - Exclusive) * lanes;
                for (unsigned lane = 0; lane < lanes; ++lane) {
                    results[v * lanes + lane] = op_(base.value, static_cast<T>(op_(r.before[lane], folds[lane])));
                }
            }
            for (unsigned lane = 0; lane < lanes; ++lane) {
                for (unsigned v = 0; v < width; ++v) to[lane * width + v] = results[v * lanes + lane];
            }
            return;
        }
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = i / width, v = i % width;
            carry<T> in_strip;
            if (before_row.given || lane > 0) in_strip = {r.before[lane], true};
            if (!Exclusive || v > 0)
                in_strip.append(r.folds[(Exclusive ? std::max(v, 1u) - 1 : v) * lanes + lane], op_);
            to[i] = base.with(in_strip, op_).value;
        }
    }

    const Source& source_;
    const scan_order::tiling& cut_;
    Output output_;
    Operator op_;
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
    const cpu_backend::tile_scan<Exclusive, Source, Output, T, Operator> scan(source, cut, output, op);
    carry<T> start;
    if (init) start = {*init, true};

    constexpr unsigned batch = 16;  // tiles: half of what a core's cache holds
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

    const auto scan_batch = [&](std::uint64_t which) {
        const std::uint64_t first = which * batch, group = first / scan_order::group;
        const std::uint64_t region = group / scan_order::region;
        const std::uint64_t first_tile = group * scan_order::group, first_group = region * scan_order::region;
        const std::uint64_t end = std::min<std::uint64_t>(first + batch, cut.tiles);
        std::array<std::array<T, scan_order::strips>, batch> strips;
        for (std::uint64_t tile = first; tile < end; ++tile) {
            totals[tile] = scan.totals(tile, strips[tile - first]);
        }
        totals_known[which].store(true, std::memory_order_release);

        if (!wait_for(totals_known.get(), first_tile / batch, which)) return;
        std::array<carry<T>, scan_order::group> before_tile;
        const auto tiles = static_cast<unsigned>(std::min(end, elements / cut.tile) - first_tile);
        const T group_total = cpu_backend::scan_values(totals.get() + first_tile, tiles, before_tile, op);
        const bool ends_group = tiles == scan_order::group;
        if (ends_group) {
            group_totals[group] = group_total;
            group_known[group].store(true, std::memory_order_release);
        }

        if (!wait_for(group_known.get(), first_group, group)) return;
        std::array<carry<T>, scan_order::region> before_group;
        const auto groups = static_cast<unsigned>(group - first_group) + (ends_group ? 1 : 0);
        const T region_total = cpu_backend::scan_values(group_totals.get() + first_group, groups, before_group, op);

        if (!wait_for(region_known.get(), region, region + 1)) return;
        if (groups == scan_order::region) {
            before_region[region + 1] = before_region[region].with({region_total, true}, op);
            region_known[region + 1].store(true, std::memory_order_release);
        }
        const carry<T> base = before_region[region].with(before_group[group - first_group], op);
        for (std::uint64_t tile = first; tile < end; ++tile) {
            scan.tile_results(tile, strips[tile - first], base.with(before_tile[tile - first_tile], op));
        }
    };
    const auto work = [&] {
        try {
            for (std::uint64_t which; (which = next.fetch_add(1, std::memory_order_relaxed)) < batches;) {
                scan_batch(which);
            }
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
