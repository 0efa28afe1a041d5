// Reductions of all elements.
#include <python/calls/typed.hpp>
#include <strider/dot.hpp>
#include <strider/extremes.hpp>
#include <strider/reduce.hpp>

namespace strider::python {

template <class Policy>
void add_reductions(calls& to) {
    if constexpr (!on_host<Policy>) {  // on the host, a segment of all has the same bits
        to.reduce = [](void* stream, element_type type, operation op, const items& values, void* result) {
            with_number_and_operator(type, op, [&]<class T>(T, auto combine) {
                reduce_into(policy_of<Policy>(stream), span_of<T>(values), static_cast<T*>(result), combine);
            });
        };
    }
    to.extreme = [](void* stream, element_type type, operation op, const items& values) {
        return with_number(type, [&]<class T>(T) {
            const Policy policy = policy_of<Policy>(stream);
            const std::span from = span_of<T>(values);
            return op == operation::minimum ? argmin(policy, from).index : argmax(policy, from).index;
        });
    };
    to.dot = [](void* stream, element_type type, const items& first, const void* second, void* result) {
        with_number(type, [&]<class T>(T) {
            dot_into(policy_of<Policy>(stream), span_of<T>(first), span_of<T>({second, first.count}),
                     static_cast<T*>(result));
        });
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_reductions);
// SPDX-License-Identifier: Apache-2.0
