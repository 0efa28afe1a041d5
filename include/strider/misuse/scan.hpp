// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <strider/core/misuse.hpp>
#include <strider/scan.hpp>

namespace strider {

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::inclusive_scan(given...); })
auto inclusive_scan(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, operation<3, 1>,
                   initial_value<4, 1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::exclusive_scan(given...); })
auto exclusive_scan(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, output<2>, alike<1, 2>, copyable<1>, operation<3, 1>,
                   known_start<4, 3, 1>, initial_value<4, 1>>{};
}

}  // namespace strider
