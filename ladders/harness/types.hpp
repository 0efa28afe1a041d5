// The element types, operations and kinds of traffic that problems are made of, by name and as C++ types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace strider::ladders {

enum class element_type : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
inline constexpr std::string_view element_type_names[] = {"i8",  "u8",  "i16", "u16", "i32",
                                                          "u32", "i64", "u64", "f32", "f64"};

enum class operation : std::uint8_t { sum, product, minimum, maximum };
inline constexpr std::string_view operation_names[] = {"sum", "product", "min", "max"};

constexpr std::string_view name(element_type type) { return element_type_names[static_cast<std::size_t>(type)]; }
constexpr std::string_view name(operation op) { return operation_names[static_cast<std::size_t>(op)]; }

/// The mix of reads and writes that a roof is measured for; `triad` reads two arrays and writes one.
enum class traffic : std::uint8_t { read, write, copy, triad };

/// Calls `function(T{})` with the C++ type of `type`.
template <class Function>
decltype(auto) with_type(element_type type, Function&& function) {
    switch (type) {
        case element_type::i8:
            return function(std::int8_t{});
        case element_type::u8:
            return function(std::uint8_t{});
        case element_type::i16:
            return function(std::int16_t{});
        case element_type::u16:
            return function(std::uint16_t{});
        case element_type::i32:
            return function(std::int32_t{});
        case element_type::u32:
            return function(std::uint32_t{});
        case element_type::i64:
            return function(std::int64_t{});
        case element_type::u64:
            return function(std::uint64_t{});
        case element_type::f32:
            return function(float{});
        case element_type::f64:
            return function(double{});
    }
    throw std::logic_error("with_type: not an element type");
}

/// The name of the C++ type `T`.
template <class T>
inline constexpr element_type type_of = [] {
    constexpr std::size_t bytes = sizeof(T);
    if (std::is_floating_point_v<T>) return bytes == 4 ? element_type::f32 : element_type::f64;
    constexpr int width = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    return static_cast<element_type>(2 * width + std::is_unsigned_v<T>);
}();

inline std::size_t size_of(element_type type) {
    return with_type(type, [](auto zero) { return sizeof(zero); });
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
