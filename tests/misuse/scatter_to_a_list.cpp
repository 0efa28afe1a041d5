// says: the output must be consecutive in memory and not const
#include <list>
#include <vector>

#include <strider/scatter.hpp>

int main() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::list<int> places(3);
    strider::scatter(strider::cpu{}, numbers, indices, places);
}
