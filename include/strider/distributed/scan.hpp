// Scans over several ranks (distributed/policy.hpp): the calls of strider/scan.hpp. Each rank gives its part of the
// input and gets the same part of the results, with the bits of strider::serial on all elements. The output has room
// for this rank's part, and may be the input itself.
//
// 1. Ranks whose part begins inside a tile get the tile's elements before it from those that have them: less than a
//    tile, at most 60 KiB.
// 2. Each rank reads its part once, for the totals of the tiles that end in it, and tells the others what
//    scan_carries.hpp says: at most 124 values and one for every 1,024 tiles.
// 3. Each rank knows what stands before each of its tiles, and scans them, which no tile waits for.
// So a rank reads its part twice and writes it once, where one GPU alone reads it once: what stands before a part is
// known only when all that is before it has been read. (A rank that has all elements scans them as one GPU does.)
//
// Two exchanges a call, one for cut tiles, and on the host one more, in which ranks hear whether operators have thrown.
// A rank needs memory for two values a tile. A GPU reads and writes 16 bytes at once where the input and output are
// aligned to them and the ranks' parts begin at multiples of 16 bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <strider/distributed/partials.hpp>
#include <strider/distributed/policy.hpp>
#include <strider/distributed/scan_carries.hpp>
#include <strider/scan.hpp>
#include <strider/serial/scan/tiles.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/scan/tiles.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/scan/tiles.hpp>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// One rank's part of the scan of all ranks' elements.
template <class Policy, class Operator, class T>
class part_scan {
    using local = decltype(Policy::local);
    using memory_of = exchange_memory<local>;

public:
    part_scan(const Policy& policy, const cut& parts, const scan_order::tile_shape& shape, const T* input, Operator op,
              const std::optional<T>& init)
        : policy_(policy),
          at_(policy.local),
          parts_(parts),
          shape_(shape),
          input_(input),
          op_(op),
          init_{init.value_or(T{}), init.has_value()},
          begin_(parts.begin(policy.rank())),
          end_(parts.end(policy.rank())),
          halo_(begin_ == end_ ? 0 : begin_ % shape.tile),
          head_(halo_ == 0 ? 0 : std::min(end_, begin_ - halo_ + shape.tile) - begin_) {
        known_.first_tile = begin_ / shape.tile;
        known_.end = end_ / shape.tile;
        known_.with_init = init_.given;
        known_.first[2] = scan_nodes::of(known_.first_tile, 2);
        known_.first[1] = known_.first[2] * scan_nodes::children;
        known_.first[0] = scan_nodes::of(known_.first_tile, 1) * scan_nodes::children;
    }

    /// The most values that a rank tells.
    std::uint64_t most_told() const {
        std::uint64_t most = 1;
        for (int r = 0; r < parts_.ranks(); ++r) {
            most = std::max(most, scan_nodes::count(parts_.begin(r) / shape_.tile, parts_.end(r) / shape_.tile));
        }
        return most;
    }

    /// Memory for the tile that begins in another rank's part.
    std::size_t buffer_bytes() const { return memory_of::rounded(shape_.tile * sizeof(T)); }
    void take_buffer(memory_of& memory) { buffer_ = memory.template take<T>(shape_.tile); }
    /// Memory for everything but the tile's elements and the messages.
    std::size_t memory_bytes() const {
        std::size_t bytes = memory_of::rounded(tiles() * sizeof(T)) + memory_of::rounded((regions() + 1) * sizeof(T)) +
                            memory_of::rounded(parts_.first.size() * sizeof(std::uint64_t));
        for (unsigned level = 0; level < 3; ++level) bytes += memory_of::rounded(totals(level) * sizeof(T));
        return bytes;
    }
    void take_memory(memory_of& memory) {
        for (unsigned level = 0; level < 3; ++level) known_.totals[level] = memory.template take<T>(totals(level));
        known_.before_region = memory.template take<T>(regions() + 1);
        carries_ = memory.template take<T>(tiles());
        tile_ends_ = memory.template take<std::uint64_t>(parts_.first.size());
    }

    /// Ranks send each other what they have of tiles that end with others.
    void exchange_halos() const {
        const int rank = policy_.rank();
        std::vector<outgoing> sends;
        std::vector<incoming> receives;
        for (int r = 0; r < parts_.ranks(); ++r) {
            const auto [sender, receiver] = std::minmax(r, rank);
            const std::uint64_t to = parts_.begin(receiver), tile = to - to % shape_.tile;
            const std::uint64_t first = std::max(parts_.begin(sender), tile), end = parts_.end(sender);
            if (r == rank || parts_.size(receiver) == 0 || first >= end) continue;
            if (r < rank) receives.push_back({r, buffer_ + (first - tile), (end - first) * sizeof(T)});
            if (r > rank) sends.push_back({r, input_ + (first - begin_), (end - first) * sizeof(T)});
        }
        policy_.communicator.exchange(at_, sends, receives);
    }

