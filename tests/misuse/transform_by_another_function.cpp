// says: the function must be a function object that takes an element, or an element and its index
#include <string>
#include <vector>

#include <strider/map.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<std::size_t> sizes(3);
    strider::transform(strider::cpu{}, numbers, sizes, [](const std::string& word) { return word.size(); });
}
