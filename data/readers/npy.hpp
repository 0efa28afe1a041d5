// The header of NumPy's .npy files, versions 1 to 3.
// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <data/readers/file.hpp>
#include <data/readers/stored.hpp>

namespace strider::lab {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// As many bytes at the front of a file say how long its header is.
inline constexpr std::size_t npy_prefix_bytes = 12;

/// How an array lies in its file, whatever its elements are.
struct npy_array {
    std::string descr;         ///< NumPy's name of the elements' type, such as "<f4"
    std::size_t stored_bytes;  ///< of one element in the file
    bool fortran_order;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements;  ///< their product
    std::uint64_t offset;    ///< of the first element in the file
};

/// An array of numbers.
struct npy_header : npy_array {
    stored_type stored = ladders::element_type::f64;
    bool big_endian;
};

/// The bytes of everything before the elements, by the first npy_prefix_bytes of the file (or all of a shorter one).
/// Throws usage_error where the file does not start as a .npy file must.
std::uint64_t npy_header_bytes(std::string_view front);

/// Reads the header. Throws usage_error, saying what is wrong, where it is cut off, malformed, lies about its sizes so
/// that they overflow, or names a type that is no number.
npy_header parse_npy_header(std::string_view bytes);

/// The same for elements of any type whose bytes are all that it is: numbers, complex ones, dates, texts and plain
/// bytes.
npy_array parse_npy_array(std::string_view bytes);

/// Everything before the elements of a file that starts as a .npy file, as much of it as there is.
std::string npy_front(const byte_input& input);

/// Throws usage_error unless the bytes after the header are those of the elements that it promises.
void require_promised(const byte_input& input, const npy_array& header, std::string_view type_name);

/// NumPy's name of a type in this machine's byte order.
std::string npy_descr(stored_type type);

/// The header of an array in C order, padded so that the elements start at a multiple of 64 bytes, and after at least
/// `room` bytes.
std::string npy_header_of(std::string_view descr, const std::vector<std::uint64_t>& shape, std::size_t room = 0);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
