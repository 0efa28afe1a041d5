// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
#include <vector>

#include <strider/transpose.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> turned(3);
    strider::transpose(strider::cpu{}, numbers, turned);
}
