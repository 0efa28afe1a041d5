// says: a matrix, image or mask of two dimensions must be a strider::matrix_view
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<float> pixels(9, 1), mask{1, 2, 1};
    std::vector<float> smooth(9);
    strider::convolve_separable(strider::cpu{}, pixels, mask, mask, smooth);
}
