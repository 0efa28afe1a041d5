// Run-length encodings, right and wrong (every_call.hpp).
#pragma once

#include <strider/run_length_encode.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct run_length_encode_calls {
    struct same_third {
        STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t a, std::uint64_t b) const { return a / 3 == b / 3; }
    };

    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        using word = std::uint64_t;
        const std::vector<word> numbers = ascending<word>(elements), outputs(2 * elements + 1, ~word{0});
        // Values, lengths, and the count stand behind one another.
        list.add("run_length_encode", 1, outputs, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            return run_length_encode(at, from, to.first(elements), to.subspan(elements, elements), same_third{});
        });
        list.add("run_length_encode_into", 1, outputs, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            run_length_encode_into(at, from, to.first(elements), to.subspan(elements, elements), &to.back());
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto bytes = list.template memory<std::int8_t>(200);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), values = ones.subspan(100, 100), lengths = ones.subspan(200, 100);
        word* const count = ones.data() + 400;
        const auto refused = [&](const std::string& says, auto from, auto to, auto sizes) {
            ADD_WRONG(says, run_length_encode(at, from, to, sizes));
            ADD_WRONG(says, run_length_encode_into(at, from, to, sizes, count));
        };
        refused("room for 99 values", few, values.first(99), lengths);
        refused("room for 99 lengths", few, values, lengths.first(99));
        refused("overlaps the input", few, few, lengths);
        refused("overlaps the input", few, values, few);
        refused("overlaps the values", few, values, ones.subspan(199, 100));
        refused("give them a wider type", ones.first(128), ones.subspan(128, 128), bytes);
        refused("check its size", endless, endless, endless);
        ADD_WRONG("give one in the device's memory", run_length_encode_into(at, few, values, lengths, nullptr));
        const auto nowhere = list.template nowhere<word>();
        refused("at a null pointer", nowhere, values, lengths);
        refused("at a null pointer", few, nowhere, lengths);
        refused("at a null pointer", few, values, nowhere);
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
