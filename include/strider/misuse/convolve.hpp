// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include <strider/convolve.hpp>
#include <strider/core/misuse.hpp>

namespace strider {

namespace explain {

template <std::size_t I>
struct pixels {
    template <class All>
    static constexpr bool met = pixel<element<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "pixels must be float, double, or unsigned integers of 8 or 16 bits");
    };
};

template <std::size_t I, std::size_t Of>
struct weights_of {
    template <class All>
    static constexpr bool met = std::is_same_v<element<All, I>, weight_of<element<All, Of>>>;
    template <bool Met>
    struct line {
        static_assert(Met, "the weights of a mask must be double for pixels that are double, and float for all others");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::convolve(given...); })
auto convolve(Given&&...) {
    using namespace explain;
    return std::conditional_t<
        matrix_like<argument<arguments<Given...>, 1>>,
        refusal<arguments<Given...>, matrix<1>, matrix<2>, output_matrix<3>, alike<1, 3>, pixels<1>, weights_of<2, 1>>,
        refusal<arguments<Given...>, range<1>, range<2>, output<3>, alike<1, 3>, pixels<1>, weights_of<2, 1>>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::convolve_separable(given...); })
auto convolve_separable(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, matrix<1>, range<2>, range<3>, output_matrix<4>, alike<1, 4>, pixels<1>,
                   weights_of<2, 1>, weights_of<3, 1>>{};
}

}  // namespace strider
