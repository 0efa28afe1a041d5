// says: argument 2: must_have_pixels_of_float_double_or_unsigned_of_8_or_16_bits
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<int> pixels(9, 1);
    const std::vector<float> mask{1, 2, 1};
    std::vector<int> smooth(9);
    strider::convolve(strider::cpu{}, pixels, mask, smooth);
}
