// says: the identity of this operator is not known: give the call an initial value
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, [](int a, int b) { return 10 * a + b; });
}
