// The header of NumPy's .npy files, versions 1 to 3.
// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/types.hpp>

namespace strider::lab {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// As many bytes at the front of a file say how long its header is.
inline constexpr std::size_t npy_prefix_bytes = 12;

struct npy_header {
    ladders::element_type type;  ///< of the elements as they are computed with
    std::string type_name;       ///< as stored: a type's name, or "f16" (computed as f32) or "bool" (as u8)
    std::size_t stored_bytes;    ///< of one element in the file
    bool big_endian;
    bool fortran_order;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements;  ///< their product
    std::uint64_t offset;    ///< of the first element in the file
};

/// The bytes of everything before the elements, by the first npy_prefix_bytes of the file (or all of a shorter one).
/// Throws usage_error where the file does not start as a .npy file must.
std::uint64_t npy_header_bytes(std::string_view front);

/// Reads the header. Throws usage_error, saying what is wrong, where it is cut off, malformed, lies about its sizes so
/// that they overflow, or names a type that is no number.
npy_header parse_npy_header(std::string_view bytes);

}  // namespace strider::lab
