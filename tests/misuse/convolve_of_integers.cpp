// says: pixels must be float, double, or unsigned integers of 8 or 16 bits
#include <vector>

#include <strider/convolve.hpp>

int main() {
    const std::vector<int> pixels(9, 1);
    const std::vector<float> mask{1, 2, 1};
    std::vector<int> smooth(9);
    strider::convolve(strider::cpu{}, pixels, mask, smooth);
}
