// Reductions by key, right and wrong (every_call.hpp).
#pragma once

#include <strider/reduce_by_key.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct reduce_by_key_calls {
    struct same_thousand {
        STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t a, std::uint64_t b) const {
            return a / 1000 == b / 1000;
        }
    };

    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        using word = std::uint64_t;
        const std::vector<word> numbers = ascending<word>(elements), outputs(2 * elements + 1, ~word{0});
        // Unique keys, results, and the count stand behind one another.
        list.add("reduce_by_key", 1, outputs, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            return reduce_by_key(at, from, from, to.first(elements), to.subspan(elements, elements), plus{},
                                 same_thousand{});
        });
        list.add("reduce_by_key_into", 1, outputs, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            reduce_by_key_into(at, from, from, to.first(elements), to.subspan(elements, elements), &to.back(),
                               other_greatest{}, same_thousand{});
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto endless = list.template endless<word>();
        const auto keys = ones.first(100), values = ones.subspan(100, 100), unique = ones.subspan(200, 100),
                   results = ones.subspan(300, 100);
        word* const count = ones.data() + 400;
        const auto refused = [&](const std::string& says, auto of_keys, auto of_values, auto to_unique,
                                 auto to_results) {
            ADD_WRONG(says, reduce_by_key(at, of_keys, of_values, to_unique, to_results, plus{}, same_thousand{}));
            ADD_WRONG(says, reduce_by_key_into(at, of_keys, of_values, to_unique, to_results, count, plus{},
                                               same_thousand{}));
        };
        refused("give two of one size", keys, values.first(99), unique, results);
        refused("room for 99 unique keys", keys, values, unique.first(99), results);
        refused("room for 99 results", keys, values, unique, results.first(99));
        refused("overlaps the keys", keys, values, keys, results);
        refused("overlaps the values", keys, values, unique, values);
        refused("overlaps the unique keys", keys, values, unique, ones.subspan(299, 100));
        refused("check its size", endless, endless, endless, endless);
        ADD_WRONG("give one in the device's memory",
                  reduce_by_key_into(at, keys, values, unique, results, nullptr, plus{}, same_thousand{}));
        const auto nowhere = list.template nowhere<word>();
        refused("at a null pointer", nowhere, values, unique, results);
        refused("at a null pointer", keys, nowhere, unique, results);
        refused("at a null pointer", keys, values, nowhere, results);
        refused("at a null pointer", keys, values, unique, nowhere);
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
