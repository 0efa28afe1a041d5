// compiles
// with: -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
//
// Users compile the headers with their own warnings: no right call gives one.
#include "given.hpp"

#define CONCATENATED(a, b) a##b
#define FUNCTION(line) CONCATENATED(call_in_row_, line)
#define RIGHT(call, ...) \
    void FUNCTION(__LINE__)() { static_cast<void>(strider::call(__VA_ARGS__)); }
#define WRONG(place, requirement, call, ...)
#include "calls.inc"

#include <strider/atomic.hpp>
#include <strider/distributed.hpp>
#include <strider/lock.hpp>

int main() {}
// SPDX-License-Identifier: Apache-2.0