    /// Reads this rank's part, and writes what the others are to know.
    void tell(T* told) const {
        copy_bytes(at_, buffer_ + halo_, input_, head_ * sizeof(T));
        if (head_ > 0) tile_totals(at_, head(), head_shape(), op_, &known_.total(0, known_.first_tile));
        if (has_rest()) tile_totals(at_, rest(), rest_shape(), op_, &known_.total(0, first_of_rest()));
        for (unsigned level = 1; level < 3; ++level) {
            const std::uint64_t first = known_.own_begin(level), end = known_.own_end(level);
            if (first < end) for_each_index(at_, end - first, total_own_node<T, Operator>{known_, level, op_});
        }
        if (known_.first_tile < known_.end) for_each_index(at_, 1, tell_totals<T>{known_, told});
    }

    /// Writes the results, by what rank r has told after r strides.
    template <bool Exclusive>
    void finish(const unsigned char* told, std::size_t stride, T* output) const {
        if (begin_ == end_) return;
        std::vector<std::uint64_t> ends;
        for (const std::uint64_t element : parts_.first) ends.push_back(element / shape_.tile);
        copy_bytes(at_, tile_ends_, ends.data(), ends.size() * sizeof(std::uint64_t));
        const int rank = policy_.rank();
        for_each_index(at_, 1, hear_totals<T, Operator>{known_, told, stride, tile_ends_, rank, init_, op_});
        const std::uint64_t end = known_.first_tile + tiles();
        const std::uint64_t groups = (end - known_.first[0] + scan_nodes::children - 1) / scan_nodes::children;
        for_each_index(at_, groups, carry_into_tiles<T, Operator>{known_, end, carries_, op_});

        const bool given = init_.given || known_.first_tile > 0;
        if (head_ > 0) {
            scan_tiles<Exclusive>(at_, head(), head_shape(), buffer_, op_, static_cast<const T*>(carries_), given);
            copy_bytes(at_, output, buffer_ + halo_, head_ * sizeof(T));
        }
        if (has_rest()) {
            const T* const carries = carries_ + (first_of_rest() - known_.first_tile);
            scan_tiles<Exclusive>(at_, rest(), rest_shape(), output + head_, op_, carries, given || head_ > 0);
        }
    }

private:
    /// The tiles that have elements of this rank.
    std::uint64_t tiles() const {
        return begin_ == end_ ? 0 : end_ / shape_.tile + (end_ % shape_.tile != 0) - known_.first_tile;
    }
    std::uint64_t regions() const { return known_.own_end(2) - known_.first[2]; }
    std::uint64_t totals(unsigned level) const { return known_.own_end(level) - known_.first[level]; }

    // The tile that is cut from the part before, and what is behind it.
    contiguous<T> head() const { return {buffer_}; }
    scan_order::tile_shape head_shape() const { return shape_.piece(halo_ + head_); }
    contiguous<T> rest() const { return {input_ + head_}; }
    scan_order::tile_shape rest_shape() const { return shape_.piece(end_ - begin_ - head_); }
    bool has_rest() const { return begin_ + head_ < end_; }
    std::uint64_t first_of_rest() const { return (begin_ + head_) / shape_.tile; }

    const Policy& policy_;
    const local& at_;
    const cut& parts_;
    const scan_order::tile_shape& shape_;
    const T* input_;
    Operator op_;
    value_before<T> init_;
    std::uint64_t begin_, end_;  ///< this rank's elements
    std::uint64_t halo_, head_;  ///< of its first tile, if cut: elements of ranks before it, and its own
    known_totals<T> known_{};
    T* buffer_ = nullptr;
    T* carries_ = nullptr;
    std::uint64_t* tile_ends_ = nullptr;
};

/// The elements of all ranks: what each has, and their tiles.
struct parts_in_tiles {
    const cut& parts;
    scan_order::tile_shape shape;
};

