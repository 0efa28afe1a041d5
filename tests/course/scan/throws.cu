#include <vector>

void prefix_sums(const int* in, int* out, int n) {
    std::vector<int> values(3);
    values.at(n) = 1;
}
// SPDX-License-Identifier: Apache-2.0
