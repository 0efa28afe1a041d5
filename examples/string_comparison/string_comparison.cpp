// Two files in the order of their bytes: string_comparison A B prints "A < B at byte 17", "A > B at byte 17" or "A =
// B".
//
// A loop stops at the first difference. In parallel, every place says how its two bytes compare, and the operator "the
// left one, unless it is equal" finds the first difference in any grouping. It does not commute. Where one file begins
// with the other, the shorter one is less.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <strider/reduce.hpp>
#include <vector>

struct difference {
    std::int64_t order;  // less than, equal to or greater than 0
    std::uint64_t index;
};

struct first_difference {
    difference operator()(const difference& a, const difference& b) const { return a.order != 0 ? a : b; }
};

std::vector<unsigned char> bytes_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) std::fprintf(stderr, "string_comparison: %s cannot be read\n", path), std::exit(2);
    return {std::istreambuf_iterator<char>(file), {}};
}

int main(int count, char** arguments) {
    if (count != 3) return std::fprintf(stderr, "usage: string_comparison A B\n"), 2;
    const std::vector<unsigned char> a = bytes_of(arguments[1]), b = bytes_of(arguments[2]);
    const std::size_t common = std::min(a.size(), b.size());
    const auto compare = [&b](unsigned char byte, std::uint64_t index) { return difference{byte - b[index], index}; };
    const difference equal_so_far{0, common};
    difference found = strider::transform_reduce(strider::cpu{}, std::span(a).first(common),
                                                 strider::with_index{compare}, first_difference{}, equal_so_far);
    if (found.order == 0) found = {(a.size() > b.size()) - (a.size() < b.size()), common};
    if (found.order == 0) return std::puts("A = B"), 0;
    std::printf("A %c B at byte %llu\n", found.order < 0 ? '<' : '>', static_cast<unsigned long long>(found.index));
}
// SPDX-License-Identifier: Apache-2.0
