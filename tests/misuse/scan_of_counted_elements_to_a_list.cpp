// says: argument 3: must_be_an_output_consecutive_in_memory
#include <cstdint>
#include <list>
#include <vector>

#include <strider/scan.hpp>
#include <strider/views.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::uint64_t count = 2;
    std::list<int> sums(3);
    strider::inclusive_scan(strider::cpu{}, strider::views::counted_at(numbers, &count), sums);
}
