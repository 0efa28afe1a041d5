// says: argument 3: must_be_an_operator_of_known_identity_without_an_initial_value
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, [](int a, int b) { return 10 * a + b; });
}
