// says: input and output, or both inputs, must have elements of one type
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<double> sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}
