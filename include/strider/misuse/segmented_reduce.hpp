// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <concepts>
#include <cstddef>

#include <strider/core/misuse.hpp>
#include <strider/segmented_reduce.hpp>

namespace strider {

namespace explain {

template <std::size_t I>
struct offsets_or_length {
    template <class All>
    static constexpr bool met = segment_offsets<argument<All, I>> || std::integral<argument<All, I>>;
    template <bool Met>
    struct line {
        static_assert(Met,
                      "the segments must be given as one length, an integer, or as offsets: a range of integers that "
                      "are consecutive in memory");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::segmented_reduce(given...); })
auto segmented_reduce(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, offsets_or_length<2>, output<3>, alike<1, 3>, copyable<1>,
                   operation<4, 1>, known_start<5, 4, 1>, initial_value<5, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::reduce_rows(given...); })
auto reduce_rows(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, matrix<1>, output<2>, alike<1, 2>, copyable<1>, operation<3, 1>,
                   known_start<4, 3, 1>, initial_value<4, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::reduce_columns(given...); })
auto reduce_columns(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, matrix<1>, output<2>, alike<1, 2>, copyable<1>, operation<3, 1>,
                   known_start<4, 3, 1>, initial_value<4, 1>>{};
}

}  // namespace strider
