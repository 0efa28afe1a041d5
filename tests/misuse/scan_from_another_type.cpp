// says: the initial value must convert to the type of the elements
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, strider::plus{}, "0");
}
