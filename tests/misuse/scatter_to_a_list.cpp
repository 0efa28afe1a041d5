// says: argument 4: must_be_an_output_consecutive_in_memory
#include <list>
#include <vector>

#include <strider/scatter.hpp>

int main() {
    const std::vector<int> numbers{1, 2}, indices{2, 0};
    std::list<int> places(3);
    strider::scatter(strider::cpu{}, numbers, indices, places);
}
