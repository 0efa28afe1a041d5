// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
#include <ranges>

#include <strider/reduce.hpp>

int main() { strider::reduce(strider::serial{}, std::views::iota(1)); }
