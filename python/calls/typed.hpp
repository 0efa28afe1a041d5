// Shared by the files of calls: policies of a backend, and types by their names. Each file is compiled for the host and
// for GPUs, and adds its calls to the table of every backend.
#pragma once

#include <stdexcept>
#include <string>

#include <ladders/harness/typed_call.hpp>
#include <python/calls/table.hpp>
#include <strider/core/policy.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/policy.hpp>
#endif

namespace strider::python {

using ladders::size_of, ladders::with_operator, ladders::with_type;

template <class Policy>
inline constexpr bool on_host = std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>;

template <class Policy>
Policy policy_of([[maybe_unused]] void* stream) {
    if constexpr (!requires { &Policy::stream; }) {
        return {};
    } else {
        return {static_cast<decltype(Policy::stream)>(stream)};
    }
}

/// Calls `entry(T{})` with i64, f32 or f64.
template <class Entry>
decltype(auto) with_number(element_type type, Entry&& entry) {
    if (type == element_type::f32) return entry(float{});
    return type == element_type::f64 ? entry(double{}) : entry(std::int64_t{});
}

/// Calls `entry(T{}, Operator{})` with one of these.
template <class Entry>
void with_number_and_operator(element_type type, operation op, Entry&& entry) {
    with_operator(op, [&](auto combine) { with_number(type, [&](auto zero) { entry(zero, combine); }); });
}

template <class T>
std::span<const T> span_of(const items& of) {
    return {static_cast<const T*>(of.data), of.count};
}
template <class T>
std::span<T> span_of(void* data, std::uint64_t count) {
    return {static_cast<T*>(data), count};
}

/// Calls `function(Word{})` with the unsigned integer of so many bytes, as which items are copied.
template <class Function>
void with_word(std::size_t bytes, Function&& function) {
    switch (bytes) {
        case 1:
            return function(std::uint8_t{});
        case 2:
            return function(std::uint16_t{});
        case 4:
            return function(std::uint32_t{});
        case 8:
            return function(std::uint64_t{});
    }
    throw std::invalid_argument("items of " + std::to_string(bytes) + " bytes: only 1, 2, 4 and 8 are taken");
}

// A file each.
template <class Policy>
void add_reductions(calls& to);
template <class Policy>
void add_segments(calls& to);
template <class Policy>
void add_scans(calls& to);
template <class Policy>
void add_moves(calls& to);
template <class Policy>
void add_sorts(calls& to);
template <class Policy>
void add_bins(calls& to);
template <class Policy>
void add_images(calls& to);

}  // namespace strider::python

/// At the end of a file.
#if defined(STRIDER_DEVICE_CODE)
#define STRIDER_AT_EVERY_PLACE(add) template void strider::python::add<strider::device_policy>(strider::python::calls&)
#else
#define STRIDER_AT_EVERY_PLACE(add)                                            \
    template void strider::python::add<strider::cpu>(strider::python::calls&); \
    template void strider::python::add<strider::serial>(strider::python::calls&)
#endif
// SPDX-License-Identifier: Apache-2.0
