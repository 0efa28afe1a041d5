// says what calls.inc says
#include "given.hpp"

#define CONCATENATED(a, b) a##b
#define FUNCTION(line) CONCATENATED(call_in_row_, line)
#define RIGHT(call, ...)
#define WRONG(place, requirement, call, ...) \
    void FUNCTION(__LINE__)() { strider::call(__VA_ARGS__); }
#include "calls.inc"
// SPDX-License-Identifier: Apache-2.0
