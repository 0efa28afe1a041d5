// Elements written to a file or a stream, in the format that its name's ending says.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <data/readers/stored.hpp>
#include <data/writers/shared_destination.hpp>

namespace strider::lab {

/// Writes numbers in pieces, as the type that they have in files, to a file that appears when it is whole, or to a
/// stream, whose format is text unless another is given:
///   .npy          NumPy's format, version 1, in C order; to a file alone
///   .bin, .raw    the elements alone, in this machine's byte order
///   .txt, .csv    one number a line, floating-point ones by their own shortest digits (read back, they have the same
///                 bits; NaNs are one)
class element_output {
public:
    /// A .csv file begins with `header`, where there is one. Several ranks write to one file, in a binary format.
    /// Throws usage_error where the ending is none of these, and where no file can be made there.
    element_output(const wanted_results& wanted, stored_type type, ranks& peers, std::string_view header = {});

    /// Of several ranks: before the first element of this one, which has this number in the file.
    void start_at(std::uint64_t first);

    /// The next `count` elements, as they are computed with.
    void append(const void* elements, std::uint64_t count);

    /// All elements of all ranks are there: an array of this shape, whose product must be their number.
    void finish(const std::vector<std::uint64_t>& shape);

    /// What was appended here.
    std::uint64_t elements() const { return elements_; }

private:
    enum class format { npy, raw, text };
    static format format_of(const wanted_results& wanted);
    void append_halves(const float* values, std::uint64_t count);

    stored_type type_;
    format format_;
    ranks& peers_;
    shared_destination to_;
    std::uint64_t elements_ = 0;
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
