// says: the function must be a function object that takes an element of either input
#include <vector>

#include <strider/map.hpp>

int main() {
    const std::vector<int> first{1, 2, 3}, second{4, 5, 6};
    std::vector<int> sums(3);
    strider::transform(strider::cpu{}, first, second, sums, [](int x) { return x; });
}
