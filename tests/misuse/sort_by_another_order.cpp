// says: argument 3: must_be_std_less_or_std_greater_of_the_keys
#include <vector>

#include <strider/sort.hpp>

int main() {
    std::vector<int> numbers{3, 1, 2};
    strider::sort(strider::serial{}, numbers, [](int a, int b) { return a % 10 < b % 10; });
}
