// Arrays in NumPy's .npy files, versions 1 to 3: numbers in this machine's byte order, in C order.
// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider::lab {

/// How an array lies in its file.
struct npy_layout {
    std::string descr;  ///< NumPy's name of the type, such as "<f4"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 1;  ///< the product of the shape
    std::size_t offset = 0;      ///< the first element in the file
};

/// Reads the header, which the first bytes of a file hold. Throws usage_error where it is cut off or malformed, or its
/// sizes overflow.
npy_layout parse_npy(std::string_view bytes);

/// An array with its elements.
struct loaded_array {
    std::string file;
    ladders::element_type type = ladders::element_type::f32;
    std::vector<std::uint64_t> shape;
    std::vector<std::byte> bytes;

    std::uint64_t elements() const { return bytes.size() / ladders::size_of(type); }

    /// The first elements, of C++ type T, and zeros behind the last.
    template <class T>
    std::vector<T> first(std::uint64_t count) const {
        std::vector<T> values(count);
        std::copy_n(bytes.begin(), std::min(count * sizeof(T), bytes.size()),
                    reinterpret_cast<std::byte*>(values.data()));
        return values;
    }
    template <class T>
    std::vector<T> all() const {
        return first<T>(elements());
    }
};

/// Reads a file whose elements are of one of the types `taken`. Throws usage_error, with the line of NumPy that
/// converts the file, where the type or the order is another; and where the file is cut off or longer than it says.
loaded_array load_npy(const std::string& file, std::span<const ladders::element_type> taken);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
