// A file's numbers, whatever its format: how many of which type, readable from any one on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <data/readers/file.hpp>
#include <data/readers/stored.hpp>
#include <data/readers/table.hpp>

namespace strider::lab {

/// What the user says of a file.
struct reading {
    std::optional<ladders::element_type> raw_type = {};
    table_options table = {};
};

/// Whether an open input is a table. Throws usage_error where it is said to be one, and
/// is not, or where text is said to be raw binary.
bool is_table(byte_input& input, const reading& how);

/// What is to be said of a text that is read as a list of numbers. Throws usage_error where commas and semicolons both
/// separate them.
reading_notes notes_of_list(const byte_input& input);

/// Elements as a file has them are read to raw_place(), in a room for `room` of them as they are computed with; then
/// decode() makes `count` of them what they are at its front, in the machine's byte order.
char* raw_place(stored_type stored, std::uint64_t room, void* into);
void decode(stored_type stored, bool is_swapped, std::uint64_t room, std::uint64_t count, void* into);

class element_input {
public:
    /// Opens what a file holds, or standard input for "-" (open_unpacked):
    ///   .npy         where it starts as one, versions 1 to 3, any numeric type, byte order and element order
    ///   raw binary   where its type is given: elements of that type in the machine's byte order
    ///   table        where it is said to be one, or looks like one: one column of it (read_column)
    ///   text         otherwise (text_parser)
    /// What cannot be read at any offset and text are first copied to a temporary file: the number of elements
    /// has to be known before the first of them is used. Throws usage_error, which names the file, for whatever cannot
    /// be read, and says what it looks like.
    static element_input open(const std::string& path, const reading& how = {});

    /// The same of an input that is open.
    static element_input open(byte_input input, const reading& how = {});

    /// Raw binary, whatever it starts with; the input is regular.
    static element_input open_raw(byte_input input, ladders::element_type type);

    /// The bytes of any input, as u8 elements.
    static element_input open_as_bytes(byte_input input);

    /// An array of i64, u64 or f64 in the machine's byte order, in C order.
    static element_input of_words(byte_input words, ladders::element_type type, std::vector<std::uint64_t> shape);

    /// What was decided and left out where it was read from a text.
    const reading_notes& notes() const { return notes_; }
    void set_notes(const reading_notes& notes) { notes_ = notes; }

    /// As messages name it: the path, or "standard input".
    const std::string& name() const { return input_.name; }

    /// The name of the table's column that they are; empty where they are none, or it has no header.
    const std::string& column() const { return column_; }

    /// The elements' type in the file, and as they are read and computed with.
    stored_type stored() const { return stored_; }
    ladders::element_type type() const { return stored_.type; }
    std::uint64_t elements() const { return elements_; }

    /// The extents; of raw binary and text, their number of elements.
    const std::vector<std::uint64_t>& shape() const { return shape_; }

    /// Whether the array says that its first index runs fastest.
    bool fortran_order() const { return fortran_order_; }

    /// `count` elements from number `first` of the file on, in type() and the machine's byte order.
    void read(std::uint64_t first, std::uint64_t count, void* into) const;

    /// Whether elements stand in the file in another order than the one that indices count in (C order).
    bool reordered() const { return !fortran_shape_.empty(); }

    /// The index in C order of element number `position` of the file.
    std::uint64_t c_index(std::uint64_t position) const;

private:
    static element_input open_npy(byte_input input);
    static element_input open_text(byte_input input);

    byte_input input_;
    std::string column_;
    reading_notes notes_;
    std::uint64_t offset_ = 0;
    std::uint64_t elements_ = 0;
    stored_type stored_ = ladders::element_type::f64;
    bool swapped_ = false;
    bool fortran_order_ = false;
    std::vector<std::uint64_t> shape_;
    std::vector<std::uint64_t> fortran_shape_;  ///< of an array in Fortran order with several extents above one
};

/// Throws usage_error where the file's elements are not in the order that results will stand in.
void require_c_order(const element_input& input);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
