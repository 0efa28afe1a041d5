// The elements of a file, piece after piece, each whole in memory.
#pragma once

#include <cstdint>
#include <functional>

#include <lab/ranks/share.hpp>
#include <lab/readers/elements.hpp>

namespace strider::lab {

/// As many bytes as a piece has where nothing asks for more.
inline constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 24;

/// Elements from index `first` on; `data` is aligned for every element type.
using use_of_piece = std::function<void(std::uint64_t first, const void* data, std::uint64_t count)>;

/// Calls `use` for piece after piece of the elements from number `of.first` up to `of.end`; the next one is read while
/// the last one is used. Pieces are multiples of `granularity` elements, but for the last.
void for_each_piece(const element_input& input, share of, std::uint64_t granularity, const use_of_piece& use);

}  // namespace strider::lab
