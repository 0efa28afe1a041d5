// The library on one device, as the commands on files and Python call it: types and operators are named at run time,
// data are in the host's memory or in the device's. A module has the calls of its patterns, instantiated once, beside
// rung 90 of their ladders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider {
struct convolve_options;
struct outside;
}  // namespace strider

namespace strider::ladders {

/// What was asked is not here, or more than this device holds: one line that says what takes it.
class refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

__extension__ typedef __int128 wide_integer;

/// What `strider reduce FILE` reports. Sums of integers are exact, those of floating-point values are f64.
struct summary {
    std::uint64_t elements = 0;
    double sum_f64 = 0;    ///< of floating-point values
    wide_integer sum = 0;  ///< of integers
    double mean = 0;
    // The extremes are elements: their bytes are those of the element type, at the front.
    alignas(8) unsigned char minimum[8] = {};
    alignas(8) unsigned char maximum[8] = {};
    std::uint64_t argmin = 0;
    std::uint64_t argmax = 0;
};

/// A reduction that is fed piece by piece, in the canonical order of the whole, whatever the pieces. Several processes
/// may share the elements: each adds its own, and takes the partial results of the others.
class streamed_summary {
public:
    virtual ~streamed_summary() = default;
    /// How many elements every piece but the last must be a multiple of.
    virtual std::uint64_t granularity() const = 0;
    /// Before the first piece: it starts with element number `first`, a multiple of the granularity.
    virtual void start_at(std::uint64_t first) = 0;
    /// The next `count` elements.
    virtual void add(const void* elements, std::uint64_t count) = 0;
    /// Before the last piece, where the elements are fewer than was said: their number. Real ones keep their order, and
    /// so their bits, where the canonical order cuts both numbers into chunks of one size.
    virtual void end_at(std::uint64_t elements) = 0;
    /// The partial results of what was added here, as bytes.
    virtual std::string partials() const = 0;
    /// Adds what another summary of the same elements has of them.
    virtual void take(std::string_view partials) = 0;
    /// After all elements have been added; at least one.
    virtual summary finish() = 0;
};

/// A scan that is fed piece by piece, in the canonical order of the whole, whatever the pieces. Several processes may
/// share the values: each needs the totals of all that stand before its own.
class streamed_scan {
public:
    virtual ~streamed_scan() = default;
    /// How many values every piece but the last must be a multiple of.
    virtual std::uint64_t granularity() const = 0;
    /// The totals, as bytes, of `count` values, a multiple of the granularity, which are overwritten.
    virtual std::string totals(void* values, std::uint64_t count) = 0;
    /// The next values are those of which these are the totals: they are left out.
    virtual void skip(std::string_view totals) = 0;
    /// The next `count` values become their results.
    virtual void scan(void* values, std::uint64_t count) = 0;
};

/// What edges of bins for samples of type T are: integers for integers.
template <class T>
using edge_of = std::conditional_t<std::is_floating_point_v<T>, T,
                                   std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, std::int64_t>>;

/// `count` bins for samples of a type T.
struct bins_in_memory {
    std::uint64_t count;
    const void* range;  ///< the ends of even bins, two of edge_of<T>
    const void* edges;  ///< count + 1 of edge_of<T>; null where bins are even
};

/// Rows of elements, or of weights.
template <class T>
struct rows_in_memory {
    T* data;
    std::uint64_t rows, columns;
};

/// Elements of a type that a call names.
template <class T>
struct items_in_memory {
    T* data;
    std::uint64_t count;
};

/// Calls `function(Word{})` with the unsigned integer of so many bytes, as which items are copied.
template <class Function>
void with_word(std::size_t bytes, Function&& function) {
    switch (bytes) {
        case 1:
            return function(std::uint8_t{});
        case 2:
            return function(std::uint16_t{});
        case 4:
            return function(std::uint32_t{});
        case 8:
            return function(std::uint64_t{});
    }
    throw refusal("items of " + std::to_string(bytes) + " bytes: only 1, 2, 4 and 8 are taken");
}

/// When a call checks its indices: before it writes anything, while it writes, or never, since they are known.
enum class index_check { before, meanwhile, never };

/// A pattern's calls override their own. Types are few, so that an algorithm is compiled for few: what the elements of
/// a file are widened to.
class library {
public:
    virtual ~library() = default;

    /// "reduce", of elements of any type.
    virtual std::unique_ptr<streamed_summary> summarize(element_type type, std::uint64_t elements) {
        absent(type, elements);
    }

    /// "reduce", on a GPU, of i64, f32 and f64: `*result` = reduce of all values.
    virtual void reduce(element_type type, operation op, const items_in_memory<const void>& values, void* result) {
        absent(type, op, values, result);
    }

    /// "segmented-reduce", of i64, f32 and f64: results[i] = reduce of values[offsets[i]] to
    /// values[offsets[i + 1] - 1]. Offsets are in the host's memory.
    virtual void reduce_segments(element_type type, operation op, const void* values,
                                 std::span<const std::uint64_t> offsets, void* results) {
        absent(type, op, values, offsets, results);
    }
    /// The same on a GPU, with offsets where the values are. Throws std::invalid_argument, before it writes anything,
    /// unless they ascend within the values.
    virtual void reduce_between(element_type type, operation op, const items_in_memory<const void>& values,
                                std::span<const std::int64_t> offsets, void* results) {
        absent(type, op, values, offsets, results);
    }
    /// On a GPU: results[r] = reduce of row r.
    virtual void reduce_rows(element_type type, operation op, const rows_in_memory<const void>& matrix, void* results) {
        absent(type, op, matrix, results);
    }
    /// results[c] = reduce of column c, from the first row to the last.
    virtual void reduce_columns(element_type type, operation op, const rows_in_memory<const void>& matrix,
                                void* results) {
        absent(type, op, matrix, results);
    }

