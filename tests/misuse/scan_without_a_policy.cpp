// says: argument 1: must_be_a_policy_as_strider_cpu_and_argument_2_a_range_or_matrix
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::inclusive_scan(numbers, numbers, numbers);
}
