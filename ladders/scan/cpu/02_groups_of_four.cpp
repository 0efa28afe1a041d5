// Rung 2: four elements are scanned among themselves before the prefix joins them. Still scalar: no vectoriser.
#include <ladders/scan/dispatch.hpp>

namespace strider::ladders::scan {
namespace {

struct scan_groups_of_four {
    template <class T, class Operator, class Exclusive>
    void operator()(const T* input, T* output, std::uint64_t elements, Operator op, Exclusive exclusive) const {
        T prefix = identity<Operator, T>::value;
        std::uint64_t i = 0;
        for (; i + 4 <= elements; i += 4) {
            const T one = input[i], two = op(one, input[i + 1]);
            const T three = op(two, input[i + 2]), four = op(two, op(input[i + 2], input[i + 3]));
            T* const to = output + i + (exclusive ? 1 : 0);
            if constexpr (exclusive) output[i] = prefix;
            to[0] = op(prefix, one);
            to[1] = op(prefix, two);
            to[2] = op(prefix, three);
            prefix = op(prefix, four);
            if constexpr (!exclusive) to[3] = prefix;
        }
        for (; i < elements; ++i) {
            const T through = op(prefix, input[i]);
            output[i] = exclusive ? prefix : through;
            prefix = through;
        }
    }
};

void run(const arguments& with) { with_typed_scan(with, scan_groups_of_four{}); }

const registration here{{
    .pattern = "scan",
    .number = 2,
    .follows = 1,
    .name = "groups of four",
    .idea = "Four elements are scanned among themselves, which waits for nothing; then the prefix joins all four. So "
            "the chain of dependent operations has one operation per four elements.",
    .hypothesis = "Operations double, and floating-point sums take less time: the time falls from the operator's "
                  "latency to its throughput. Integers, whose latency is one cycle, gain little.",
    .source = "Bryant and O'Hallaron, Computer Systems: A Programmer's Perspective, 5.9; Ladner and Fischer 1980",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
