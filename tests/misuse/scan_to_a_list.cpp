// says: argument 3: must_be_an_output_consecutive_in_memory
#include <list>
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::list<int> sums(3);
    strider::exclusive_scan(strider::serial{}, numbers, sums);
}
