// says: the output must be consecutive in memory and not const
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3}, sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}
