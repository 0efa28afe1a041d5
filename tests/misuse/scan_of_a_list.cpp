// says: argument 2: must_have_elements_consecutive_in_memory
#include <list>
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::inclusive_scan(strider::serial{}, numbers, sums);
}
