// says: argument 3: must_have_weights_of_double_for_pixels_of_double_and_float_for_others
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<float> pixels(9, 1);
    const std::vector<int> mask(9, 1);
    std::vector<float> smooth(9);
    strider::convolve(strider::cpu{}, strider::matrix_view(pixels.data(), 3, 3),
                      strider::matrix_view(mask.data(), 3, 3), strider::matrix_view(smooth.data(), 3, 3));
}
