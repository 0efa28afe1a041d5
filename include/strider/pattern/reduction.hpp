// Parts that the calls which reduce share: their arguments, and the result of a total.
#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/counted.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/source.hpp>

namespace strider {

/// The values that a reduction may accumulate.
template <class T>
concept reducible = accumulable<T>;

/// A transform that gives the values of type T that a reduction combines: a function of an element, which may be a
/// pointer to a data member, or with_index with a function of an element and its index.
template <class Transform, class Element, class T>
concept transform_to = only_on_device<Transform> || requires(const function_of<Transform> transform, const Element& a) {
    { transform(a) } -> std::same_as<T>;
} || (takes_index<Transform> && requires(const Transform with, const Element& a, std::uint64_t index) {
                           { with.function(a, index) } -> std::same_as<T>;
                       });

namespace detail {

/// The product of two elements, rounded before it is added: never contracted to a fused multiply-add, which only some
/// processors have.
struct rounded_product {
    template <class T>
    STRIDER_HOST_DEVICE T operator()(const T& a, const T& b) const {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_same_v<T, float>) return __fmul_rn(a, b);
        if constexpr (std::is_same_v<T, double>) return __dmul_rn(a, b);
#endif
        return multiplies{}(a, b);
    }
};

template <class T>
struct two_values {
    T first, second;
    STRIDER_HOST_DEVICE constexpr T operator()(std::uint64_t i) const { return i == 0 ? first : second; }
};

// op(init, total), on the device where the operator is there alone.
template <class Policy, class Operator, class T>
T starting_with(const Policy& policy, Operator op, const T& init, const T& total) {
    if constexpr (only_on_device<Operator>) {
        return canonical_nan<T>(reduce_source(policy, two_values<T>{init, total}, 2, op));
    } else {
        return canonical_nan<T>(op(init, total));
    }
}

/// The result of a total: the total itself, its NaN the one quiet NaN.
struct total_itself {
    template <class T>
    STRIDER_HOST_DEVICE constexpr T operator()(const T& total) const {
        return canonical_nan(total);
    }
};
/// op(init, total).
template <class Operator, class T>
struct total_behind {
    Operator op;
    T init;
    STRIDER_HOST_DEVICE constexpr T operator()(const T& total) const { return canonical_nan<T>(op(init, total)); }
};
template <class Operator, class T>
total_behind(Operator, T) -> total_behind<Operator, T>;

/// A finish as above, and the result for no elements, where only the kernel knows whether there are any.
template <class Finish, class A>
struct total_or_none {
    Finish finish;
    A none;
    template <class T>
    STRIDER_HOST_DEVICE constexpr auto operator()(const T& total) const {
        return finish(total);
    }
};
template <class Finish, class A>
total_or_none(Finish, A) -> total_or_none<Finish, A>;

/// `*result`, in memory of the policy's device, becomes `finish(total)` of a source of at least one element. Every
/// policy of the host waits for it.
template <class Policy, class Source, class Operator, class U, class Finish>
void reduce_to(const Policy& policy, const Source& source, std::uint64_t count, Operator op, U* result, Finish finish) {
    if constexpr (requires { reduce_source_into(policy, source, count, op, result, finish); }) {
        reduce_source_into(policy, source, count, op, result, finish);
    } else {
        *result = finish(reduce_source(policy, source, count, op));
    }
}

/// `*result = value`, likewise.
template <class Policy, class T>
void put_to(const Policy& policy, const T& value, T* result) {
    if constexpr (requires { store_value(policy, value, result); }) {
        store_value(policy, value, result);
    } else {
        *result = value;
    }
}

/// The same of an accumulator, as what stands there.
template <class Policy, class A, class U>
void put_total(const Policy& policy, const A& total, U* result) {
    put_to(policy, static_cast<U>(total), result);
}

/// Like reduce_to, but there may be no elements: the result is then `none`. `count` is a number of elements, or says
/// where on the device it stands.
template <class Policy, class Source, class Count, class Operator, class A, class U, class Finish>
void reduce_or(const Policy& policy, const Source& source, const Count& count, Operator op, const A& none, U* result,
               Finish finish) {
    if (most_elements(count) == 0) return put_total(policy, none, result);
    if constexpr (counted_later<Count>) {
        reduce_source_into(policy, source, count, op, result, total_or_none{finish, none});
    } else {
        reduce_to(policy, source, count, op, result, finish);
    }
}

inline void require_place(const void* result, const char* what) {
    if (result == nullptr) {
        throw std::invalid_argument(std::string(what) + ": no place for the result: give one in the device's memory");
    }
}

inline void require_elements(std::uint64_t count, const char* what) {
    if (count == 0) throw std::invalid_argument(std::string(what) + " of an empty range: give it at least one element");
}

}  // namespace detail

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
