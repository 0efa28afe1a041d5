// says: argument 2: must_be_a_matrix_view_or_mdspan_of_two_dimensions
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<float> pixels(9, 1), mask{1, 2, 1};
    std::vector<float> smooth(9);
    strider::convolve_separable(strider::cpu{}, pixels, mask, mask, smooth);
}
