// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/compact.hpp>
#include <strider/core/misuse.hpp>

namespace strider {

namespace explain {

template <std::size_t I, std::size_t Of>
struct predicate {
    template <class All>
    static constexpr bool met = predicate_of<argument<All, I>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the predicate must be a function object that takes an element, by value or const reference, "
                      "also where it is const itself, and says yes or no");
    };
};

template <std::size_t I, std::size_t Of>
struct equivalence {
    template <class All>
    static constexpr bool met = equivalence_of<argument_or<All, I, equal_to>, element<All, Of>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the equivalence must be a function object that takes two elements, by value or const reference, "
                      "also where it is const itself, and says yes or no");
    };
};

template <std::size_t I>
struct count_pointer {
    template <class All>
    static constexpr bool met = std::is_convertible_v<argument<All, I>, std::uint64_t*>;
    template <bool Met>
    struct line {
        static_assert(Met, "the count must be a pointer to a std::uint64_t in memory of the policy's device");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::compact(given...); })
auto compact(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, predicate<3, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::compact_into(given...); })
auto compact_into(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, count_pointer<3>,
                   predicate<4, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::partition(given...); })
auto partition(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, predicate<3, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::partition_into(given...); })
auto partition_into(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, count_pointer<3>,
                   predicate<4, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::unique(given...); })
auto unique(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, equivalence<3, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::unique_into(given...); })
auto unique_into(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, count_pointer<3>,
                   equivalence<4, 1>>{};
}

}  // namespace strider
