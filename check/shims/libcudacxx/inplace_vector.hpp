// cuda::std::inplace_vector: a vector whose elements lie in it. C++20 does not have it yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include <strider/check/shims/libcudacxx/std.hpp>

namespace cuda::std {

template <class T, ::std::size_t Capacity>
class inplace_vector {
public:
    using value_type = T;
    using size_type = ::std::size_t;
    using difference_type = ::std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using pointer = T*;
    using const_pointer = const T*;
    using iterator = T*;
    using const_iterator = const T*;

    inplace_vector() {}
    explicit inplace_vector(size_type count) { resize(count); }
    inplace_vector(size_type count, const T& value) { resize(count, value); }
    template <::std::input_iterator Iterator>
    inplace_vector(Iterator first, Iterator last) {
        for (; first != last; ++first) push_back(*first);
    }
    inplace_vector(::std::initializer_list<T> values) : inplace_vector(values.begin(), values.end()) {}
    inplace_vector(const inplace_vector& other) : inplace_vector(other.begin(), other.end()) {}
    inplace_vector& operator=(const inplace_vector& other) {
        if (this != &other) assign(other.begin(), other.end());
        return *this;
    }
    ~inplace_vector() { clear(); }

    template <::std::input_iterator Iterator>
    void assign(Iterator first, Iterator last) {
        clear();
        for (; first != last; ++first) push_back(*first);
    }

    size_type size() const { return size_; }
    bool empty() const { return size_ == 0; }
    static constexpr size_type capacity() { return Capacity; }
    static constexpr size_type max_size() { return Capacity; }
    T* data() { return items_; }
    const T* data() const { return items_; }
    T* begin() { return items_; }
    T* end() { return items_ + size_; }
    const T* begin() const { return items_; }
    const T* end() const { return items_ + size_; }
    T& operator[](size_type i) { return items_[i]; }
    const T& operator[](size_type i) const { return items_[i]; }
    T& front() { return items_[0]; }
    T& back() { return items_[size_ - 1]; }
    const T& front() const { return items_[0]; }
    const T& back() const { return items_[size_ - 1]; }

    template <class... Arguments>
    T& unchecked_emplace_back(Arguments&&... arguments) {
        return *::new (static_cast<void*>(items_ + size_++)) T(::std::forward<Arguments>(arguments)...);
    }
    T& unchecked_push_back(const T& value) { return unchecked_emplace_back(value); }
    /// Null where the vector is full.
    template <class... Arguments>
    T* try_emplace_back(Arguments&&... arguments) {
        return size_ == Capacity ? nullptr : &unchecked_emplace_back(::std::forward<Arguments>(arguments)...);
    }
    T* try_push_back(const T& value) { return try_emplace_back(value); }
    template <class... Arguments>
    T& emplace_back(Arguments&&... arguments) {
        expect_room(1);
        return unchecked_emplace_back(::std::forward<Arguments>(arguments)...);
    }
    T& push_back(const T& value) { return emplace_back(value); }
    void pop_back() { ::std::destroy_at(items_ + --size_); }
    void clear() {
        while (size_ > 0) pop_back();
    }
    template <class... Value>
    void resize(size_type count, const Value&... value) {
        while (size_ > count) pop_back();
        while (size_ < count) emplace_back(value...);
    }
    T* insert(const T* before, const T& value) {
        const auto position = before - items_;
        push_back(value);
        ::std::rotate(items_ + position, end() - 1, end());
        return items_ + position;
    }
    T* erase(const T* first, const T* last) {
        T* const from = items_ + (first - items_);
        ::std::move(items_ + (last - items_), end(), from);
        for (auto count = last - first; count > 0; --count) pop_back();
        return from;
    }
    T* erase(const T* position) { return erase(position, position + 1); }

    friend bool operator==(const inplace_vector& a, const inplace_vector& b) {
        return ::std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    void expect_room(size_type count) const {
        if (Capacity - size_ < count) throw ::std::bad_alloc();
    }
    union {
        T items_[Capacity];
    };
    size_type size_ = 0;
};

}  // namespace cuda::std
// SPDX-License-Identifier: Apache-2.0
