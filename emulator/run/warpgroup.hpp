// Products that warpgroups of a block have begun: see <strider/emulator/dialect/warpgroup.hpp>.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <strider/emulator/dialect/warpgroup.hpp>

namespace strider::emulation {

constexpr unsigned warps_of_group = 4, lanes_of_group = warps_of_group * warp_lanes;
constexpr std::size_t piece_of_tile = 16;  ///< bytes that stand together in any layout

/// A tile in shared memory, as its descriptor says: rows of 32 bytes along k, or columns of it if it is transposed.
class matrix_tile {
public:
    matrix_tile(std::uint64_t descriptor, bool transposed) : descriptor_(descriptor), transposed_(transposed) {}
    /// Where the tile's nth piece begins, as an offset in the block's own shared memory, which may be beyond it. Rows
    /// 8j to 8j + 7 are the pieces from 16j on.
    std::uint32_t piece(unsigned n) const;
    bool transposed() const { return transposed_; }

private:
    std::uint64_t descriptor_;
    bool transposed_;
};

constexpr const char* fix_of_partial_warpgroup =
    "let all 128 threads of the warpgroup execute the instruction: put no condition around it that differs among them";

constexpr const char* fix_of_descriptor =
    "correct the descriptor of the wgmma: from its start, the leading and stride offsets must stay in the tile";

struct begun_product {
    struct part_of_lane {
        std::vector<void*> sums;  ///< none: the lane has not begun the product
        std::array<std::uint32_t, 4> a{};
    };

    begun_product(const warpgroup_product& what, const void* pc) : what(what), pc(pc), lanes(lanes_of_group) {}

    bool same(const warpgroup_product& other) const {
        return what.shape == other.shape && what.options == other.options &&
               what.a_in_registers == other.a_in_registers && what.a_tile == other.a_tile &&
               what.b_tile == other.b_tile;
    }
    matrix_tile a() const { return {what.a_tile, (what.options & transposes_a) != 0}; }
    matrix_tile b() const { return {what.b_tile, (what.options & transposes_b) != 0}; }

    warpgroup_product what;
    const void* pc;
    std::vector<part_of_lane> lanes;
    std::vector<std::uint32_t> reads;  ///< pieces of tiles that the warps so far read
};

struct warpgroup_state {
    struct lane_products {
        std::uint64_t begun = 0, groups = 0;
        std::deque<std::uint64_t> committed;  ///< of each group not waited for: products begun until its end
    };

    std::deque<begun_product> products;
    std::uint64_t done = 0;  ///< products before these
    std::array<lane_products, lanes_of_group> lanes;
    std::array<std::uint64_t, warps_of_group> groups{};  ///< by warp: groups that it has committed
    std::array<unsigned, warps_of_group> waiting{};      ///< by warp: lanes that wait for others' groups
};

/// Computes the product and writes the sums of the lanes that `live`, by warp.
void multiply(const begun_product& product, std::span<const std::byte> shared,
              const std::array<unsigned, warps_of_group>& live);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
