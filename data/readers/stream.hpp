// Elements that come once, in their order, as from a pipe: how many there are is known when they end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <data/readers/elements.hpp>
#include <data/readers/file.hpp>

namespace strider::lab {

class element_stream {
public:
    /// Takes an input that is no regular file and holds raw binary of a type that is given, or a .npy array in the
    /// order of its indices. Any other input stays as it is.
    static std::optional<element_stream> take(byte_input& input, const reading& how);

    /// Raw binary, whatever it starts with.
    static element_stream raw(byte_input input, ladders::element_type type) { return {std::move(input), type}; }

    const std::string& name() const { return input_.name; }
    stored_type stored() const { return stored_; }
    ladders::element_type type() const { return stored_.type; }

    /// Their number, where a header says it.
    std::optional<std::uint64_t> promised() const { return promised_; }

    /// How many have been read.
    std::uint64_t elements() const { return done_; }

    /// The next ones, as they are computed with: `count`, or fewer at the end. Throws usage_error where the last one is
    /// cut off, or there are not as many as promised.
    std::uint64_t read(std::uint64_t count, void* into);

private:
    element_stream(byte_input input, stored_type stored) : input_(std::move(input)), stored_(stored) {}

    byte_input input_;
    stored_type stored_;
    bool swapped_ = false;
    std::optional<std::uint64_t> promised_ = {};
    std::uint64_t done_ = 0;
};

/// Elements from index `first` on; `data` is aligned for every element type.
using use_of_next = std::function<void(std::uint64_t first, void* data, std::uint64_t count, bool is_last)>;

/// Calls `use` for piece after piece of `piece` elements, but for the last; the next ones are read while one is used.
void for_each_piece(element_stream& from, std::uint64_t piece, const use_of_next& use);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
