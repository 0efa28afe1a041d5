// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <strider/core/misuse.hpp>
#include <strider/gather.hpp>

namespace strider {

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::gather(given...); })
auto gather(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, range<1>, indices<2>, output<3>, alike<1, 3>, copyable<1>>{};
}

}  // namespace strider
