// says: the identity of this operator is not known: give the call an initial value
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, [](int a, int b) { return 10 * a + b; });
}
