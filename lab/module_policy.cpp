#include <lab/module_policy.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include <lab/device_memory.hpp>
#include <lab/errors.hpp>
#include <ladders/compact/problem.hpp>
#include <ladders/requests.hpp>
#include <ladders/scan/problem.hpp>
#include <ladders/segmented_reduce/problem.hpp>
#include <ladders/transpose/problem.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;

constexpr int library_rung = 90;

device_memory memory_of(const opened_device& on, std::size_t bytes) {
    try {
        return device_memory(*on.device, bytes);
    } catch (const std::exception& refused) {
        throw usage_error(
            fmt::format("{} has no {} bytes of memory free for this ({}); --device cpu may take it in pieces", on.name,
                        bytes, refused.what()));
    }
}

/// Whether values of u64 have to be moved down by 2^63 to be compared as the i64 that rungs take.
bool is_moved(element_type type, ladders::operation op) {
    return type == element_type::u64 && (op == ladders::operation::minimum || op == ladders::operation::maximum);
}
void move(std::uint64_t* values, std::uint64_t count) {
    std::transform(values, values + count, values, [](std::uint64_t value) { return value ^ std::uint64_t{1} << 63; });
}

/// The type that a rung takes for this one: sums and products of u64 are those of i64.
element_type taken_as(element_type type) { return type == element_type::u64 ? element_type::i64 : type; }

}  // namespace

void module_policy::run(std::string_view pattern, ladders::arguments with, const byte_counts& bytes) const {
    const opened_device& on = require_device(device_, pattern);
    ladders::device& device = *on.device;
    const auto rungs = rungs_of(on, pattern);
    const auto found =
        std::find_if(rungs.begin(), rungs.end(), [](const auto* entry) { return entry->number == library_rung; });
    if (found == rungs.end()) {
        throw usage_error(
            fmt::format("the module of {} does not have the library's {}; give --device cpu", on.name, pattern));
    }
    const ladders::rung& entry = **found;
    if (!entry.supports(with)) {
        throw usage_error(fmt::format("this is too large for a {} on {}; give --device cpu", pattern, on.name));
    }
    const device_memory input = memory_of(on, bytes.input), side_input = memory_of(on, bytes.side_input),
                        output = memory_of(on, bytes.output), scratch = memory_of(on, entry.scratch_bytes(with));
    void* const results = with.output;
    if (bytes.input != 0) device.copy_in(input.get(), with.input, bytes.input);
    if (bytes.side_input != 0) device.copy_in(side_input.get(), with.side_input, bytes.side_input);
    with.input = input.get();
    with.side_input = side_input.get();
    with.output = output.get();
    with.scratch = scratch.get();
    device.run(entry, with);
    if (bytes.output != 0) device.copy_out(results, output.get(), bytes.output);
}

void scan_values(const module_policy& on, element_type type, ladders::operation op, bool exclusive, void* values,
                 std::uint64_t count) {
    if (is_moved(type, op)) move(static_cast<std::uint64_t*>(values), count);
    ladders::arguments with;
    with.type = taken_as(type);
    with.op = op;
    with.elements = count;
    with.parameters[ladders::scan::kind_place] = exclusive ? ladders::scan::exclusive : ladders::scan::inclusive;
    with.input = with.output = values;
    const std::size_t bytes = count * ladders::size_of(type);
    on.run("scan", with, {bytes, bytes});
    if (is_moved(type, op)) move(static_cast<std::uint64_t*>(values), count);
}

void reduce_segments(const module_policy& on, element_type type, ladders::operation op, const void* values,
                     std::span<const std::uint64_t> offsets, void* results) {
    using ladders::segmented_reduce::offset;
    const ladders::segments_request asked{offsets.size() - 1};
    const std::uint64_t elements = offsets.back();
    if (asked.segments == 0) return;
    if (elements > std::numeric_limits<offset>::max()) {
        throw usage_error(fmt::format("a row, column or segment of {} elements: only --device cpu takes it", elements));
    }
    const std::vector<offset> cuts(offsets.begin(), offsets.end());
    std::vector<std::uint64_t> moved;
    if (is_moved(type, op)) {
        const auto* const words = static_cast<const std::uint64_t*>(values);
        moved.assign(words, words + elements);
        move(moved.data(), elements);
        values = moved.data();
    }
    ladders::arguments with;
    with.type = taken_as(type);
    with.op = op;
    with.elements = elements;
    with.parameters[ladders::segmented_reduce::length_place] = 1;
    with.input = values;
    with.side_input = cuts.data();
    with.output = results;
    with.request = &asked;
    const std::size_t bytes = ladders::size_of(type);
    on.run("segmented-reduce", with, {elements * bytes, asked.segments * bytes, cuts.size() * sizeof(offset)});
    if (is_moved(type, op)) move(static_cast<std::uint64_t*>(results), asked.segments);
}

void transpose_items(const module_policy& on, std::size_t bytes, const void* in, std::uint64_t rows,
                     std::uint64_t columns, void* out) {
    if (rows == 0 || columns == 0) return;
    const ladders::items_request asked{bytes};
    ladders::arguments with;
    with.type = element_type::u8;
    with.elements = rows * columns;
    with.parameters[ladders::transpose::columns] = static_cast<std::int64_t>(columns);
    with.input = in;
    with.output = out;
    with.request = &asked;
    on.run("transpose", with, {with.elements * bytes, with.elements * bytes});
}

std::uint64_t compact_places(const module_policy& on, std::span<const std::uint32_t> places,
                             std::span<std::uint32_t> kept) {
    // The ladder's predicate with all of its elements kept: what is no place is beyond them.
    static_assert(most_places <= ladders::compact::range);
    std::vector<std::uint32_t> result(places.size() + 2);  // the count first, in 64 bits
    ladders::arguments with;
    with.type = element_type::u32;
    with.elements = places.size();
    with.parameters[ladders::compact::kept_percent_place] = 100;
    with.parameters[ladders::compact::order_place] = ladders::compact::input_order;
    with.input = places.data();
    with.output = result.data();
    on.run("compact", with, {places.size_bytes(), result.size() * sizeof(std::uint32_t)});
    std::uint64_t count = 0;
    std::memcpy(&count, result.data(), sizeof count);
    std::copy_n(result.begin() + 2, count, kept.begin());
    return count;
}

}  // namespace strider::lab
