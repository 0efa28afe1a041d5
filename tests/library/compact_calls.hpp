// Compactions, right and wrong (every_call.hpp).
#pragma once

#include <strider/compact.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct is_odd {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t x) const { return x % 2 != 0; }
};
struct same_half {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t a, std::uint64_t b) const { return a / 2 == b / 2; }
};

struct compact_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        using word = std::uint64_t;
        const std::vector<word> numbers = ascending<word>(elements), kept(elements, ~word{0}),
                                kept_and_count(elements + 1, ~word{0});

        list.add("compact", 1, kept, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { return compact(at, from, to, is_odd{}); });
        list.add("partition", 1, kept, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { return partition(at, from, to, is_odd{}); });
        list.add("unique_copy", 1, kept, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { return unique_copy(at, from, to, same_half{}); });
        // The count stands behind the elements.
        list.add("compact_into", 1, kept_and_count, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            compact_into(at, from, to.first(elements), &to.back(), is_odd{});
        });
        list.add("partition_into", 1, kept_and_count, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            partition_into(at, from, to.first(elements), &to.back(), is_odd{});
        });
        list.add("unique_copy_into", 1, kept_and_count, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            unique_copy_into(at, from, to.first(elements), &to.back(), same_half{});
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100);
        word* const count = ones.data() + 400;
        // Memory that is wrong for one of the calls is wrong for all of them.
        const auto refused = [&](const std::string& says, auto from, auto to) {
            ADD_WRONG(says, compact(at, from, to, is_odd{}));
            ADD_WRONG(says, compact_into(at, from, to, count, is_odd{}));
            ADD_WRONG(says, partition(at, from, to, is_odd{}));
            ADD_WRONG(says, partition_into(at, from, to, count, is_odd{}));
            ADD_WRONG(says, unique_copy(at, from, to, same_half{}));
            ADD_WRONG(says, unique_copy_into(at, from, to, count, same_half{}));
        };
        refused("give it as many", few, fewer);
        refused("the same place or another one", few, moved);
        refused("check its size", endless, endless);
        ADD_WRONG("give it a place of its own", partition(at, few, few, is_odd{}));
        ADD_WRONG("give it a place of its own", partition_into(at, few, few, count, is_odd{}));
        ADD_WRONG("give one in the device's memory", compact_into(at, few, apart, nullptr, is_odd{}));
        ADD_WRONG("give one in the device's memory", partition_into(at, few, apart, nullptr, is_odd{}));
        ADD_WRONG("give one in the device's memory", unique_copy_into(at, few, apart, nullptr, same_half{}));
        const auto nowhere = list.template nowhere<word>();
        refused("at a null pointer", nowhere, apart);
        refused("at a null pointer", few, nowhere);
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
