#include <lab/wide.hpp>

#include <algorithm>
#include <limits>

namespace strider::lab {
namespace {

using ladders::element_type;

bool is_signed(element_type type) {
    return ladders::with_type(type, [](auto zero) { return std::is_signed_v<decltype(zero)>; });
}

/// Calls `function(T{})` with the C++ type of `type`, if that is an integer as Wide is, or not as Wide is not.
template <class Wide, class Function>
void with_type_like(element_type type, Function function) {
    ladders::with_type(type, [&](auto zero) {
        if constexpr (std::is_integral_v<decltype(zero)> == std::is_integral_v<Wide>) function(zero);
    });
}

template <class Wide>
void widen_reals(element_type type, const void* elements, std::uint64_t count, Wide* to) {
    with_type_like<Wide>(type, [&](auto zero) {
        const auto* const from = static_cast<const decltype(zero)*>(elements);
        std::transform(from, from + count, to, [](auto element) { return static_cast<Wide>(element); });
    });
}

template <class Wide>
void narrow_reals(const Wide* values, std::uint64_t count, element_type to_type, void* to) {
    with_type_like<Wide>(to_type, [&](auto zero) {
        using T = decltype(zero);
        std::transform(values, values + count, static_cast<T*>(to), [](Wide value) { return static_cast<T>(value); });
    });
}

}  // namespace

widening::widening(element_type type, bool ordered)
    : type_(type), moved_(ordered && is_signed(type) ? std::uint64_t{1} << 63 : 0) {}

void widening::widen(const void* elements, std::uint64_t count, std::uint64_t* to) const {
    with_type_like<std::uint64_t>(type_, [&](auto zero) {
        const auto* const from = static_cast<const decltype(zero)*>(elements);
        std::transform(from, from + count, to,
                       [moved = moved_](auto element) { return static_cast<std::uint64_t>(element) ^ moved; });
    });
}
void widening::widen(const void* elements, std::uint64_t count, double* to) const {
    widen_reals(type_, elements, count, to);
}
void widening::widen(const void* elements, std::uint64_t count, float* to) const {
    widen_reals(type_, elements, count, to);
}

void widening::narrow(const std::uint64_t* values, std::uint64_t count, element_type to_type, void* to) const {
    with_type_like<std::uint64_t>(to_type, [&](auto zero) {
        using T = decltype(zero);
        using limits = std::numeric_limits<T>;
        using widest = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        std::transform(values, values + count, static_cast<T*>(to), [moved = moved_](std::uint64_t value) {
            return static_cast<T>(std::clamp<widest>(static_cast<widest>(value ^ moved), limits::min(), limits::max()));
        });
    });
}
void widening::narrow(const double* values, std::uint64_t count, element_type to_type, void* to) const {
    narrow_reals(values, count, to_type, to);
}
void widening::narrow(const float* values, std::uint64_t count, element_type to_type, void* to) const {
    narrow_reals(values, count, to_type, to);
}

element_type type_of_sums(element_type type, element_type real) {
    if (is_real(type)) return real;
    return is_signed(type) ? element_type::i64 : element_type::u64;
}

bool is_real(element_type type) {
    return ladders::with_type(type, [](auto zero) { return std::is_floating_point_v<decltype(zero)>; });
}

}  // namespace strider::lab
