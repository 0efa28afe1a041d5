// Reductions of segments, rows and columns among ranks as one call on all elements.
#pragma once

#include <algorithm>

#include <strider/distributed/reduce_matrix.hpp>
#include <strider/distributed/segmented_reduce.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

namespace detail {

/// The part of an output, or what there is of it.
template <class Output>
auto room_of(const Output& output, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t room = std::ranges::size(output);
    return part_of(output, std::min(first, room), std::min(first + count, room));
}

/// The segments that rank r of some is given: those that begin in its part. What begins between two parts goes to the
/// one or the other.
template <class Offset>
std::pair<std::uint64_t, std::uint64_t> segments_of_part(const std::vector<Offset>& offsets, std::uint64_t first,
                                                         std::uint64_t end, bool is_first, bool is_last,
                                                         bool to_the_left) {
    const auto before = [&](std::uint64_t element, bool included) {
        const auto last = offsets.end() - 1;
        const auto found = std::partition_point(offsets.begin(), last, [&](Offset one) {
            const auto at = static_cast<std::uint64_t>(one);
            return included ? at <= element : at < element;
        });
        return static_cast<std::uint64_t>(found - offsets.begin());
    };
    return {is_first ? 0 : before(first, to_the_left), is_last ? offsets.size() - 1 : before(end, to_the_left)};
}

}  // namespace detail

template <ranks_policy Policy, class Input, segment_offsets Offsets, class Output, class... How>
void segmented_reduce(const Policy& at, const Input& input, const Offsets& offsets, const Output& output,
                      const How&... how) {
    using Offset = element_of<Offsets>;
    const std::vector<Offset> all = detail::values_at(at.local, std::ranges::data(offsets), std::ranges::size(offsets));
    // Else there is no cut, or no rank's own overlap.
    require_offsets(serial{}, all, std::ranges::size(input), "segmented_reduce");
    const std::uint64_t results = all.size() - 1, room = std::min(std::ranges::size(output), results);
    detail::require_room(detail::part_of(output, 0, room), room, memory_of(input), "segmented_reduce");
    detail::require_room(detail::part_of(output, 0, room), room, memory_of(offsets), "segmented_reduce");
    at.run(std::ranges::size(input), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const auto [begin, behind] = detail::segments_of_part(all, first, end, here.rank() == 0,
                                                              here.rank() == here.size() - 1, at.seed % 2 != 0);
        // None, or one offset alone, where no segment begins.
        const std::uint64_t given = begin == behind && at.seed % 4 < 2 ? begin : behind + 1;
        segmented_reduce(here, detail::part_of(input, first, end), detail::part_of(offsets, begin, given),
                         detail::room_of(output, begin, behind - begin), how...);
        at.share(here, std::ranges::data(output), begin, behind);
    });
}

template <ranks_policy Policy, class Input, std::integral Length, class Output, class... How>
void segmented_reduce(const Policy& at, const Input& input, Length length, const Output& output, const How&... how) {
    const auto each = std::max<std::uint64_t>(static_cast<std::uint64_t>(length), 1);
    at.run(std::ranges::size(input), [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const std::uint64_t begin = first / each + (first % each != 0), behind = end / each + (end % each != 0);
        segmented_reduce(here, detail::part_of(input, first, end), length,
                         detail::room_of(output, begin, behind - begin), how...);
        at.share(here, std::ranges::data(output), begin, behind);
    });
}

template <ranks_policy Policy, matrix_like Matrix, class Output, class... How>
void reduce_rows(const Policy& at, const Matrix& matrix, const Output& output, const How&... how) {
    const auto view = matrix_of(matrix, "reduce_rows");  // else there is no cut
    at.run(view.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        auto part = view;
        part.data += first * view.stride;
        part.rows = end - first;
        reduce_rows(here, part, detail::room_of(output, first, end - first), how...);
        at.share(here, std::ranges::data(output), first, end);
    });
}

template <ranks_policy Policy, matrix_like Matrix, class Output, class... How>
void reduce_columns(const Policy& at, const Matrix& matrix, const Output& output, const How&... how) {
    using T = element_of<Output>;
    const auto view = matrix_of(matrix, "reduce_columns");
    const std::uint64_t room = std::min<std::uint64_t>(std::ranges::size(output), view.columns);
    detail::require_room(output, room, memory_of(view), "reduce_columns");  // a rank's are
    at.run(view.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        auto part = view;
        part.data += first * view.stride;
        part.rows = end - first;
        const typename Policy::place::template buffer<T> mine(
            detail::values_at(here.local, std::ranges::data(output), room));
        reduce_columns(here, part, std::span<T>(mine.address(), room), how...);
        return at.keep(here, std::ranges::data(output), mine.address(), room);
    });
}

}  // namespace strider
