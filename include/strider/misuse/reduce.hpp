// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/reduce.hpp>

namespace strider {

namespace explain {

template <std::size_t I, std::size_t Of>
struct result_pointer {
    template <class All>
    static constexpr bool met = std::is_convertible_v<argument<All, I>, element<All, Of>*>;
    template <bool Met>
    struct line {
        static_assert(Met, "the result must be a pointer to an element in memory of the policy's device");
    };
};

template <std::size_t Of, std::size_t Init>
struct convertible {
    template <class All>
    static constexpr bool met = std::is_constructible_v<argument_or<All, Init, element<All, Of>>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met, "the elements must convert to the type of the initial value");
    };
};

template <std::size_t I, std::size_t Of, std::size_t Init>
struct transformation {
    template <class All>
    static constexpr bool met = transform_to<argument<All, I>, element<All, Of>, argument_or<All, Init, absent>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the transform must be a function object that takes an element, or an element and its index, "
                      "also where it is const itself, and gives exactly the type of the initial value");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::reduce(given...); })
auto reduce(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, copyable<1, 3>, convertible<1, 3>, operation<2, 1, 3>,
                   known_start<3, 2, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::reduce_into(given...); })
auto reduce_into(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, copyable<1>, result_pointer<2, 1>, operation<3, 1>,
                   known_start<4, 3, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::transform_reduce(given...); })
auto transform_reduce(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, transformation<2, 1, 4>, copyable<1, 4>, operation<3, 1, 4>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::dot(given...); })
auto dot(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, range<2>, numbers<1>, alike<1, 2>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::mean(given...); })
auto mean(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, numbers<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::min_max(given...); })
auto min_max(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, numbers<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::argmin(given...); })
auto argmin(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, numbers<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::argmax(given...); })
auto argmax(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, numbers<1>>{};
}

}  // namespace strider
