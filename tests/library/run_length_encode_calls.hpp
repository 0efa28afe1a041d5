// Run-length encodings, right and wrong (every_call.hpp).
#pragma once

#include <strider/run_length_encode.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct run_length_encode_calls {
    struct same_third {
        STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t a, std::uint64_t b) const { return a / 3 == b / 3; }
    };

    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        using word = std::uint64_t;
        const std::vector<word> numbers = ascending<word>(elements), outputs(2 * elements + 1, ~word{0});
        // Values, lengths, and the count stand behind one another.
        list.add(
            "run_length_encode", 1, outputs,
            [=](const auto& at, auto to, auto from) {
                return run_length_encode(at, from, to.first(elements), to.subspan(elements, elements), same_third{});
            },
            numbers);
        list.add(
            "run_length_encode_into", 1, outputs,
            [=](const auto& at, auto to, auto from) {
                run_length_encode_into(at, from, to.first(elements), to.subspan(elements, elements), &to.back());
            },
            numbers);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto bytes = list.template memory<std::int8_t>(200);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), values = ones.subspan(100, 100), lengths = ones.subspan(200, 100);
        word* const count = ones.data() + 400;
        const auto refused = [&](const std::string& name, const std::string& says, auto from, auto to, auto sizes) {
            list.add("run_length_encode " + name, says,
                     [=](const policy& at) { run_length_encode(at, from, to, sizes); });
            list.add("run_length_encode_into " + name, says,
                     [=](const policy& at) { run_length_encode_into(at, from, to, sizes, count); });
        };
        refused("to too few values", "room for 99 values", few, values.first(99), lengths);
        refused("to too few lengths", "room for 99 lengths", few, values, lengths.first(99));
        refused("to itself", "overlaps the input", few, few, lengths);
        refused("of lengths to itself", "overlaps the input", few, values, few);
        refused("of lengths to values", "overlaps the values", few, values, ones.subspan(199, 100));
        refused("of narrow lengths", "give them a wider type", ones.first(128), ones.subspan(128, 128), bytes);
        refused("of more than there can be", "check its size", endless, endless, endless);
        list.add("run_length_encode_into without a count", "give one in the device's memory",
                 [=](const policy& at) { run_length_encode_into(at, few, values, lengths, nullptr); });
        return list;
    }
};

}  // namespace strider::test
