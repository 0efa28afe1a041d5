// Delta coding: delta encode < NUMBERS prints each number less the one before it, and delta decode undoes that.
//
// Numbers that change slowly (time stamps, sorted identifiers, samples of a signal) have small differences, which take
// fewer bits. The way back is an inclusive scan. Both wrap, so that no number is lost however far two are apart.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <strider/adjacent_difference.hpp>
#include <strider/scan.hpp>
#include <vector>

int main(int count, char** arguments) {
    const bool encode = count == 2 && std::strcmp(arguments[1], "encode") == 0;
    if (!encode && (count != 2 || std::strcmp(arguments[1], "decode") != 0))
        return std::fprintf(stderr, "usage: delta encode|decode < NUMBERS\n"), 2;
    std::vector<std::int64_t> numbers;
    for (std::int64_t number; std::cin >> number;) numbers.push_back(number);

    if (encode) {
        strider::adjacent_difference(strider::cpu{}, numbers, numbers);
    } else {
        strider::inclusive_scan(strider::cpu{}, numbers, numbers);
    }
    for (const std::int64_t number : numbers) std::printf("%lld\n", static_cast<long long>(number));
}
// SPDX-License-Identifier: Apache-2.0
