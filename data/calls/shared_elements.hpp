// A file's elements, of which every process of a command has its share: read piece after piece, each whole in memory.
#pragma once

#include <cstdint>
#include <functional>

#include <data/readers/elements.hpp>
#include <lab/base/ranks/ranks.hpp>

namespace strider::lab {

/// As many bytes as a piece has where nothing asks for more.
inline constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 24;

/// Elements from index `first` on; `data` is aligned for every element type.
using use_of_piece = std::function<void(std::uint64_t first, const void* data, std::uint64_t count)>;

class shared_elements : public element_input {
public:
    /// Throws usage_error on a rank whose file holds another array than that of rank 0.
    shared_elements(element_input elements, ranks& peers);

    ranks& peers() const { return *peers_; }

    /// The elements that are this rank's to read: whole groups of `granularity`.
    share mine(std::uint64_t granularity = 1) const { return peers_->share_of(elements(), granularity); }

    /// Calls `use` for piece after piece of the elements from number `of.first` up to `of.end`; the next one is read
    /// while the last one is used. Pieces are multiples of `granularity` elements, but for the last.
    void for_each_piece(share rank_share, std::uint64_t granularity, const use_of_piece& use) const;

    /// The same of this rank's elements; says on a terminal how far it is.
    void for_each_of_mine(std::uint64_t granularity, const use_of_piece& use) const;

private:
    ranks* peers_;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
