// says: compilers reorder sums
// with: -ffast-math -Werror
#include <strider/reduce.hpp>

int main() {}
// SPDX-License-Identifier: Apache-2.0
