// Rung 1: the loop of a textbook, one element after the other.
#include <ladders/scan/dispatch.hpp>

namespace strider::ladders::scan {
namespace {

struct scan_serial {
    template <class T, class Operator, class Exclusive>
    void operator()(const T* input, T* output, std::uint64_t elements, Operator op, Exclusive exclusive) const {
        T prefix = identity<Operator, T>::value;
        for (std::uint64_t i = 0; i < elements; ++i) {
            const T through = op(prefix, input[i]);
            output[i] = exclusive ? prefix : through;
            prefix = through;
        }
    }
};

void run(const arguments& with) { with_typed_scan(with, scan_serial{}); }

const registration here{{
    .pattern = "scan",
    .number = 1,
    .name = "serial",
    .idea = "One thread keeps one prefix: every operation waits for the one before it.",
    .hypothesis = "The time is the latency of one operator call for each element; memory is mostly idle.",
    .source = "Bertini's lecture, the serial version: y[i] = y[i - 1] + x[i]",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
