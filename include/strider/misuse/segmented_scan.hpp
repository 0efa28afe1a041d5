// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <strider/core/misuse.hpp>
#include <strider/segmented_scan.hpp>

namespace strider {

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::segmented_inclusive_scan(given...); })
auto segmented_inclusive_scan(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, offsets<2>, output<3>, alike<1, 3>, copyable<1>, operation<4, 1>,
                   initial_value<5, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::segmented_exclusive_scan(given...); })
auto segmented_exclusive_scan(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, offsets<2>, output<3>, alike<1, 3>, copyable<1>, operation<4, 1>,
                   known_start<5, 4, 1>, initial_value<5, 1>>{};
}

}  // namespace strider