/// The scan, once ranks know each other's parts.
template <bool Exclusive, class Policy, class T, class Operator>
void scan_parts(const Policy& policy, const collective_header& call, const parts_in_tiles& all_elements, const T* input,
                T* output, Operator op, const std::optional<T>& init) {
    const cut& parts = all_elements.parts;
    using local = decltype(Policy::local);
    using memory_of = exchange_memory<local>;
    const local& rank_policy = policy.local;
    part_scan<Policy, Operator, T> part(policy, parts, all_elements.shape, input, op, init);
    rendezvous point(policy, call);
    const std::uint64_t told = part.most_told();
    const bool in_payload = told * sizeof(T) <= point.room();
    const std::size_t slot = memory_of::rounded(told * sizeof(T));

    // A rank without memory takes part until it can say so.
    const std::size_t least = 2 * point.memory_bytes() + part.buffer_bytes();
    const std::size_t slots = in_payload ? 0 : (static_cast<std::size_t>(policy.size()) + 1) * slot;
    first_failure failure;
    std::optional<memory_of> memory;
    failure.guard([&] { memory.emplace(rank_policy, least + part.memory_bytes() + slots); });
    if (!memory) memory.emplace(rank_policy, least);
    part.take_buffer(*memory);
    part.exchange_halos();

    unsigned char *mine = nullptr, *all = nullptr;
    const auto numbers = told_numbers{parts.size(policy.rank())};
    const meeting agreement = point.meet(*memory, [&](unsigned char* payload) {
        failure.rethrow();
        part.take_memory(*memory);
        if (!in_payload) {
            mine = memory->template take<unsigned char>(slot);
            all = memory->template take<unsigned char>(slot * static_cast<std::size_t>(policy.size()));
        }
        part.tell(reinterpret_cast<T*>(in_payload ? payload : mine));
        return numbers;
    });
    const unsigned char* from = agreement.payloads;
    std::size_t stride = agreement.stride;
    if (!in_payload) {
        policy.communicator.all_gather(rank_policy, mine, all, slot);
        from = all;
        stride = slot;
    }
    if constexpr (has_host_memory<local>) {
        point.meet(*memory, [&](unsigned char*) {
            part.template finish<Exclusive>(from, stride, output);
            return numbers;
        });
    } else {
        part.template finish<Exclusive>(from, stride, output);
        policy.communicator.wait(rank_policy);
    }
}

}  // namespace detail
}  // namespace STRIDER_TARGET

namespace detail {

/// A hash of an initial value, or of none.
template <class Init>
std::uint64_t hash_of_init(const Init& init) {
    if constexpr (std::is_same_v<Init, std::nullopt_t>) {
        return 0;
    } else if constexpr (requires { init.has_value(); }) {
        return init ? hash_of(*init) : 0;
    } else {
        return hash_of(init);
    }
}

template <bool Exclusive, class Policy, class Input, class Output, class Operator, class Init>
void scan_range(const Policy& policy, const char* name, const Input& input, Output& output, Operator op,
                const Init& init) {
    using T = element_of<Output>;
    require_own_accumulator<Operator, T>();
    const collective_header call{name, hash_of_types<T, Operator, Init>(), hash_of_init(init)};
    std::optional<T> start;
    const meeting agreement = agree(policy, call, [&] {
        require_output(input, output, name);
        start = optional_initial_value<T>(init);
        return told_numbers{std::ranges::size(input)};
    });
    const cut parts = agreement.parts();
    if (parts.elements() == 0) return;
    const T* const from = data_of(input);
    T* const to = data_of(output);
    for (int r = 0; r < parts.ranks(); ++r) {
        if (parts.size(r) != parts.elements()) continue;
        agree(policy, call, [&] {  // its scan is the whole
            if (r == policy.rank()) {
                scan_source<Exclusive>(policy.local, contiguous<T>{from}, parts.elements(), to, op, start);
            }
            return told_numbers{};
        });
        return;
    }
    scan_parts<Exclusive>(policy, call, {parts, scan_order::tile_shape(parts.elements(), sizeof(T))}, from, to, op,
                          start);
}

}  // namespace detail

template <class C, class L, contiguous_elements Input, class Output, class Operator = plus,
          class Init = std::optional<element_of<Output>>>
    requires misuse::allows<misuse::inclusive, Input, Output, Operator, Init>
void inclusive_scan(const distributed<C, L>& policy, const Input& input, Output&& output, Operator op = {},
                    const Init& init = std::nullopt) {
    detail::scan_range<false>(policy, "inclusive_scan", input, output, op, init);
}

template <class C, class L, contiguous_elements Input, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::exclusive, Input, Output, Operator, Init>
void exclusive_scan(const distributed<C, L>& policy, const Input& input, Output&& output, Operator op,
                    const Init& init) {
    detail::scan_range<true>(policy, "exclusive_scan", input, output, op, init);
}

template <class C, class L, contiguous_elements Input, class Output, class Operator = plus>
    requires misuse::allows<misuse::exclusive, Input, Output, Operator>
void exclusive_scan(const distributed<C, L>& policy, const Input& input, Output&& output, Operator op = {}) {
    exclusive_scan(policy, input, output, op,
                   detail::stored_as<element_of<Output>>(detail::identity_of<Operator, element_of<Output>>()));
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
