// says: argument 1: must_be_a_policy_as_strider_cpu_and_argument_2_a_range_or_matrix
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(numbers, strider::plus{}, 0);
}
