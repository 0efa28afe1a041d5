// cuda::std::expected: a value, or the error in its place. C++20 does not have it yet.
#pragma once

#include <exception>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>

#include <strider/check/shims/libcudacxx/std.hpp>

namespace cuda::std {

template <class Error>
class unexpected {
public:
    template <class Other = Error>
        requires ::std::is_constructible_v<Error, Other>
    constexpr explicit unexpected(Other&& error) : error_(::std::forward<Other>(error)) {}
    constexpr const Error& error() const { return error_; }
    friend constexpr bool operator==(const unexpected&, const unexpected&) = default;

private:
    Error error_;
};
template <class Error>
unexpected(Error) -> unexpected<Error>;

struct unexpect_t {};
inline constexpr unexpect_t unexpect{};

template <class Error>
class bad_expected_access : public ::std::exception {
public:
    explicit bad_expected_access(Error error) : error_(::std::move(error)) {}
    const Error& error() const { return error_; }
    const char* what() const noexcept override { return "bad access to cuda::std::expected"; }

private:
    Error error_;
};

template <class T, class Error>
class expected {
    using stored = ::std::conditional_t<::std::is_void_v<T>, ::std::monostate, T>;

public:
    using value_type = T;
    using error_type = Error;
    using unexpected_type = unexpected<Error>;

    constexpr expected() = default;
    template <class Other = stored>
        requires(!::std::is_void_v<T> && !::std::is_same_v<::std::remove_cvref_t<Other>, expected> &&
                 ::std::is_convertible_v<Other, stored>)
    constexpr expected(Other&& value) : state_(::std::in_place_index<0>, ::std::forward<Other>(value)) {}
    template <class Other>
    constexpr expected(const unexpected<Other>& error) : state_(::std::in_place_index<1>, error.error()) {}
    template <class... Arguments>
    constexpr explicit expected(unexpect_t, Arguments&&... arguments)
        : state_(::std::in_place_index<1>, ::std::forward<Arguments>(arguments)...) {}

    constexpr bool has_value() const { return state_.index() == 0; }
    constexpr explicit operator bool() const { return has_value(); }
    constexpr const stored& operator*() const { return *::std::get_if<0>(&state_); }
    constexpr stored& operator*() { return *::std::get_if<0>(&state_); }
    constexpr const stored* operator->() const { return ::std::get_if<0>(&state_); }
    constexpr stored* operator->() { return ::std::get_if<0>(&state_); }
    constexpr const Error& error() const { return *::std::get_if<1>(&state_); }
    constexpr Error& error() { return *::std::get_if<1>(&state_); }
    constexpr const stored& value() const {
        if (!has_value()) throw bad_expected_access<Error>(error());
        return **this;
    }
    template <class Other>
    constexpr stored value_or(Other&& otherwise) const {
        return has_value() ? **this : static_cast<stored>(::std::forward<Other>(otherwise));
    }
    template <class... Arguments>
    constexpr stored& emplace(Arguments&&... arguments) {
        return state_.template emplace<0>(::std::forward<Arguments>(arguments)...);
    }

    template <class Function>
    constexpr auto and_then(Function function) const {
        using result = decltype(call(function));
        return has_value() ? call(function) : result(unexpect, error());
    }
    template <class Function>
    constexpr expected or_else(Function function) const {
        return has_value() ? *this : expected(function(error()));
    }
    template <class Function>
    constexpr auto transform(Function function) const {
        using result = expected<decltype(call(function)), Error>;
        if (!has_value()) return result(unexpect, error());
        if constexpr (::std::is_void_v<decltype(call(function))>) {
            call(function);
            return result();
        } else {
            return result(call(function));
        }
    }
    template <class Function>
    constexpr auto transform_error(Function function) const {
        expected<T, decltype(function(error()))> result;
        if (!has_value()) return decltype(result)(unexpect, function(error()));
        if constexpr (!::std::is_void_v<T>) result.emplace(**this);
        return result;
    }

    friend constexpr bool operator==(const expected&, const expected&) = default;
    template <class Other>
        requires(!::std::is_void_v<T> && ::std::equality_comparable_with<stored, Other>)
    friend constexpr bool operator==(const expected& a, const Other& b) {
        return a.has_value() && *a == b;
    }
    friend constexpr bool operator==(const expected& a, const unexpected<Error>& b) {
        return !a.has_value() && a.error() == b.error();
    }

private:
    template <class Function>
    constexpr decltype(auto) call(Function& function) const {
        if constexpr (::std::is_void_v<T>)
            return function();
        else
            return function(**this);
    }
    ::std::variant<stored, Error> state_;
};

}  // namespace cuda::std
// SPDX-License-Identifier: Apache-2.0
