// says: Strider needs C\+\+20 and exceptions
// with: -fno-exceptions
#include <strider/transpose.hpp>

int main() {}
// SPDX-License-Identifier: Apache-2.0
