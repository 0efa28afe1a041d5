// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<bool> flags{true, false};
    strider::min_max(strider::serial{}, flags);
}
