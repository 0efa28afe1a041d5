// One error for each call, as the line before it says.
#include <cstdint>
#include <list>
#include <vector>

#include <strider/gather.hpp>
#include <strider/views.hpp>

// says: argument 3: must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them
void gather_by_numbers() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<double> indices{2, 0};
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, numbers, indices, found);
}

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
void gather_of_a_list() {
    const std::list<int> numbers{1, 2, 3};
    const std::vector<int> indices{2, 0};
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, numbers, indices, found, strider::checked);
}

// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
void gather_of_counted_elements() {
    const std::vector<int> numbers{1, 2, 3}, indices{1, 0};
    const std::uint64_t count = 2;
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, strider::views::counted_at(numbers, &count), indices, found, strider::checked);
}
