// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
#include <cstdint>
#include <vector>

#include <strider/sort.hpp>
#include <strider/views.hpp>

int main() {
    std::vector<int> numbers{3, 1, 2};
    const std::uint64_t count = 2;
    strider::sort(strider::cpu{}, strider::views::counted_at(numbers, &count));
}
