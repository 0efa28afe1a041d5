// says: argument 5: must_be_an_operator_of_known_identity_without_an_initial_value
#include <vector>

#include <strider/segmented_scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    const std::vector<unsigned> offsets{0, 3};
    strider::segmented_exclusive_scan(strider::serial{}, numbers, offsets, numbers,
                                      [](int a, int b) { return 10 * a + b; });
}
