// <cuda/annotated_ptr> and <cuda/discard_memory>: advice to caches, which the emulator does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/check/shims/libcudacxx/std.hpp>
#include <strider/emulator/dialect/cuda_pipeline.hpp>

namespace cuda {

class access_property {
public:
    struct shared {};
    struct global {};
    struct normal {};
    struct streaming {};
    struct persisting {};

    constexpr access_property() = default;
    constexpr access_property(global) {}
    template <class Kind, class... Rest>
        requires std::is_same_v<Kind, normal> || std::is_same_v<Kind, streaming> || std::is_same_v<Kind, persisting>
    constexpr access_property(Kind, Rest...) {}
    template <class Kind, class... Rest>
    constexpr access_property(void*, std::size_t, std::size_t, Kind, Rest...) {}
    constexpr explicit operator std::uint64_t() const { return 0; }
};

template <class T, class Property>
class annotated_ptr {
public:
    using value_type = T;
    using pointer = T*;
    using reference = T&;
    using difference_type = std::ptrdiff_t;

    constexpr annotated_ptr() = default;
    constexpr explicit annotated_ptr(T* pointer) : pointer_(pointer) {}
    template <class RuntimeProperty>
    constexpr annotated_ptr(T* pointer, RuntimeProperty) : pointer_(pointer) {}
    template <class Other, class OtherProperty>
    constexpr annotated_ptr(const annotated_ptr<Other, OtherProperty>& other) : pointer_(other.get()) {}

    constexpr T* operator->() const { return pointer_; }
    constexpr T& operator*() const { return *pointer_; }
    constexpr T& operator[](std::ptrdiff_t i) const { return pointer_[i]; }
    constexpr std::ptrdiff_t operator-(annotated_ptr other) const { return pointer_ - other.pointer_; }
    constexpr explicit operator bool() const { return pointer_ != nullptr; }
    constexpr T* get() const { return pointer_; }

private:
    T* pointer_ = nullptr;
};

template <class T, class Property>
constexpr T* associate_access_property(T* pointer, Property) {
    return pointer;
}
template <class Shape, class Property>
constexpr void apply_access_property(const volatile void*, Shape, Property) {}
constexpr void discard_memory(volatile void*, std::size_t) {}

namespace detail {
template <class T>
T&& without_property(T&& value) {
    return static_cast<T&&>(value);
}
template <class T, class Property>
T* without_property(annotated_ptr<T, Property> pointer) {
    return pointer.get();
}
template <class T>
constexpr bool is_annotated = false;
template <class T, class Property>
constexpr bool is_annotated<annotated_ptr<T, Property>> = true;
}  // namespace detail

template <class... All>
    requires(detail::is_annotated<std::remove_cvref_t<All>> || ...)
void memcpy_async(All&&... all) {
    cuda::memcpy_async(detail::without_property(all)...);
}

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
