// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/map.hpp>

namespace strider {

namespace explain {

template <std::size_t I, std::size_t Of, std::size_t To>
struct function_of_one {
    template <class All>
    static constexpr bool met = function_of_element<argument<All, I>, element<All, Of>, element<All, To>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the function must be a function object that takes an element, or an element and its index, also "
                      "where it is const itself, and gives what the output's type can be made of");
    };
};

template <std::size_t I, std::size_t A, std::size_t B, std::size_t To>
struct function_of_two {
    template <class All>
    static constexpr bool met =
        function_of_two_elements<argument<All, I>, element<All, A>, element<All, B>, element<All, To>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the function must be a function object that takes an element of either input, also where it is "
                      "const itself, and gives what the output's type can be made of");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::transform(given...); })
auto transform(Given&&...) {
    using namespace explain;
    return std::conditional_t<
        sizeof...(Given) == 5,
        refusal<arguments<Given...>, range<1>, range<2>, output<3>, copyable<1>, copyable<2>, copyable<3>,
                function_of_two<4, 1, 2, 3>>,
        refusal<arguments<Given...>, range<1>, output<2>, copyable<1>, copyable<2>, function_of_one<3, 1, 2>>>{};
}

}  // namespace strider
