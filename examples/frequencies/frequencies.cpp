// What occurs how often: frequencies < NUMBERS prints "count number", as `sort -n | uniq -c` does.
//
// A histogram needs bins; any values at all need none once they are sorted: equal ones stand beside each other, and the
// length of their run is how often they occur.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <strider/run_length_encode.hpp>
#include <strider/sort.hpp>
#include <vector>

int main() {
    std::vector<double> numbers;
    for (double number; std::cin >> number;) numbers.push_back(number);
    strider::sort(strider::cpu{}, numbers);

    std::vector<double> different(numbers.size());
    std::vector<std::uint64_t> occurs(numbers.size());
    const std::uint64_t count = strider::run_length_encode(strider::cpu{}, numbers, different, occurs);
    for (std::uint64_t i = 0; i < count; ++i)
        std::printf("%llu %g\n", static_cast<unsigned long long>(occurs[i]), different[i]);
}
// SPDX-License-Identifier: Apache-2.0
