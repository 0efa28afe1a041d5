// One error for each call, as the line before it says.
#include <list>
#include <ranges>

#include <strider/reduce.hpp>
#include <strider/views.hpp>

// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
void reduce_of_a_view_without_an_end() { strider::reduce(strider::serial{}, std::views::iota(1)); }

// says: no matching function for call to
int view_of_a_list() {
    const std::list<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, strider::views::transform(numbers, [](int x) { return x + 1; }));
}
