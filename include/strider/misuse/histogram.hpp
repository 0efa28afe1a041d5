// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/histogram.hpp>

namespace strider {

namespace explain {

template <unsigned Channels>
struct channels {
    template <class All>
    static constexpr bool met = Channels == 1 || Channels == 3 || Channels == 4;
    template <bool Met>
    struct line {
        static_assert(Met, "samples have 1, 3 or 4 channels that take turns");
    };
};

template <std::size_t I>
struct samples {
    template <class All>
    static constexpr bool met = binnable<element<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "samples must be integers or floating-point numbers of 1 to 8 bytes");
    };
};

template <std::size_t I>
struct bytes {
    template <class All>
    static constexpr bool met = std::is_same_v<element<All, I>, std::uint8_t>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "only bytes, std::uint8_t, have bins of their own: give strider::even_bins{count, low, high} or "
                      "a range of edges");
    };
};

template <std::size_t I, std::size_t Of>
struct bins {
    template <class All>
    static constexpr bool met = bins_of<argument<All, I>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "bins must be strider::even_bins, with integers as its edges where the samples are integers, or "
                      "a range of edges of the samples' type");
    };
};

template <std::size_t I>
struct counts {
    template <class All>
    static constexpr bool met = counter<element<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met, "counts must be unsigned integers of 32 or 64 bits");
    };
};

template <std::size_t I, std::size_t Weights>
struct sums_of {
    template <class All>
    static constexpr bool met = sum_of_weights<element<All, I>, element<All, Weights>>;
    template <bool Met>
    struct line {
        static_assert(Met, "weights and their sums must be integers, or floating-point numbers, of 32 or 64 bits");
    };
};

template <std::size_t I>
struct place_outside {
    template <class All>
    static constexpr bool met = std::is_convertible_v<argument<All, I>, outside*>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the last argument must be a pointer to strider::outside in memory of the policy's device, one "
                      "for each channel, or null");
    };
};

}  // namespace explain

template <unsigned Channels = 1, class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::histogram_into<Channels>(given...); })
auto histogram_into(Given&&...) {
    using namespace explain;
    return std::conditional_t<
        sizeof...(Given) == 3,
        refusal<arguments<Given...>, channels<Channels>, range<1>, samples<1>, bytes<1>, output<2>, counts<2>>,
        refusal<arguments<Given...>, channels<Channels>, range<1>, samples<1>, bins<2, 1>, output<3>, counts<3>,
                place_outside<4>>>{};
}

template <unsigned Channels = 1, class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::histogram<Channels>(given...); })
auto histogram(Given&&...) {
    using namespace explain;
    return std::conditional_t<
        sizeof...(Given) == 3,
        refusal<arguments<Given...>, channels<Channels>, range<1>, samples<1>, bytes<1>, output<2>, counts<2>>,
        refusal<arguments<Given...>, channels<Channels>, range<1>, samples<1>, bins<2, 1>, output<3>, counts<3>>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::weighted_histogram_into(given...); })
auto weighted_histogram_into(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, samples<1>, range<2>, bins<3, 1>, output<4>, sums_of<4, 2>,
                   place_outside<5>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::weighted_histogram(given...); })
auto weighted_histogram(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, samples<1>, range<2>, bins<3, 1>, output<4>, sums_of<4, 2>>{};
}

}  // namespace strider
