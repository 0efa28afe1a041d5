// says: argument 3: must_have_elements_of_the_type_of_argument<2>
#include <vector>

#include <strider/compact.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<long> parted(3);
    strider::partition(strider::cpu{}, numbers, parted, [](int x) { return x % 2 == 0; });
}
