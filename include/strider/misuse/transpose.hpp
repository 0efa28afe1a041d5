// What calls require, said of those that do not compile (core/misuse.hpp).
#pragma once

#include <cstddef>

#include <strider/core/misuse.hpp>
#include <strider/transpose.hpp>

namespace strider {

namespace explain {

template <std::size_t I>
struct small {
    template <class All>
    static constexpr bool met = transposable<element<All, I>>;
    template <bool Met>
    struct line {
        static_assert(
            Met, "the elements must be trivially copyable and of at most 16 bytes: transpose indices or keys of them");
    };
};

}  // namespace explain

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::transpose_batch(given...); })
auto transpose_batch(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, matrix<1>, output_matrix<3>, alike<1, 3>, small<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::transpose(given...); })
auto transpose(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, matrix<1>, output_matrix<2>, alike<1, 2>, small<1>>{};
}

template <class... Given>
    requires explain::meant<Given...> && (!requires(Given&... given) { strider::transpose_in_place(given...); })
auto transpose_in_place(Given&&...) {
    using namespace explain;
    return refusal<arguments<Given...>, output_matrix<1>, small<1>>{};
}

}  // namespace strider
