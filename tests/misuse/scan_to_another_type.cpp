// says: argument 3: must_have_elements_of_the_type_of_argument<2>
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<double> sums(3);
    strider::inclusive_scan(strider::cpu{}, numbers, sums);
}
