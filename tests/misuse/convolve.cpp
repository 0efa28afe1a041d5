// One error for each call, as the line before it says.
#include <vector>

#include <strider/convolve.hpp>

// says: argument 3: must_have_weights_of_double_for_pixels_of_double_and_float_for_others
void convolve_by_integers() {
    const std::vector<float> pixels(9, 1);
    const std::vector<int> mask(9, 1);
    std::vector<float> smooth(9);
    strider::convolve(strider::cpu{}, strider::matrix_view(pixels.data(), 3, 3),
                      strider::matrix_view(mask.data(), 3, 3), strider::matrix_view(smooth.data(), 3, 3));
}

// says: argument 2: must_have_pixels_of_float_double_or_unsigned_of_8_or_16_bits
void convolve_of_integers() {
    const std::vector<int> pixels(9, 1);
    const std::vector<float> mask{1, 2, 1};
    std::vector<int> smooth(9);
    strider::convolve(strider::cpu{}, pixels, mask, smooth);
}

// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
void convolve_separable_of_vectors() {
    const std::vector<float> pixels(9, 1), mask{1, 2, 1};
    std::vector<float> smooth(9);
    strider::convolve_separable(strider::cpu{}, pixels, mask, mask, smooth);
}
