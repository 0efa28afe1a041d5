// says: argument 4: must_be_an_operator_of_known_identity_without_an_initial_value
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, [](int a, int b) { return 10 * a + b; });
}
