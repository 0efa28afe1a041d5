// Reductions of a file's parts: its rows, its columns, or segments that offsets cut.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <data/calls/shared_elements.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

enum class parts { rows, columns, segments };
inline constexpr std::string_view part_names[] = {"row", "column", "segment"};

/// One result a part, in the type of `type`.
struct part_results {
    stored_type type = ladders::element_type::f64;
    std::vector<std::uint64_t> words;  ///< the results, packed, as they are computed with; aligned for every type
    std::uint64_t count;
};

/// The offsets in a file of integers, checked: ascending, at least one, none beyond `elements`.
/// Throws usage_error that names the file.
std::vector<std::uint64_t> read_offsets(const std::string& path, std::uint64_t elements);

/// The reduction of every part by the operator, with the calls of "segmented-reduce". Sums and products are i64, u64 or
/// f64; minima and maxima of the elements' own type. `offsets` cut the segments: segment i is
/// [offsets[i], offsets[i + 1]). An empty part gives the operator's identity in the type of its results.
///
/// Memory: some 256 MiB, or a row, a column or a segment with its results where that is more. The bits do not depend on
/// how the file was read: every part is reduced whole, in the canonical order of its length.
/// Ranks share the parts; all of them get all results.
/// Throws usage_error where rows or columns are asked of what is no matrix.
part_results reduce_parts(ladders::library& calls, const shared_elements& input, parts of,
                          const std::vector<std::uint64_t>& offsets, ladders::operation op);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