    /// "reduce", of i64, f32 and f64: `*result` = the sum of first[i] * second[i].
    virtual void dot(element_type type, const void* first, const void* second, std::uint64_t elements, void* result) {
        absent(type, first, second, elements, result);
    }

    /// "scan", of i64, f64, and sums and products of f32.
    virtual std::unique_ptr<streamed_scan> scan(element_type type, operation op, bool exclusive,
                                                std::uint64_t elements) {
        absent(type, op, exclusive, elements);
    }

    /// The same on a GPU, of all values at once. Exclusive only where results are rounded: floating-point sums and
    /// products.
    virtual void scan_at_once(element_type type, operation op, bool exclusive,
                              const items_in_memory<const void>& values, void* results) {
        absent(type, op, exclusive, values, results);
    }

    /// "compact": writes the values below `limit` to the front of `kept`, which has room for all, in their order, and
    /// gives their number.
    virtual std::uint64_t compact_below(std::uint32_t limit, std::span<const std::uint32_t> values,
                                        std::span<std::uint32_t> kept) {
        absent(limit, values, kept);
    }

    /// Writes i to the front of `places`, which has room for all, for every marks[i] that is not 0, in
    /// their order, and gives their number.
    virtual std::uint64_t places_of(std::span<const std::uint8_t> marks, std::span<std::int64_t> places) {
        absent(marks, places);
    }

    /// "gather", of items of 1, 2, 4 or 8 bytes: results[i] = values[indices[i]]. Throws std::out_of_range where a
    /// check finds that there is no such item.
    virtual void gather(std::size_t item_bytes, const items_in_memory<const void>& values,
                        std::span<const std::int64_t> indices, void* results, index_check check) {
        absent(item_bytes, values, indices, results, check);
    }

    /// "scatter", of such items: results[indices[i]] = values[i]. Throws as gather does, before it writes anything.
    virtual void scatter(std::size_t item_bytes, const void* values, std::span<const std::int64_t> indices,
                         const items_in_memory<void>& results) {
        absent(item_bytes, values, indices, results);
    }
    /// The same of i64, f32 and f64, but results[indices[i]] += values[i], in the canonical order.
    virtual void scatter_add(element_type type, const void* values, std::span<const std::int64_t> indices,
                             const items_in_memory<void>& results) {
        absent(type, values, indices, results);
    }

    /// "sort", of i32, i64, u64, f32 and f64: the keys ascend, and equal ones keep their order. With
    /// `places`, one for each key, these move along.
    virtual void sort(element_type type, void* keys, std::uint64_t elements, std::int64_t* places) {
        absent(type, keys, elements, places);
    }

    /// "sort", of such keys: the greatest ones of each row, in descending order and of equal ones the first, and their
    /// places in it. There are as many a row, at least one.
    virtual void top_k(element_type type, const rows_in_memory<const void>& keys, void* greatest,
                       std::span<std::int64_t> places) {
        absent(type, keys, greatest, places);
    }

    /// "histogram", of samples of any type: the count of each bin, and how many samples are in none.
    virtual void histogram(element_type type, const void* samples, std::uint64_t elements, const bins_in_memory& bins,
                           std::uint64_t* counts, outside& others) {
        absent(type, samples, elements, bins, counts, others);
    }

    /// "convolve", of u8, u16, f32 and f64.
    virtual void convolve(element_type type, const rows_in_memory<const void>& image,
                          const rows_in_memory<const double>& mask, void* result, const convolve_options& options) {
        absent(type, image, mask, result, options);
    }

    /// "transpose", of items of 1, 2, 3, 4, 6, 8, 12 or 16 bytes.
    virtual void transpose(std::size_t item_bytes, const rows_in_memory<const void>& matrix, void* result) {
        absent(item_bytes, matrix, result);
    }

private:
    template <class... Arguments>
    [[noreturn]] static void absent(const Arguments&...) {
        throw std::logic_error("library: this call belongs to another pattern");
    }
};

/// The stream that orders calls, where the device has such, and where their pointers lead: to the host's memory, or to
/// the device's. Calls on the device's memory wait only for what they return to the host.
struct call_order {
    void* stream = nullptr;
    bool on_device = false;
};

/// A pattern's calls on a device of this module, by its name.
struct library_entry {
    std::string_view device, pattern;
    std::unique_ptr<library> (*open)(const call_order& order);
};

inline std::vector<library_entry>& libraries() {
    static std::vector<library_entry> entries;
    return entries;
}

/// `static const library_registration r{...};` beside the code, as rungs are registered.
struct library_registration {
    explicit library_registration(const library_entry& entry) { libraries().push_back(entry); }
};

/// Throws `refusal` where this module has no such calls.
inline std::unique_ptr<library> open_library(std::string_view device, std::string_view pattern,
                                             const call_order& order = {}) {
    for (const library_entry& entry : libraries()) {
        if (entry.device == device && entry.pattern == pattern) return entry.open(order);
    }
    throw refusal("the module of " + std::string(device) + " does not have the library's " + std::string(pattern) +
                  "; give --device cpu");
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
