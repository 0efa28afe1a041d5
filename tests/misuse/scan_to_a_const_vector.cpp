// says: argument 3: must_be_an_output_that_is_not_const
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3}, sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}
