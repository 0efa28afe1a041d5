// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
#include <vector>

#include <strider/segmented_reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::reduce_rows(strider::cpu{}, numbers, sums);
}
