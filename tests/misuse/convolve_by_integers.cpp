// says: the weights of a mask must be double for pixels that are double, and float for all others
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<float> pixels(9, 1);
    const std::vector<int> mask(9, 1);
    std::vector<float> smooth(9);
    strider::convolve(strider::cpu{}, strider::matrix_view(pixels.data(), 3, 3),
                      strider::matrix_view(mask.data(), 3, 3), strider::matrix_view(smooth.data(), 3, 3));
}
