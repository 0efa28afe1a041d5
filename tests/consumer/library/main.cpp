// The sum and the prefix sums of 1 to 100,000, on all cores.
#include <cstdint>
#include <numeric>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>
#include <vector>

int main() {
    std::vector<std::uint64_t> values(100'000), prefixes(values.size());
    std::iota(values.begin(), values.end(), std::uint64_t{1});
    const std::uint64_t sum = strider::reduce(strider::cpu{}, values);
    strider::inclusive_scan(strider::cpu{}, values, prefixes);
    return sum == 5'000'050'000 && prefixes.back() == sum && prefixes[999] == 500'500 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
