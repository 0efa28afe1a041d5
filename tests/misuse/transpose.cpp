// One error for each call, as the line before it says.
#include <array>
#include <vector>

#include <strider/transpose.hpp>

// says: argument 2: must_have_elements_trivially_copyable_of_at_most_16_bytes
void transpose_of_great_elements() {
    std::vector<std::array<double, 3>> points(4);
    strider::transpose_in_place(strider::cpu{}, strider::matrix_view(points.data(), 2, 2));
}

// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
void transpose_of_vectors() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> turned(3);
    strider::transpose(strider::cpu{}, numbers, turned);
}

// says: argument 4: must_be_a_matrix_view_or_mdspan_that_is_not_const
void transpose_to_const() {
    const std::vector<int> numbers{1, 2, 3}, turned(3);
    strider::transpose_batch(strider::cpu{}, strider::matrix_view(numbers.data(), 1, 3), 0,
                             strider::matrix_view(turned.data(), 3, 1), 0, 1);
}
