// says: Strider needs C\+\+20 and exceptions
// with: -std=c++17
#include <strider/reduce.hpp>

int main() {}
// SPDX-License-Identifier: Apache-2.0
