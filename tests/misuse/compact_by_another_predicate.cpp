// says: the predicate must be a function object that takes an element
#include <string>
#include <vector>

#include <strider/compact.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> kept(3);
    strider::compact(strider::cpu{}, numbers, kept, [](const std::string& word) { return word.empty(); });
}
