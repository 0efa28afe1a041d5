// says: the equivalence must be a function object that takes two elements
#include <vector>

#include <strider/compact.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    std::uint64_t count = 0;
    strider::unique_into(strider::cpu{}, numbers, numbers, &count, [](int x) { return x % 2 == 0; });
}
