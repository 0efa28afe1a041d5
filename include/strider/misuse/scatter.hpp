// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>

#include <strider/core/misuse.hpp>
#include <strider/scatter.hpp>

namespace strider {

namespace explain {

template <std::size_t I, std::size_t Of>
struct atomic_operation {
    template <class All>
    static constexpr bool met = atomic_operator<argument_or<All, I, plus>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "scatter_reduce combines by atomics: plus, minimum or maximum of integers of 32 or 64 bits, "
                      "float or double, or bit_and, bit_or or bit_xor of those integers");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::scatter(given...); })
auto scatter(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, indices<2>, output<3>, alike<1, 3>, copyable<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::scatter_reduce(given...); })
auto scatter_reduce(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, indices<2>, output<3>, alike<1, 3>, atomic_operation<4, 1>>{};
}

}  // namespace strider
