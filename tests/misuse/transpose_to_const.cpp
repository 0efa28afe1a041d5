// says: argument 4: must_be_a_matrix_view_or_mdspan_that_is_not_const
#include <vector>

#include <strider/transpose.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3}, turned(3);
    strider::transpose_batch(strider::cpu{}, strider::matrix_view(numbers.data(), 1, 3), 0,
                             strider::matrix_view(turned.data(), 3, 1), 0, 1);
}
