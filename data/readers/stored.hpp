// The types of numbers in files.
#pragma once

#include <cstddef>
#include <string_view>

#include <ladders/harness/types.hpp>

namespace strider::lab {

/// A type as files have it. Two are computed with as another one that holds their values: f16 as f32, bool as u8.
struct stored_type {
    ladders::element_type type;  ///< as it is computed with
    std::string_view name;

    constexpr stored_type(ladders::element_type type) : stored_type(type, ladders::name(type)) {}
    constexpr stored_type(ladders::element_type type, std::string_view name) : type(type), name(name) {}

    bool operator==(const stored_type&) const = default;
};

inline constexpr stored_type stored_f16{ladders::element_type::f32, "f16"},
    stored_bool{ladders::element_type::u8, "bool"};

/// The bytes of an element in a file.
inline std::size_t size_of(stored_type of) { return of == stored_f16 ? 2 : ladders::size_of(of.type); }

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
